import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import boundaries from '../../dependency-cruiser.config.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const bin = (name: string) => path.join(ROOT, 'node_modules/.bin', name)

/** Each rule with one file whose import breaks it. */
const VIOLATIONS: [rule: string, file: string, imported: string][] = [
  ['no-cycles', 'src/carts/cycle.ts', './cycle.ts'],
  ['no-unresolvable', 'src/carts/lost.ts', './nowhere.ts'],
  ['main-is-not-imported', 'src/carts/start.ts', '../main.ts'],
  ['product-knows-no-tests-or-tools', 'src/carts/hook.ts', '../../test/support/hook.ts'],
  ['kernel-knows-nothing-of-ours', 'src/kernel/money.ts', '../db/pool.ts'],
  ['kernel-knows-nothing-of-node', 'src/kernel/file.ts', 'node:fs'],
  ['db-knows-no-module', 'src/db/carts.ts', '../carts/cart.ts'],
  ['db-knows-no-module', 'src/db/request.ts', '../http/server.ts'],
  ['http-knows-no-module', 'src/http/carts.ts', '../carts/cart.ts'],
  ['http-knows-no-module', 'src/http/rows.ts', '../db/pool.ts'],
  ['only-db-talks-to-postgres', 'src/carts/raw.ts', 'pg'],
  ['only-transport-talks-to-rabbitmq', 'src/deliveries/queue.ts', 'amqplib'],
  ['only-targets-use-their-clients', 'src/carts/fetch.ts', 'undici'],
  ['only-sizes-convert-pictures', 'src/store/files/resize.ts', 'sharp'],
  ['http-client-is-the-webhooks', 'src/deliveries/targets/other.ts', 'undici'],
  ['queue-client-is-the-queues', 'src/deliveries/targets/webhook/webhook.ts', '@aws-sdk/client-sqs'],
  ['broker-client-is-the-brokers', 'src/deliveries/targets/network/guard.ts', '@stomp/stompjs'],
  ['targets-know-only-targets', 'src/deliveries/targets/rows.ts', '../../db/pool.ts'],
  ['rules-stay-in-their-module', 'src/carts/rules/foreign.ts', '../../orders/order.ts'],
  ['rules-call-only-rules-and-schemas', 'src/carts/rules/saves.ts', '../create.ts'],
  ['rules-know-nothing-of-node', 'src/carts/rules/reads.ts', 'node:fs'],
  ['rules-know-nothing-of-node', 'src/carts/rules/hashes.ts', 'node:crypto'],
  ['signing-knows-only-crypto-of-node', 'src/carts/rules/sign.ts', 'node:net'],
  ['rules-know-no-driver', 'src/carts/rules/queries.ts', 'pg'],
  ['pricing-is-pure', 'src/pricing/rules/tax.ts', '../../carts/cart.ts'],
  ['pricing-knows-nothing-of-node', 'src/pricing/reads.ts', 'node:fs'],
  ['hypermedia-knows-no-shop', 'src/storefront/hypermedia/rows.ts', '../../db/pool.ts'],
  ['storefront-is-imported-by-app-only', 'src/carts/links.ts', '../storefront/hypermedia/rows.ts'],
  ['browser-scripts-know-only-themselves', 'src/docs/browser/files.js', 'node:fs'],
  ['browser-scripts-are-not-imported', 'src/docs/zooms.ts', './browser/files.js'],
  ['browser-scripts-know-only-themselves', 'src/docs/browser/words.js', '../../kernel/page.ts'],
  ['event-types-are-a-leaf', 'src/event-types/resources/lamp.ts', '../../carts/cart.ts'],
  ['target-kinds-are-a-leaf', 'src/integrations/kinds/pigeon.ts', '../../carts/cart.ts'],
  ['schemas-are-pure', 'src/event-types/event.ts', '../db/pool.ts'],
  ['stores-know-only-their-module', 'src/carts/store.ts', '../orders/order.ts'],
  ['only-metrics-counts', 'src/carts/count.ts', 'prom-client'],
  ['only-tracing-traces', 'src/carts/span.ts', '@opentelemetry/api'],
  ['metrics-and-tracing-are-leaves', 'src/metrics/rows.ts', '../db/pool.ts'],
  ['dashboard-knows-only-the-api', 'dashboard/page.ts', '../src/carts/cart.ts'],
  ['dashboard-runs-in-browsers', 'dashboard/src/pages/orders/reads.tsx', 'node:fs'],
  ['dashboard-knows-no-tools', 'dashboard/src/api/builds.ts', '../../scripts/describe.ts'],
  ['dashboard-knows-no-tools', 'dashboard/src/kit/tests.ts', '../../../test/support/hook.ts'],
  ['dashboard-ui-knows-nothing-of-ours', 'dashboard/src/ui/orders.tsx', '../api/client.ts'],
  ['dashboard-ui-knows-nothing-of-ours', 'dashboard/src/ui/link.tsx', '@tanstack/react-router'],
  ['dashboard-api-knows-nothing-of-ours', 'dashboard/src/api/shows.ts', '../ui/button.tsx'],
  ['dashboard-kit-knows-no-page', 'dashboard/src/kit/opens.ts', '../pages/orders/order.tsx'],
  ['dashboard-areas-are-apart', 'dashboard/src/pages/carts/cart.tsx', '../orders/order.tsx'],
  ['dashboard-resources-know-no-page', 'dashboard/src/resources/taxes.ts', '../pages/orders/order.tsx'],
  ['dashboard-rules-are-pure', 'dashboard/src/pages/orders/rules/asks.ts', '../../../api/client.ts'],
  ['dashboard-rules-are-pure', 'dashboard/src/pages/orders/rules/shows.ts', '../order.tsx'],
  ['dashboard-rules-are-pure', 'dashboard/src/pages/orders/rules/links.ts', '@tanstack/react-router'],
  ['dashboard-explorer-knows-only-ui', 'dashboard/src/explorer/views/session.tsx', '../../api/client.ts'],
  ['dashboard-explorer-knows-only-ui', 'dashboard/src/explorer/views/router.tsx', '@tanstack/react-router'],
  ['dashboard-explorer-is-not-imported', 'dashboard/src/pages/orders/zoom.ts', '../../explorer/api/exchange.ts'],
  ['dashboard-charts-are-in-one-place', 'dashboard/src/kit/line.tsx', 'uplot'],
]

