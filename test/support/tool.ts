import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { program } from '../../bench/support/program.ts'
import { TIMEOUT_MS } from './timeout.ts'

const BIN = program('bin/tidings.js')

export type Env = Readonly<Record<string, string>>

export type Ended = { code: number | null; stdout: string; stderr: string }

export type RunningTool = {
  child: ChildProcess
  stdout(): string
  stderr(): string
  /** Resolves with the first match in the output; rejects if the command exits first or takes too long. */
  prints(pattern: RegExp): Promise<RegExpExecArray>
  end(signal: NodeJS.Signals): Promise<Ended>
  ended: Promise<Ended>
}

const running = new Set<ChildProcess>()

export function toolCommand(args: readonly string[]): [string, ...string[]] {
  return [process.execPath, BIN, ...args]
}

/** Starts the tool as a child process, without the settings of the user's environment. */
export function startTool(args: readonly string[], env: Env, folder?: string): RunningTool {
  const [program, ...rest] = toolCommand(args)
  const child = spawn(program, rest, { env: { ...cleanEnv(), ...env }, cwd: folder, stdio: 'pipe' })
  running.add(child)
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const ended = once(child, 'close').then(([code]): Ended => {
    running.delete(child)
    return { code, stdout, stderr }
  })
  return {
    child,
    stdout: () => stdout,
    stderr: () => stderr,
    ended,
    prints: (pattern) => waitFor(child, pattern, () => stdout + stderr),
    end: (signal) => {
      child.kill(signal)
      return ended
    },
  }
}

export async function runTool(args: readonly string[], env: Env, input = ''): Promise<Ended> {
  const { child, ended } = startTool(args, env)
  child.stdin?.end(input)
  return ended
}

/** Kills processes that a failed test left running. */
export function endTools(): void {
  for (const child of running) child.kill('SIGKILL')
}

function waitFor(child: ChildProcess, pattern: RegExp, said: () => string): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    const giveUp = (trouble: string) => () => {
      stop()
      reject(new Error(`Waiting for ${pattern}, the tool ${trouble}: ${said()}`))
    }
    const look = () => {
      const match = pattern.exec(said())
      if (match === null) return
      stop()
      resolve(match)
    }
    const onClose = giveUp('ended')
    const timer = setTimeout(giveUp('said nothing of it'), TIMEOUT_MS)
    const stop = () => {
      clearTimeout(timer)
      child.stdout?.off('data', look)
      child.stderr?.off('data', look)
      child.off('close', onClose)
    }
    child.stdout?.on('data', look)
    child.stderr?.on('data', look)
    child.on('close', onClose)
    look()
  })
}

const SETTING = /^(TIDINGS_|DATABASE_|TRANSPORT_|PORT$|HOST$)/

/** The environment without Tidings settings. */
export function cleanEnv(): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !SETTING.test(name)))
}
