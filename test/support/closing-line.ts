import type { Reporter, TestModule, TestRunEndReason } from 'vitest/node'

/** Ends the run with one plain line: `N passed, N failed`, and `, N skipped` when there are any. */
export function closingLine(): Reporter {
  return {
    onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[], _reason: TestRunEndReason) {
      process.once('exit', () => process.stdout.write(`${summary(modules, errors)}\n`))
    },
  }
}

/** A file that breaks outside its tests, or an error that belongs to no test, counts as one failure. */
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
