import { tmpdir } from 'node:os'
import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { closingLine } from './test/support/closing-line.ts'
import { LONGER } from './test/support/measures/law-runs.ts'
import { TIMEOUT_MS } from './test/support/timeout.ts'
import { SpreadWaitingFiles } from './test/support/waiting-files.ts'

/** A test waits more than once, and says itself what it waited for in vain. */
const MAX_MS = 3 * TIMEOUT_MS

/** Loading the code and warming it up costs more than most files do: those of a project share as few workers as keep the cores busy. */
const SHARED = { isolate: false, testTimeout: MAX_MS * LONGER, hookTimeout: MAX_MS }

export default defineConfig({
  test: {
    reporters: ['default', closingLine()],
    // As `bin/tidings.js` does, for the processes that tests start: a start costs a third less.
    env: { NODE_COMPILE_CACHE: path.join(tmpdir(), 'tidings-compiled-for-tests') },
    // No run waits for what is there.
    expect: { poll: { timeout: TIMEOUT_MS } },
    sequence: { sequencer: SpreadWaitingFiles },
    projects: [
      {
        extends: true,
        test: {
          ...SHARED,
          name: 'unit',
          include: ['{test,dashboard/test}/unit/**/*.test.ts'],
          pool: 'threads',
          // The cores of a small machine: these only compute. A third worker would cost ten seconds of CPU.
          maxWorkers: 2,
          // Those tests of a file that run at once wait for a deadline, as most of them do.
          maxConcurrency: 20,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          ...SHARED,
          name: 'database',
          include: ['test/{database,journeys,pooled}/**/*.test.ts', 'dashboard/test/journeys/**/*.test.ts'],
          pool: 'forks',
          // Young objects have time to die before they are collected: a twentieth of a worker's CPU less.
          execArgv: ['--max-semi-space-size=64'],
          globalSetup: 'test/support/database/global-cluster.ts',
          // Twice the cores of a small machine: many tests wait for other processes or for timers.
          maxWorkers: 4,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
