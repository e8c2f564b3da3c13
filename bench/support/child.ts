import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { program } from './program.ts'

/** Starts a module of bench/support/children as a child process and waits until it is ready. */
export async function startChild(
  module: string,
  args: readonly string[] = [],
  env = process.env,
  execArgv: readonly string[] = process.execArgv,
): Promise<ChildProcess> {
  const child = fork(program(`bench/support/children/${module}`), [...args], {
    env,
    execArgv: [...execArgv],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`${module} ended before it was ready.`)))
  await Promise.race([once(child, 'message'), ended])
  ended.catch(() => {})
  return child
}

/**
 * Prevents pauses for garbage collection in measuring processes: with less memory, a load generator paused for up to 90
 * ms.
 */
const ROOM_FOR_GARBAGE = ['--min-semi-space-size=64', '--max-semi-space-size=64']

/** Starts a child, sends it an order and waits for its report. */
export async function ask<Order extends object, Report>(module: string, order: Order): Promise<Report> {
  return requestReport(await startChild(module, [], process.env, [...process.execArgv, ...ROOM_FOR_GARBAGE]), order)
}

/** Same for a running child. Throws if it ends without a report. */
export async function requestReport<Report>(child: ChildProcess, order: string | object): Promise<Report> {
  const ended = new AbortController()
  const onExit = () => ended.abort()
  child.once('exit', onExit)
  child.send(order)
  try {
    const [report] = await once(child, 'message', { signal: ended.signal })
    return report as Report
  } finally {
    child.off('exit', onExit)
  }
}

export async function endChild(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}
