import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

type Where = { cwd?: string; env?: NodeJS.ProcessEnv }

export type Printed = { stdout: string; stderr: string }

/** Runs a program to its end; throws its output if it fails. */
export async function runProgram(program: string, args: readonly string[], where: Where = {}): Promise<Printed> {
  try {
    return await run(program, args, { ...where, maxBuffer: 2 ** 28 })
  } catch (error) {
    const { stdout = '', stderr = '' } = error as Partial<Printed>
    throw new Error(`${program} ${args.join(' ')} failed.\n${stdout}${stderr}`.trim(), { cause: error })
  }
}
