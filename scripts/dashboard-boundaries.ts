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
    comment: 'Of the scripts of the workspace it knows types.',
    severity: 'error',
    from: { path: '^dashboard/src/' },
    to: {
      path: '^(dashboard/)?(test|bench|scripts|examples|clients|packaging)/',
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'dashboard-ui-knows-nothing-of-ours',
    comment: 'Neither the API nor addresses: components get what they show.',
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
    comment: 'But addresses, and what a line of the site map is.',
    severity: 'error',
    from: { path: '^dashboard/src/kit/' },
    to: {
      path: '^dashboard/src/',
      pathNot: '^dashboard/src/((kit|api|ui|messages|generated)/|(paths|page-route)[.]ts$)',
    },
  },
  {
    name: 'dashboard-areas-are-apart',
    comment: 'What an area says in words of the data of the API, and its addresses, are for all.',
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
      'They call other rules, and what is no component: what the kit knows of times, money, forms and kinds of targets, JSON as lines. Choices have icons.',
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
    comment: 'A client of the storefront alone: it has neither the session nor the client of the API of sellers.',
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
