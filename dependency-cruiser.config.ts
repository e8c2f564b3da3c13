import type { IConfiguration } from 'dependency-cruiser'
import { DASHBOARD_RULES } from './scripts/dashboard-boundaries.ts'

/**
 * Who may import whom. `$1` in a `to` is what the first group of its `from` matched.
 * Each rule is broken once on purpose in test/unit/boundaries.test.ts.
 */

/** Files of schema, type and tiny predicates that rules may call, in their own module and in others. */
const SCHEMAS = [
  '^src/deliveries/attempt[.]ts$',
  '^src/event-types/(event|event-type|catalog|samples)[.]ts$',
  '^src/event-types/resources/',
  '^src/events/jobs[.]ts$',
  '^src/integrations/integration[.]ts$',
  '^src/integrations/kinds/',
]

/** The one client library of each kind of target, and of the object store that files may be in. */
const CLIENTS = '(^|node_modules/)(undici|@aws-sdk|@smithy|@stomp)(/|$)'

const library = (name: string) => `(^|node_modules/)${name}(/|$)`

export default {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolvable',
      severity: 'error',
      from: {},
      // Made when the client and the dashboard are built.
      to: { couldNotResolve: true, pathNot: '(^|/)generated/' },
    },
    {
      name: 'main-is-not-imported',
      severity: 'error',
      from: { pathNot: '^bin/' },
      to: { path: '^src/main[.]ts$' },
    },
    {
      name: 'product-knows-no-tests-or-tools',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(test|bench|scripts|examples|dashboard|clients|packaging)/' },
    },
    {
      name: 'kernel-knows-nothing-of-ours',
      severity: 'error',
      from: { path: '^src/kernel/' },
      to: { path: '^src/', pathNot: '^src/kernel/' },
    },
    {
      name: 'kernel-knows-nothing-of-node',
      severity: 'error',
      from: { path: '^src/kernel/' },
      // JavaScript has no context of its own for what runs at once.
      to: { dependencyTypes: ['core'], pathNot: '^async_hooks$' },
    },
    {
      name: 'db-knows-no-module',
      severity: 'error',
      from: { path: '^src/(db|disk|embedded|secrets)/' },
      to: { path: '^src/', pathNot: '^src/(db|disk|embedded|secrets|kernel)/' },
    },
    {
      name: 'http-knows-no-module',
      severity: 'error',
      from: { path: '^src/http/' },
      to: { path: '^src/', pathNot: '^src/(http|kernel)/' },
    },
    {
      name: 'only-db-talks-to-postgres',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(db|embedded)/' },
      to: { path: library('pg(-copy-streams)?') },
    },
    {
      name: 'only-transport-talks-to-rabbitmq',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/deliveries/transport/' },
      to: { path: library('amqplib') },
    },
    {
      name: 'only-targets-use-their-clients',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: [
          '^src/deliveries/targets/',
          '^src/store/files/bytes/object-store[.]ts$',
          '^src/alerts/senders/chat[.]ts$',
        ],
      },
      to: { path: CLIENTS },
    },
    {
      name: 'only-sizes-convert-pictures',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/store/files/sizes/convert[.]ts$' },
      to: { path: library('sharp') },
    },
    {
      name: 'http-client-is-the-webhooks',
      severity: 'error',
      from: { path: '^src/deliveries/targets/', pathNot: '^src/deliveries/targets/webhook/' },
      to: { path: library('undici'), dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'queue-client-is-the-queues',
      severity: 'error',
      from: { path: '^src/deliveries/targets/', pathNot: '^src/deliveries/targets/sqs/' },
      to: { path: library('(@aws-sdk|@smithy)'), dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'broker-client-is-the-brokers',
      severity: 'error',
      from: { path: '^src/deliveries/targets/', pathNot: '^src/deliveries/targets/stomp/' },
      to: { path: library('@stomp'), dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'targets-know-only-targets',
      comment: 'A client sends what it is given: no database, no rules, no other module. Senders compose and sign.',
      severity: 'error',
      from: { path: '^src/deliveries/targets/', pathNot: 'sender[.]ts$' },
      to: { path: '^src/', pathNot: '^src/(deliveries/targets|kernel)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'rules-stay-in-their-module',
      severity: 'error',
      from: { path: '^src/(.+)/rules/' },
      to: { path: '^src/', pathNot: ['^src/$1/', '^src/(kernel|pricing)/', ...SCHEMAS] },
    },
    {
      name: 'rules-call-only-rules-and-schemas',
      severity: 'error',
      from: { path: '^src/(.+)/rules/' },
      to: {
        path: '^src/',
        pathNot: ['^src/$1/rules/', '^src/(kernel|pricing)/', ...SCHEMAS],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'rules-know-nothing-of-node',
      severity: 'error',
      from: { path: '/rules/', pathNot: '/rules/sign[.]ts$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'signing-knows-only-crypto-of-node',
      severity: 'error',
      from: { path: '/rules/sign[.]ts$' },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?crypto$' },
    },
    {
      name: 'rules-know-no-driver',
      severity: 'error',
      from: { path: '/rules/' },
      to: { path: library('(pg|fastify|@fastify|pino)') },
    },
    {
      name: 'pricing-is-pure',
      severity: 'error',
      from: { path: '^src/pricing/' },
      to: { path: '^src/', pathNot: '^src/(pricing|kernel)/' },
    },
    {
      name: 'pricing-knows-nothing-of-node',
      severity: 'error',
      from: { path: '^src/pricing/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'hypermedia-knows-no-shop',
      comment: 'Links, forms, zoom and their answers: what they are about, resources say.',
      severity: 'error',
      from: { path: '^src/storefront/hypermedia/' },
      to: { path: '^src/', pathNot: '^src/(storefront/hypermedia|http|kernel)/' },
    },
    {
      name: 'storefront-is-imported-by-app-only',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(storefront|app)/' },
      to: { path: '^src/storefront/' },
    },
    {
      name: 'browser-scripts-know-only-themselves',
      comment: 'Browsers get these files as they are.',
      severity: 'error',
      from: { path: '^src/docs/browser/' },
      to: { pathNot: '^src/docs/browser/' },
    },
    {
      name: 'browser-scripts-are-not-imported',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/docs/browser/' },
      to: { path: '^src/docs/browser/' },
    },
    {
      name: 'event-types-are-a-leaf',
      comment: 'Commerce and deliveries both stand on them.',
      severity: 'error',
      from: { path: '^src/event-types/' },
      to: {
        path: '^src/',
        pathNot: '^src/(event-types|integrations/kinds|kernel)/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'target-kinds-are-a-leaf',
      comment: 'Event types, integrations, deliveries and metrics all stand on them.',
      severity: 'error',
      from: { path: '^src/integrations/kinds/' },
      to: { path: '^src/', pathNot: '^src/(integrations/kinds|kernel)/' },
    },
    {
      name: 'schemas-are-pure',
      comment: 'Rules may call schema files, so schema files obey what rules obey.',
      severity: 'error',
      from: { path: SCHEMAS },
      to: { path: '^src/', pathNot: ['^src/kernel/', '/rules/', ...SCHEMAS], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'stores-know-only-their-module',
      severity: 'error',
      from: { path: '^src/(.+)/store[.]ts$' },
      to: { path: '^src/', pathNot: ['^src/$1/', '^src/(db|secrets|kernel)/'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'only-metrics-counts',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/metrics/' },
      to: { path: library('prom-client') },
    },
    {
      name: 'only-tracing-traces',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/tracing/' },
      to: { path: library('@opentelemetry') },
    },
    {
      name: 'metrics-and-tracing-are-leaves',
      comment:
        'They are handed to the modules by src/app; of the modules they know types, and rules that tell what to show.',
      severity: 'error',
      from: { path: '^src/(metrics|tracing)/' },
      to: {
        path: '^src/',
        pathNot: ['^src/$1/', '^src/kernel/', '/rules/', ...SCHEMAS],
        dependencyTypesNot: ['type-only'],
      },
    },
    ...DASHBOARD_RULES,
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: '(^|/)node_modules/' },
    // Built and derived.
    exclude: { path: '^(dist|\\.interop|dashboard/(dist|src/generated))/' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
    },
  },
} satisfies IConfiguration
