import { setTimeout as wait } from 'node:timers/promises'
import { type ChannelModel, connect } from 'amqplib'

export type ConnectionOptions = {
  /** amqp:// or amqps://, with its secrets. */
  url: string
  /** How the broker's own tools name the connection. */
  name: string
  /** Makes a new connection usable; it counts as up from then on. `abandon` gives it up, for a reason. */
  prepare: (model: ChannelModel, abandon: (reason: string) => void) => Promise<void>
  /** A connection that was up is gone. */
  onLost: () => void
  /** Told once of each time that the broker is away, and when it is back. */
  report: (state: 'connected' | 'away', reason: string | null) => void
}

export type Connection = { isUp(): boolean; close(): Promise<void> }

/** Milliseconds until the handshake is over. */
const PATIENCE = 5_000
/** Milliseconds until the queue has answered: one without a leader does not. */
const PREPARE_PATIENCE = 10_000
/** Seconds between two signs of life: a broker that is silent for two of them is gone. */
const HEARTBEAT = 5
const FIRST_PAUSE = 100
const LONGEST_PAUSE = 5_000
const GOODBYE = 1_000

/** Keeps one connection to the broker: lost or refused, it is tried again for ever, up to five seconds later. */
export function keepConnected(options: ConnectionOptions): Connection {
  const closing = new AbortController()
  let isUp = false

  async function keep(): Promise<void> {
    let failures = 0
    while (!closing.signal.aborted) {
      const reason = await connectOnce()
      if (closing.signal.aborted) return
      if (isUp) failures = 0
      if (failures === 0) options.report('away', reason)
      const wasUp = isUp
      isUp = false
      if (wasUp) options.onLost()
      const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** Math.min(failures, 10))
      failures += 1
      await wait(pause, undefined, { signal: closing.signal }).catch(() => {})
    }
  }

  /** Resolves once the connection is gone, with the reason. */
  async function connectOnce(): Promise<string> {
    try {
      const model = await open(options)
      const gone = goneFrom(model, closing.signal)
      const late = setTimeout(() => gone.abandon('The queue does not answer.'), PREPARE_PATIENCE)
      const trouble = await Promise.race([troubleIn(options.prepare(model, gone.abandon)), gone.reason])
      clearTimeout(late)
      if (trouble !== null) {
        gone.abandon(trouble)
        return trouble
      }
      isUp = true
      options.report('connected', null)
      return await gone.reason
    } catch (error) {
      return reasonOf(error)
    }
  }

  const kept = keep()
  return {
    isUp: () => isUp,
    async close() {
      closing.abort()
      isUp = false
      // A handshake may be under way.
      await Promise.race([kept, wait(2 * GOODBYE, undefined, { ref: false })])
    },
  }
}

function open({ url, name }: ConnectionOptions): Promise<ChannelModel> {
  const address = new URL(url)
  if (!address.searchParams.has('heartbeat')) address.searchParams.set('heartbeat', String(HEARTBEAT))
  return connect(address.href, { timeout: PATIENCE, noDelay: true, clientProperties: { connection_name: name } })
}

/** Watches a connection until it ends, is abandoned or the process lets go of it. */
function goneFrom(model: ChannelModel, closing: AbortSignal) {
  const { promise: reason, resolve } = Promise.withResolvers<string>()
  let trouble = 'The connection was closed.'
  model.on('error', (error) => {
    trouble = reasonOf(error)
  })
  model.once('close', () => {
    setTimeout(() => hangUp(model), GOODBYE).unref()
    resolve(trouble)
  })
  const abandon = (why: string) => {
    if (!closing.aborted) resolve(why)
    void takeLeave(model).then(() => resolve(why))
  }
  const letGo = () => abandon('It was let go.')
  if (closing.aborted) letGo()
  closing.addEventListener('abort', letGo, { once: true })
  void reason.then(() => closing.removeEventListener('abort', letGo))
  return { reason, abandon }
}

/** A broker that is silent must not hold up whoever ends. */
async function takeLeave(model: ChannelModel): Promise<void> {
  await Promise.race([model.close().catch(() => {}), wait(GOODBYE, undefined, { ref: false })])
  hangUp(model)
}

/** The library waits without bound for the other side to hang up, and its types do not show the socket. */
function hangUp({ connection }: ChannelModel): void {
  const { stream } = connection as unknown as { stream: { destroy(): void } }
  stream.destroy()
}

function troubleIn(work: Promise<void>): Promise<string | null> {
  return work.then(() => null, reasonOf)
}

/** Of an error that has tried several addresses only the code says something. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message || ('code' in error ? String(error.code) : error.name)
}
