import { hasCode } from '../kernel/error-code.ts'
import { FAILED, reportError, runCommand } from './run-command.ts'

const LINGER_MS = 500

export async function runTool(argv: readonly string[]): Promise<void> {
  process.title = ['tidings', ...argv.slice(2, 3)].join(' ')
  process.stdout.on('error', reportLostOutput)
  process.stderr.on('error', () => {})
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

/** A reader such as `head` may close the pipe, but a full disk must not look like success. */
function reportLostOutput(error: Error): void {
  if (hasCode(error, 'EPIPE') || process.exitCode === FAILED) return
  process.exitCode = FAILED
  reportError(new Error(`Standard output cannot be written: ${error.message}.`))
}
