import { runCommand } from '../../src/commands/run-command.ts'
import { cleanEnv, type Ended, type Env } from './tool.ts'

/**
 * Runs a command to its end in this process; returns its output and exit code. Only for commands that await no signal
 * and read no standard input, and one at a time, because the environment and the output are global.
 */
export async function runHere(args: readonly string[], env: Env): Promise<Ended> {
  const output = { stdout: '', stderr: '' }
  const restore = [exchangeEnv({ ...cleanEnv(), ...env }), keepExitCode(), capture('stdout'), capture('stderr')]
  try {
    const code = await runCommand(['node', 'tidings', ...args])
    // A command may resolve after setting an exit code, because some of its lines failed.
    return { code: code || Number(process.exitCode ?? 0), ...output }
  } finally {
    for (const each of restore) each()
  }

  function capture(name: 'stdout' | 'stderr'): () => void {
    const stream = process[name]
    const write = stream.write
    stream.write = (chunk: string | Uint8Array, ...rest: unknown[]) => {
      output[name] += String(chunk)
      const written = rest.at(-1)
      if (typeof written === 'function') written()
      return true
    }
    return () => {
      stream.write = write
    }
  }
}

/** Runs the command with --json; throws its output if it fails. */
export async function jsonHere<T>(args: readonly string[], env: Env): Promise<T> {
  const { code, stdout, stderr } = await runHere([...args, '--json'], env)
  if (code !== 0) throw new Error(`tidings ${args.join(' ')} failed: ${stderr}`)
  return JSON.parse(stdout)
}

function exchangeEnv(env: Readonly<Record<string, string | undefined>>): () => void {
  const before = process.env
  process.env = { ...env }
  return () => {
    process.env = before
  }
}

function keepExitCode(): () => void {
  const before = process.exitCode
  process.exitCode = undefined
  return () => {
    process.exitCode = before
  }
}