/** Allowed imports that resemble forbidden ones. */
const ALLOWED: [file: string, imported: string, form?: 'type'][] = [
  ['src/kernel/price.ts', './page.ts'],
  ['src/db/rows.ts', '../kernel/page.ts'],
  ['src/db/connect.ts', 'pg'],
  ['src/carts/rules/total.ts', '../../kernel/page.ts'],
  ['src/carts/rules/discount.ts', './total.ts'],
  ['src/carts/rules/shape.ts', '../cart.ts', 'type'],
  ['src/carts/rules/notice.ts', '../../event-types/catalog.ts'],
  ['src/event-types/resources/target.ts', '../../integrations/kinds/kinds.ts'],
  ['src/orders/rules/sign.ts', 'node:crypto'],
  ['src/orders/store.ts', '../db/pool.ts'],
  ['src/deliveries/transport/connect.ts', 'amqplib'],
  ['src/deliveries/targets/stomp/connection.ts', '@stomp/stompjs'],
  ['src/deliveries/targets/stomp/socket.ts', '@stomp/stompjs'],
  ['src/deliveries/targets/sqs/cloud-sqs.ts', '@aws-sdk/client-sqs'],
  ['src/deliveries/targets/sqs/response-limit.ts', '@aws-sdk/client-sqs', 'type'],
  ['src/store/files/sizes/convert.ts', 'sharp'],
  ['src/metrics/counter.ts', 'prom-client'],
  ['src/tracing/span.ts', '@opentelemetry/api'],
  ['src/metrics/report.ts', '../carts/cart.ts', 'type'],
  ['dashboard/src/ui/toolbar.tsx', './button.tsx'],
  ['dashboard/src/ui/charts/chart.tsx', 'uplot'],
  ['dashboard/src/explorer/app.tsx', '../ui/button.tsx'],
  ['dashboard/src/kit/list.tsx', '../ui/button.tsx'],
  ['dashboard/src/kit/fields.ts', '../../scripts/describe.ts', 'type'],
  ['dashboard/src/pages/orders/rules/ledger.ts', '../../../kit/values/money.ts'],
  ['dashboard/src/pages/orders/rules/refunds.ts', '../../../api/client.ts', 'type'],
  ['dashboard/src/pages/orders/list.tsx', './order.tsx'],
  ['dashboard/src/pages/orders/links.tsx', '@tanstack/react-router'],
]

const TARGETS = [
  'db/pool',
  'http/server',
  'carts/cart',
  'carts/create',
  'orders/order',
  'kernel/page',
  'event-types/catalog',
  'integrations/kinds/kinds',
]
const LIBRARIES = [
  'pg',
  'amqplib',
  'undici',
  '@aws-sdk/client-sqs',
  '@stomp/stompjs',
  'prom-client',
  'sharp',
  '@opentelemetry/api',
  '@tanstack/react-router',
  'uplot',
]

const OF_DASHBOARD = [
  'api/client.ts',
  'explorer/api/exchange.ts',
  'ui/button.tsx',
  'kit/values/money.ts',
  'pages/orders/order.tsx',
]

let tree: string
let violations: { rule: string; from: string }[]

