import { tmpdir } from 'node:os'
import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { closingLine } from './test/support/closing-line.ts'
import { LONGER } from './test/support/law-runs.ts'
import { SpreadWaitingFiles } from './test/support/waiting-files.ts'

const ON_DATABASE = {
  pool: 'forks',
  // Loading the code and warming it up costs more than most of these files do.
  isolate: false,
  // Young objects have time to die before they are collected: a twentieth of a worker's CPU less.
  execArgv: ['--max-semi-space-size=64'] as string[],
  globalSetup: 'test/support/database/global-cluster.ts',
  testTimeout: 60_000 * LONGER,
  hookTimeout: 60_000,
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
    // As long as the browser is waited for elsewhere; no run waits for what is there.
    expect: { poll: { timeout: 20_000 } },
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
          testTimeout: 30_000 * LONGER,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
