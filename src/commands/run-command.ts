import { CommanderError } from 'commander'
import { readToolConfig } from '../config.ts'
import { describeFailure } from '../tool/failure.ts'
import { writeErr } from '../tool/terminal.ts'
import { makeProgram } from './program.ts'

export const FAILED = 1
const WRONG_USAGE = 2

/** Runs one command and reports its error on standard error; returns the exit code, 0 without an error. */
export async function runCommand(argv: readonly string[]): Promise<number> {
  try {
    const program = await makeProgram(argv[2])
    await program.parseAsync([...argv])
    return 0
  } catch (error) {
    // The parser prints its own errors.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : WRONG_USAGE
    reportError(error)
    return FAILED
  }
}

export function reportError(error: unknown): void {
  const stack = error instanceof Error && wantsStack() ? `\n${error.stack}` : ''
  writeErr(`error: ${describeFailure(error)}${stack}\n`)
}

function wantsStack(): boolean {
  try {
    return readToolConfig().TIDINGS_LOG_LEVEL === 'debug'
  } catch {
    return false
  }
}