beforeAll(async () => {
  tree = await mkdtemp(path.join(tmpdir(), 'tidings-boundaries-'))
  for (const name of ['main', ...TARGETS]) await put(`src/${name}.ts`, 'export const it = 1\n')
  for (const name of OF_DASHBOARD) await put(`dashboard/src/${name}`, 'export const it = 1\n')
  await put('dashboard/scripts/describe.ts', 'export const it = 1\n')
  await put('test/support/hook.ts', 'export const it = 1\n')
  for (const name of LIBRARIES) {
    await put(`node_modules/${name}/package.json`, `{"name":"${name}","main":"index.js"}`)
    await put(`node_modules/${name}/index.js`, 'export const it = 1\n')
  }
  for (const [, file, imported] of VIOLATIONS)
    await put(file, `import { it } from '${imported}'\nexport const a = it\n`)
  for (const [file, imported, form] of ALLOWED) {
    await put(file, `import ${form ?? ''} { it } from '${imported}'\nexport const a = 1 as unknown as typeof it\n`)
  }
  await put('package.json', '{"type":"module","dependencies":{"pg":"*"}}')
  violations = await cruise(tree)
})

afterAll(() => rm(tree, { recursive: true }))

describe('import boundaries', () => {
  test.each(VIOLATIONS)('%s is reported for %s', (rule, file) => {
    expect(violations).toContainEqual({ rule, from: file })
  })

  test.each(ALLOWED)('%s may import %s', (file) => {
    expect(violations.filter((violation) => violation.from === file)).toEqual([])
  })

  test('every import rule has a breaking example', () => {
    const broken = new Set(VIOLATIONS.map(([rule]) => rule))
    expect(boundaries.forbidden.map((rule) => rule.name).filter((name) => !broken.has(name))).toEqual([])
  })
})

/** Each lint rule with a file whose text breaks it. */
const LINT_VIOLATIONS: [rule: string, file: string, text: string][] = [
  ['lint/style/noProcessEnv', 'src/carts/setting.ts', 'export const a = process.env.A\n'],
  ['lint/style/noExcessiveLinesPerFile', 'src/carts/long-file.ts', 'export {}\n'.repeat(401)],
  ['lint/style/noExcessiveLinesPerFile', 'test/unit/long.test.ts', 'export {}\n'.repeat(501)],
  [
    'lint/complexity/noExcessiveLinesPerFunction',
    'src/carts/long.ts',
    `export function f() {\n${'  f()\n'.repeat(61)}}\n`,
  ],
]

const LINT_CLEAN: [file: string, text: string][] = [
  ['src/config.ts', 'export const a = process.env.A\n'],
  ['src/carts/longest.ts', `export function f() {\n${'  f()\n'.repeat(58)}}\n`],
]

describe('lint rules', () => {
  let found: { rule: string; file: string }[]

  beforeAll(async () => {
    await cp(path.join(ROOT, 'biome.json'), path.join(tree, 'biome.json'))
    for (const [, file, text] of LINT_VIOLATIONS) await put(file, text)
    for (const [file, text] of LINT_CLEAN) await put(file, text)
    found = await lint(tree)
  })

  test.each(LINT_VIOLATIONS)('%s is reported for %s', (rule, file) => {
    expect(found).toContainEqual({ rule, file })
  })

  test.each(LINT_CLEAN)('%s passes', (file) => {
    expect(found.filter((finding) => finding.file === file)).toEqual([])
  })
})

async function put(file: string, text: string): Promise<void> {
  const place = path.join(tree, file)
  await mkdir(path.dirname(place), { recursive: true })
  await writeFile(place, text)
}

async function cruise(folder: string): Promise<{ rule: string; from: string }[]> {
  const config = path.join(ROOT, 'dependency-cruiser.config.ts')
  const output = await outputOf(folder, 'depcruise', '--config', config, '-T', 'json', 'src', 'dashboard')
  const violations: { rule: { name: string }; from: string }[] = JSON.parse(output).summary.violations
  return violations.map((violation) => ({ rule: violation.rule.name, from: violation.from }))
}

async function lint(folder: string): Promise<{ rule: string; file: string }[]> {
  const output = await outputOf(
    folder,
    'biome',
    'lint',
    '--vcs-enabled=false',
    '--reporter=json',
    '--max-diagnostics=none',
  )
  const findings: { category: string; location: { path: string } }[] = JSON.parse(output).diagnostics
  return findings.map((finding) => ({ rule: finding.category, file: finding.location.path }))
}

/** Both tools exit with an error when they report findings, which these tests expect. */
async function outputOf(folder: string, program: string, ...args: string[]): Promise<string> {
  const done = promisify(execFile)(bin(program), args, { cwd: folder, maxBuffer: 2 ** 26 })
  return (await done.catch((error: { stdout: string }) => error)).stdout
}
