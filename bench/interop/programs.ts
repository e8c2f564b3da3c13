import { type ChildProcess, spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'

type Env = Readonly<Record<string, string>>

export type Options = { folder: string; env?: Env; input?: string }

/** Programs print UTF-8 in any locale of the machine. */
const LOCALE = { LC_ALL: 'C.UTF-8', PYTHONUNBUFFERED: '1' }
const POLL_MS = 50
const START_TIMEOUT_MS = 120_000
const TAIL = 3_000

/** Runs a program to its end at low priority and returns its output; throws the output if it fails. */
export async function runProgram([program = '', ...args]: readonly string[], options: Options): Promise<string> {
  const child = spawn('nice', ['-n', '10', program, ...args], {
    cwd: options.folder,
    env: { ...process.env, ...LOCALE, ...options.env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.on('error', () => {}).end(options.input ?? '')
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${`${output}${errors}`.slice(-TAIL)}`)
  return output
}

/** A program that runs until it is stopped. */
export type Program = {
  lines(): readonly string[]
  /** Waits until the program listens on this port; throws its output if it ends first. */
  listening(port: number): Promise<void>
  /** Sends SIGKILL to the program and its child processes. */
  kill(): Promise<void>
}

export function startProgram([program = '', ...args]: readonly string[], { folder, env }: Options): Program {
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...process.env, ...LOCALE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  running.add(child)
  const ended = once(child, 'exit').finally(() => running.delete(child))
  const printed = linesOf(child)
  return {
    lines: () => printed,
    async listening(port) {
      const end = performance.now() + START_TIMEOUT_MS
      while (!(await listens(port))) {
        if (child.exitCode !== null || performance.now() > end) {
          throw new Error(`${program} does not listen on ${port}: ${printed.join('\n').slice(-TAIL)}`)
        }
        await wait(POLL_MS)
      }
    },
    async kill() {
      killGroup(child)
      await ended
    },
  }
}

const running = new Set<ChildProcess>()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
process.on('exit', () => {
  for (const child of running) killGroup(child)
})

/** The program leads its own process group, because launchers and reloading servers start children. */
function killGroup(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  process.kill(-child.pid, 'SIGKILL')
}

function linesOf(child: ChildProcess): string[] {
  const lines: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    let rest = ''
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      const parts = `${rest}${chunk}`.split('\n')
      rest = parts.pop() ?? ''
      lines.push(...parts)
    })
  }
  return lines
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const outcome = new EventEmitter()
  socket.once('connect', () => outcome.emit('is', true)).once('error', () => outcome.emit('is', false))
  const [is] = await once(outcome, 'is')
  socket.destroy()
  return is
}
