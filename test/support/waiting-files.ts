import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that mostly wait: for processes that are killed and restarted, for brokers, for timeouts. */
const WAITING = [
  ...['journeys/packaging', 'journeys/guides', 'journeys/chaos', 'journeys/failover', 'journeys/transport'],
  ...['journeys/store/checkout-crash', 'journeys/targets/rabbitmq', 'journeys/cut-off', 'journeys/targets/chaos'],
  ...['journeys/crash', 'journeys/demo-shop', 'journeys/store/releases', 'journeys/store/shopping'],
  ...['database/engine/order', 'database/engine/rate-limit', 'database/engine/in-doubt', 'database/engine/death'],
  ...['journeys/targets/queues', 'journeys/hostile', 'journeys/targets/activemq', 'journeys/targets/longest-attempt'],
  ...['journeys/targets/conformance'],
  ...[
    'database/embedded',
    'database/engine/failing',
    'journeys/series',
    'journeys/operations-api',
    'journeys/unsettled',
  ],
]

/** Long-running files, although their source is short. */
const LONG_UNITS = ['unit/recipes', 'unit/pricing/laws', 'unit/install']

/** Share of the other files after which the last of them starts, so that none runs alone at the end. */
const SPREAD_OVER = 0.8

/** Number of other files that load a core as much as one file of the dashboard. */
const WEIGHT_OF_DASHBOARD = 5

/**
 * Spreads files that mostly wait, longest first, among the usual order, because they leave the cores to the others.
 * Dashboard journeys run consecutively, because those of one worker share a server and a browser.
 */
export class SpreadWaitingFiles extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const units = sorted.filter(({ project }) => project.name === 'unit')
    const others = sorted.filter((file) => !units.includes(file))
    return [...firstOf(units, LONG_UNITS), ...spread(others)]
  }
}

function firstOf(files: TestSpecification[], names: readonly string[]): TestSpecification[] {
  const first = called(files, names)
  return [...first, ...files.filter((file) => !first.includes(file))]
}

function called(files: TestSpecification[], names: readonly string[]): TestSpecification[] {
  return names.flatMap((name) => files.filter(({ moduleId }) => moduleId.endsWith(`/${name}.test.ts`)))
}

function spread(files: TestSpecification[]): TestSpecification[] {
  const waiting = called(files, WAITING)
  const working = together(files.filter((file) => !waiting.includes(file)))
  let weight = 0
  const placed = working.map((file) => {
    const at = weight
    weight += isOfDashboard(file) ? WEIGHT_OF_DASHBOARD : 1
    return { file, at }
  })
  const between = (SPREAD_OVER * weight) / waiting.length
  const spaced = waiting.map((file, index) => ({ file, at: index * between }))
  return [...spaced, ...placed].toSorted((one, other) => one.at - other.at).map(({ file }) => file)
}

function together(files: TestSpecification[]): TestSpecification[] {
  return [...files.filter(isOfDashboard), ...files.filter((file) => !isOfDashboard(file))]
}

function isOfDashboard({ moduleId }: TestSpecification): boolean {
  return moduleId.includes('/dashboard/test/journeys/')
}
