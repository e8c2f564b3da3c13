import { tmpdir } from 'node:os'
import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { closingLine } from './test/support/closing-line.ts'
import { LONGER } from './test/support/measures/law-runs.ts'
import { PATIENCE_MS } from './test/support/patience.ts'
import { SpreadWaitingFiles } from './test/support/waiting-files.ts'

/** A test waits more than once, and says itself what it waited for in vain. */
const LONGEST_MS = 3 * PATIENCE_MS

const ON_DATABASE = {
  pool: 'forks',
  // Loading the code and warming it up costs more than most of these files do.
  isolate: false,
  // Young objects have time to die before they are collected: a twentieth of a worker's CPU less.
  execArgv: ['--max-semi-space-size=64'] as string[],
  globalSetup: 'test/support/database/global-cluster.ts',
  testTimeout: LONGEST_MS * LONGER,
  hookTimeout: LONGEST_MS,
} as const

/** Journeys whose processes reach the database through a pooler; all others reach it directly. */
const THROUGH_POOLER = ['test/journeys/{backlog,delivery,health,replays}.test.ts']

export default defineConfig({
  test: {
    reporters: ['default', closingLine()],
    // As `bin/tidings.js` does, for the processes that tests start: a start costs a third less.
    env: { NODE_COMPILE_CACHE: path.join(tmpdir(), 'tidings-compiled-for-tests') },
    // Twice the cores of a small machine: many tests wait for other processes or for timers.
    maxWorkers: 4,
    // No run waits for what is there.
    expect: { poll: { timeout: PATIENCE_MS } },
    sequence: { sequencer: SpreadWaitingFiles },
    projects: [
      {
        extends: true,
        test: {
          ...ON_DATABASE,
          name: 'database',
          include: ['test/{database,journeys}/**/*.test.ts', 'dashboard/test/journeys/**/*.test.ts'],
          exclude: THROUGH_POOLER,
        },
      },
      {
        extends: true,
        test: {
          ...ON_DATABASE,
          name: 'pooled',
          include: ['test/pooled/**/*.test.ts', ...THROUGH_POOLER],
        },
      },
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{test,dashboard/test}/unit/**/*.test.ts'],
          pool: 'threads',
          isolate: false,
          testTimeout: LONGEST_MS * LONGER,
          hookTimeout: LONGEST_MS,
        },
      },
    ],
  },
})
