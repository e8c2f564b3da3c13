import type { Reporter, TestModule, TestRunEndReason } from 'vitest/node'
import { SECOND } from '../../src/kernel/duration.ts'

/** Prints the wall time and a plain last line: `N passed, N failed`, and `, N skipped` if any. */
export function closingLine(): Reporter {
  // Includes the static checks that `npm test` runs first.
  const began = Number(process.env.TEST_RUN_BEGAN_AT ?? Date.now())
  return {
    onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[], _reason: TestRunEndReason) {
      process.once('exit', () => {
        process.stdout.write(`Wall time ${wallTime(Date.now() - began)}\n${summary(modules, errors)}\n`)
      })
    },
  }
}

function wallTime(elapsed_ms: number): string {
  const seconds = Math.round(elapsed_ms / SECOND)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/** Counts a file that breaks outside its tests, and an error outside all tests, as one failure each. */
function summary(modules: readonly TestModule[], errors: readonly unknown[]): string {
  const count = { passed: 0, failed: errors.length, skipped: 0, pending: 0 }
  for (const module of modules) {
    for (const test of module.children.allTests()) count[test.result().state]++
    count.failed += module.errors().length
    for (const suite of module.children.allSuites()) count.failed += suite.errors().length
  }
  const skipped = count.skipped + count.pending
  return `${count.passed} passed, ${count.failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
