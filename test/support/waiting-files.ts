import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that spend most of their time waiting: for processes that are killed and restarted, for brokers, for timeouts. */
const WAITING = [
  ...[
    'journeys/packaging',
    'journeys/chaos',
    'journeys/cut-off',
    'journeys/transport',
    'journeys/store/checkout-crash',
  ],
  ...['journeys/targets/rabbitmq', 'journeys/targets/chaos', 'journeys/store/releases', 'journeys/store/shopping'],
  ...['database/engine/order', 'database/engine/rate-limit', 'database/engine/unheard', 'database/engine/death'],
  ...['journeys/crash', 'journeys/targets/queues', 'journeys/hostile', 'journeys/targets/activemq'],
  ...['database/embedded', 'journeys/guides', 'database/engine/failing'],
  ...['journeys/series', 'journeys/operations-api', 'journeys/failover'],
]

/**
 * The usual order of files, in which those that wait are spread out, the longest first: they leave the cores to the others.
 * The journeys of the dashboard follow each other: those of one worker share a server and a browser.
 */
export class SpreadWaitingFiles extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const waiting = WAITING.flatMap((name) => sorted.filter(({ moduleId }) => moduleId.endsWith(`/${name}.test.ts`)))
    const working = together(sorted.filter((file) => !waiting.includes(file)))
    const stretch = working.filter(({ project }) => project.name === 'database').length / waiting.length
    return waiting
      .flatMap((file, index) => [file, ...working.slice(...between(index, stretch))])
      .concat(working.slice(Math.ceil(waiting.length * stretch)))
  }
}

function together(files: TestSpecification[]): TestSpecification[] {
  const isOfDashboard = ({ moduleId }: TestSpecification) => moduleId.includes('/dashboard/test/journeys/')
  return [...files.filter(isOfDashboard), ...files.filter((file) => !isOfDashboard(file))]
}

function between(index: number, stretch: number): [number, number] {
  return [Math.ceil(index * stretch), Math.ceil((index + 1) * stretch)]
}
