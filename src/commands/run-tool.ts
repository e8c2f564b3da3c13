import { FAILED, reportError, runCommand } from './run-command.ts'

const LINGER_MS = 500

/** Runs the command line as this process: sets its title and its exit code. */
export async function runTool(argv: readonly string[]): Promise<void> {
  process.title = ['tidings', ...argv.slice(2, 3)].join(' ')
  // A reader such as `head` may close the pipe; that must not abort the command.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  process.on('uncaughtException', (error) => {
    reportError(error)
    process.exit(FAILED)
  })
  const code = await runCommand(argv)
  if (code === 0) return
  process.exitCode = code
  // Open handles must not keep a failed process alive.
  setTimeout(() => process.exit(), LINGER_MS).unref()
}
