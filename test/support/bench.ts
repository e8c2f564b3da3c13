import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { program } from '../../bench/support/program.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever metrics the bench has
type Metrics = any

/** Metrics from the last line of a bench, its full output, and its exit code. */
export type BenchRun = { metrics: Metrics; reported: string; code: number }

/** Runs a module of `bench/`. Throws its output if it prints no metrics; callers check the exit code. */
export async function runBench(module: string, ...args: readonly string[]): Promise<BenchRun> {
  const run = promisify(execFile)(process.execPath, [program(`bench/${module}`), ...args])
  const succeeded = run.then((said) => ({ ...said, code: 0 }))
  const { stdout, stderr, code } = await succeeded.catch((failure: Awaited<typeof succeeded>) => failure)
  const last = stdout.trim().split('\n').at(-1) ?? ''
  if (!last.startsWith('{')) throw new Error(`${module} ended with ${code} and no metrics: ${stdout}${stderr}`)
  return { metrics: JSON.parse(last), reported: stdout + stderr, code }
}
