import { setTimeout as wait } from 'node:timers/promises'
import { type ChannelModel, connect } from 'amqplib'

export type ConnectionOptions = {
  /** amqp:// or amqps://, with its secrets. */
  url: string
  /** Name of the connection in the broker's tools. */
  name: string
  /** Prepares a new connection, which is up once this resolves. `abandon` closes it for a reason. */
  prepare: (model: ChannelModel, abandon: (reason: string) => void) => Promise<void>
  /** Called when a connection that was up is lost. */
  onLost: () => void
  /** Called once when the broker becomes unavailable, and once when it is back. */
  report: (state: 'connected' | 'away', reason: string | null) => void
}

export type Connection = { isUp(): boolean; close(): Promise<void> }

const HANDSHAKE_TIMEOUT_MS = 5_000
/** Timeout of the queue declaration, because a queue without a leader does not respond. */
const PREPARE_TIMEOUT_MS = 10_000
/** A broker that misses two heartbeats is considered unavailable. */
const HEARTBEAT_SECONDS = 5
const FIRST_PAUSE_MS = 100
const MAX_PAUSE_MS = 5_000
const CLOSE_TIMEOUT_MS = 1_000

/** Keeps one connection to the broker open, and reconnects after at most five seconds. */
export function openReconnecting(options: ConnectionOptions): Connection {
  const closing = new AbortController()
  let isUp = false

  async function run(): Promise<void> {
    let failures = 0
    while (!closing.signal.aborted) {
      const reason = await connectOnce()
      if (closing.signal.aborted) return
      if (isUp) failures = 0
      if (failures === 0) options.report('away', reason)
      const wasUp = isUp
      isUp = false
      if (wasUp) options.onLost()
      const pause = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures, 10))
      failures += 1
      await wait(pause, undefined, { signal: closing.signal }).catch(() => {})
    }
  }

  /** Resolves with the reason once the connection is lost. */
  async function connectOnce(): Promise<string> {
    try {
      const model = await open(options)
      const watched = watchConnection(model, closing.signal)
      const timeout = setTimeout(() => watched.abandon('The queue does not respond.'), PREPARE_TIMEOUT_MS)
      const failure = await Promise.race([reasonOfFailure(options.prepare(model, watched.abandon)), watched.reason])
      clearTimeout(timeout)
      if (failure !== null) {
        watched.abandon(failure)
        return failure
      }
      isUp = true
      options.report('connected', null)
      return await watched.reason
    } catch (error) {
      return reasonOf(error)
    }
  }

  const running = run()
  return {
    isUp: () => isUp,
    async close() {
      closing.abort()
      isUp = false
      // A handshake may be in flight.
      await Promise.race([running, wait(2 * CLOSE_TIMEOUT_MS, undefined, { ref: false })])
    },
  }
}

function open({ url, name }: ConnectionOptions): Promise<ChannelModel> {
  const address = new URL(url)
  if (!address.searchParams.has('heartbeat')) address.searchParams.set('heartbeat', String(HEARTBEAT_SECONDS))
  return connect(address.href, {
    timeout: HANDSHAKE_TIMEOUT_MS,
    noDelay: true,
    clientProperties: { connection_name: name },
  })
}

/** Watches a connection until it ends, is abandoned or the process closes it. */
function watchConnection(model: ChannelModel, closing: AbortSignal) {
  const { promise: reason, resolve } = Promise.withResolvers<string>()
  let failure = 'The connection was closed.'
  model.on('error', (error) => {
    failure = reasonOf(error)
  })
  model.once('close', () => {
    setTimeout(() => destroySocket(model), CLOSE_TIMEOUT_MS).unref()
    resolve(failure)
  })
  const abandon = (why: string) => {
    if (!closing.aborted) resolve(why)
    void closeGracefully(model).then(() => resolve(why))
  }
  const release = () => abandon('It was closed by this process.')
  if (closing.aborted) release()
  closing.addEventListener('abort', release, { once: true })
  void reason.then(() => closing.removeEventListener('abort', release))
  return { reason, abandon }
}

/** Limits the time, because an unresponsive broker must not delay the shutdown. */
async function closeGracefully(model: ChannelModel): Promise<void> {
  await Promise.race([model.close().catch(() => {}), wait(CLOSE_TIMEOUT_MS, undefined, { ref: false })])
  destroySocket(model)
}

/**
 * Destroys the socket, since the library waits indefinitely for the other side to close, and its types do not include the socket.
 */
function destroySocket({ connection }: ChannelModel): void {
  const { stream } = connection as typeof connection & { stream: { destroy(): void } }
  stream.destroy()
}

function reasonOfFailure(work: Promise<void>): Promise<string | null> {
  return work.then(() => null, reasonOf)
}

/** An error for several addresses has a code but no message. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message || ('code' in error ? String(error.code) : error.name)
}
