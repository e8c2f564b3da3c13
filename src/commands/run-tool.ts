import { CommanderError } from 'commander'
import { readToolConfig } from '../config.ts'
import { describeFailure } from '../tool/failure.ts'
import { makeProgram } from './program.ts'

const FAILED = 1
const WRONG_USAGE = 2
const LINGER_MS = 500

/** Runs the tool with the arguments of a process and sets the exit code; what went wrong is told on standard error. */
export async function runTool(argv: readonly string[]): Promise<void> {
  process.title = ['tidings', ...argv.slice(2, 3)].join(' ')
  // Whoever reads what we print may stop reading, such as `head`; nothing that runs ends half-way for that.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  process.on('uncaughtException', (error) => {
    tell(error)
    process.exit(FAILED)
  })
  try {
    await makeProgram().parseAsync([...argv])
  } catch (error) {
    process.exitCode = exitCode(error)
    // The parser has told of its own errors.
    if (!(error instanceof CommanderError)) tell(error)
    // Whatever is still open must not keep a process that has failed.
    setTimeout(() => process.exit(), LINGER_MS).unref()
  }
}

function exitCode(error: unknown): number {
  if (!(error instanceof CommanderError)) return FAILED
  return error.exitCode === 0 ? 0 : WRONG_USAGE
}

function tell(error: unknown): void {
  const stack = error instanceof Error && wantsStack() ? `\n${error.stack}` : ''
  process.stderr.write(`error: ${describeFailure(error)}${stack}\n`)
}

function wantsStack(): boolean {
  try {
    return readToolConfig().TIDINGS_LOG_LEVEL === 'debug'
  } catch {
    return false
  }
}
