import { defineConfig } from 'vitest/config'
import { closingLine } from './test/support/closing-line.ts'
import { LONGER } from './test/support/law-runs.ts'

/** Files that wait for minutes while processes are killed and restarted. */
const CHAOS = ['test/journeys/chaos.test.ts', 'test/journeys/store/checkout-crash.test.ts']

const ON_DATABASE = {
  pool: 'forks',
  // Loading the code and warming it up costs more than most of these files do.
  isolate: false,
  globalSetup: 'test/support/database/global-cluster.ts',
  testTimeout: 60_000 * LONGER,
  hookTimeout: 60_000,
} as const

export default defineConfig({
  test: {
    reporters: ['default', closingLine()],
    // One more than the cores of a small machine: many tests wait for other processes or for timers.
    maxWorkers: 3,
    // They start in the order of their names: chaos occupies one worker, the others run beside it.
    projects: [
      {
        extends: true,
        test: {
          name: 'chaos',
          include: CHAOS,
          pool: 'forks',
          isolate: false,
          testTimeout: 60_000 * LONGER,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          ...ON_DATABASE,
          name: 'database',
          include: ['test/{database,journeys}/**/*.test.ts'],
          exclude: CHAOS,
        },
      },
      {
        extends: true,
        test: {
          ...ON_DATABASE,
          name: 'pooled',
          include: ['test/pooled/**/*.test.ts', 'test/journeys/{backlog,delivery,health,replays}.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.ts'],
          pool: 'threads',
          isolate: false,
          testTimeout: 30_000 * LONGER,
        },
      },
    ],
  },
})
