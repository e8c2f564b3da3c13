import type { IForbiddenRuleType } from 'dependency-cruiser'

const library = (name: string) => `(^|node_modules/)${name}(/|$)`

/** Allowed imports in `dashboard/`; part of dependency-cruiser.config.ts. */
export const DASHBOARD_RULES = [
  {
    name: 'dashboard-knows-only-the-api',
    comment: 'Its tests start the real server.',
    severity: 'error',
    from: { path: '^dashboard/', pathNot: '^dashboard/test/' },
    to: { path: '^src/' },
  },
  {
    name: 'dashboard-runs-in-browsers',
    severity: 'error',
    from: { path: '^dashboard/src/' },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'dashboard-knows-no-tools',
    comment: 'Only types may be imported from the scripts of the workspace.',
    severity: 'error',
    from: { path: '^dashboard/src/' },
    to: {
      path: '^(dashboard/)?(test|bench|scripts|examples|clients|packaging)/',
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'dashboard-ui-knows-nothing-of-ours',
    comment: 'Components know neither the API nor addresses, and get their contents as props.',
    severity: 'error',
    from: { path: '^dashboard/src/ui/' },
    to: {
      path: ['^dashboard/', library('(@tanstack/react-(router|query)|openapi-fetch)')],
      pathNot: '^dashboard/src/ui/',
    },
  },
  {
    name: 'dashboard-api-knows-nothing-of-ours',
    severity: 'error',
    from: { path: '^dashboard/src/api/' },
    to: { path: '^dashboard/src/', pathNot: '^dashboard/src/(api|generated)/' },
  },
  {
    name: 'dashboard-kit-knows-no-page',
    comment: 'Except addresses, and the type of a site map entry.',
    severity: 'error',
    from: { path: '^dashboard/src/kit/' },
    to: {
      path: '^dashboard/src/',
      pathNot: '^dashboard/src/((kit|api|ui|messages|generated)/|(paths|page-route)[.]ts$)',
    },
  },
  {
    name: 'dashboard-areas-are-apart',
    comment: 'All may import the texts and addresses of an area.',
    severity: 'error',
    from: { path: '^dashboard/src/pages/([^/]+)/' },
    to: {
      path: '^dashboard/src/pages/',
      pathNot: ['^dashboard/src/pages/$1/', '^dashboard/src/pages/[^/]+/(rules/|routes[.]ts$)'],
    },
  },
  {
    name: 'dashboard-resources-know-no-page',
    severity: 'error',
    from: { path: '^dashboard/src/resources/' },
    to: { path: '^dashboard/src/pages/' },
  },
  {
    name: 'dashboard-rules-are-pure',
    comment:
      'Rules may only import other rules and modules without components: times, money, forms, kinds of targets, and JSON lines of the kit. Choices have icons.',
    severity: 'error',
    from: { path: '^dashboard/src/pages/[^/]+/rules/' },
    to: {
      pathNot: [
        '^dashboard/src/pages/[^/]+/rules/',
        '^dashboard/src/(kit|kit/values|kit/form|kit/form/values|kit/targets|ui|ui/json)/[^/]+[.]ts$',
        library('@tabler/icons-react'),
        '^dashboard/src/api/problem[.]ts$',
        '^dashboard/src/messages/',
      ],
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'dashboard-explorer-knows-only-ui',
    comment: 'The explorer is a client of the storefront only, without the session and client of the seller API.',
    severity: 'error',
    from: { path: '^dashboard/src/explorer/' },
    to: {
      path: ['^dashboard/src/', library('(@tanstack|openapi-fetch|@mantine/(notifications|spotlight))')],
      pathNot: '^dashboard/src/(explorer|ui)/',
    },
  },
  {
    name: 'dashboard-explorer-is-not-imported',
    severity: 'error',
    from: { path: '^dashboard/src/', pathNot: '^dashboard/src/explorer/' },
    to: { path: '^dashboard/src/explorer/' },
  },
  {
    name: 'dashboard-charts-are-in-one-place',
    severity: 'error',
    from: { path: '^dashboard/src/', pathNot: '^dashboard/src/ui/charts/' },
    to: { path: library('uplot') },
  },
] as const satisfies readonly IForbiddenRuleType[]
