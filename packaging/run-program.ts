import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

type Where = { cwd?: string; env?: NodeJS.ProcessEnv }

/** Runs a program to its end and returns what it prints; throws what it says when it fails. */
export async function runProgram(program: string, args: readonly string[], where: Where = {}): Promise<string> {
  try {
    const { stdout } = await run(program, args, { ...where, maxBuffer: 2 ** 28 })
    return stdout
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new Error(`${program} ${args.join(' ')} failed.\n${stdout}${stderr}`.trim(), { cause: error })
  }
}
