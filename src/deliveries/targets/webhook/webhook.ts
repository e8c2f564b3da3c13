import type { Socket } from 'node:net'
import { LRUCache } from 'lru-cache'
import { Client, type Dispatcher, Pool } from 'undici'
import { contain } from '../../../kernel/flow/contained.ts'
import type { Watch } from '../../../kernel/repeat.ts'
import type { Reply, SignedMessage } from '../../attempt.ts'
import { type Connector, guardedConnector } from '../network/connector.ts'
import { watchDeadlines } from '../network/deadlines.ts'
import { endpointOf } from '../network/endpoint.ts'
import type { AddressPolicy, Resolver } from '../network/guard.ts'
import { MAX_AGE_MS, randomAge } from '../network/guarded-agent.ts'
import type { Identity } from '../network/identity.ts'
import { type NoResponse, notSent, type Peer } from '../network/no-response.ts'
import { Exchange, type ExchangeLimits } from './exchange.ts'
import { makeSlots } from './slots.ts'

export type WebhookClientOptions = {
  policy: AddressPolicy
  /** Resolver for host names. Default: the operating system's resolver. */
  resolver?: Resolver | undefined
  proxy?: URL | null
  /** Milliseconds for connect, TLS, request and response together. */
  timeout_ms?: number
  /** Maximum number of bytes that are read of a response body. */
  max_body?: number
  connections?: number
  /** Maximum number of lanes with open connections. */
  max_lanes?: number
  /** Milliseconds for which a connection is reused, and up to half as long again. */
  max_age_ms?: number
}

export type WebhookClient = {
  /**
   * Posts a message and returns the reply; never rejects. A lane (an integration's id) has its own connections. Resolves at most
   * a quarter of a second after the timeout. A different identity object replaces the lane's connections.
   */
  send(message: SignedMessage, lane: string, identity?: Identity): Promise<Reply>
  /** Sends a message with another method or timeout. */
  request(message: SignedMessage, lane: string, options: RequestOptions): Promise<Reply>
  /** Drains requests in flight (for at most the timeout), then closes every connection. Later sends get no response. */
  close(): Promise<void>
}

/** `timeout_ms` overrides the timeout of the client. */
type RequestOptions = { method: 'POST' | 'OPTIONS'; identity: Identity | undefined; timeout_ms: number }

export function webhookClient(options: WebhookClientOptions): WebhookClient {
  return new Webhooks(options)
}

/** Destination of a lane, parsed once from its URL. */
type Destination = { url: string; origin: string; path: string; endpoint: string }

type Lane = Destination & Peer & { identity: Identity | undefined; pool: Pool; used_at: number }

/**
 * Idle time after which the pool of a lane is closed. Idle connections already close after 4 seconds, or when receivers say so.
 */
const IDLE_LANE_MS = 30_000

class Webhooks implements WebhookClient {
  readonly #limits: ExchangeLimits
  readonly #connections: number
  readonly #max_age_ms: number
  readonly #connector: Connector
  readonly #lanes: LRUCache<string, Lane>
  readonly #inFlight = makeSlots<Exchange>()
  readonly #closing = new Set<Promise<void>>()
  readonly #deadlines: Watch
  #ended: (() => void)[] = []
  #idle: (() => void) | null = null
  #closed = false

  constructor(options: WebhookClientOptions) {
    const { policy, resolver, proxy = null, timeout_ms = 10_000, max_body = 65_536 } = options
    const { connections = 64, max_lanes = 4096, max_age_ms = MAX_AGE_MS } = options
    this.#limits = { timeout_ms, max_body }
    this.#connections = connections
    this.#max_age_ms = max_age_ms
    this.#connector = guardedConnector({ policy, resolver, timeout_ms, proxy })
    this.#lanes = new LRUCache({ max: max_lanes, dispose: (lane) => this.#retire(lane) })
    this.#deadlines = watchDeadlines(timeout_ms, () => this.#endLate())
  }

  send(message: SignedMessage, key: string, identity?: Identity): Promise<Reply> {
    return this.#exchange(message, key, 'POST', identity, this.#limits)
  }

  request(message: SignedMessage, key: string, { method, identity, timeout_ms }: RequestOptions): Promise<Reply> {
    return this.#exchange(message, key, method, identity, { ...this.#limits, timeout_ms })
  }

  #exchange(
    { url, headers, body }: SignedMessage,
    key: string,
    method: RequestOptions['method'],
    identity: Identity | undefined,
    limits: ExchangeLimits,
  ): Promise<Reply> {
    return new Promise((resolve) => {
      if (this.#closed) return resolve(notSent())
      const lane = this.#laneOf(key, url, identity)
      if (lane === null) return resolve(noResponse(BAD_URL))
      const { origin, path, pool } = lane
      const request = { origin, method, path, headers, body }
      const exchange = this.#inFlight.enter(
        (slot) =>
          new Exchange(lane, limits, {
            settle: (reply) => this.#end(slot, () => resolve(reply)),
            repeat: (again) => this.#repeat(lane, request, again),
          }),
      )
      lane.used_at = exchange.started_at
      this.#deadlines.wake()
      pool.dispatch(request, exchange)
    })
  }

  /** Sends a request once more on a new connection, since other pooled connections may have closed at the same time. */
  #repeat({ origin, identity }: Lane, request: Dispatcher.DispatchOptions, exchange: Exchange): void {
    const connection = new Connection(origin, this.#connector, identity, this.#max_age_ms)
    connection.dispatch(request, exchange)
    this.#trackClosing(connection.close())
  }

  async close(): Promise<void> {
    this.#closed = true
    if (this.#inFlight.count() > 0) await new Promise<void>((resolve) => (this.#idle = resolve))
    this.#lanes.clear()
    await Promise.all(this.#closing)
    this.#connector.close()
    this.#deadlines.stop()
  }

  /**
   * Resolves one iteration of the event loop later, because undici frees the connection only then, and the next send can reuse
   * it.
   */
  #end(slot: number, resolve: () => void): void {
    this.#inFlight.leave(slot)
    this.#ended.push(resolve)
    if (this.#ended.length === 1) queueMicrotask(() => setImmediate(() => this.#resolveEnded()))
  }

  #resolveEnded(): void {
    const ended = this.#ended
    this.#ended = []
    for (const resolve of ended) resolve()
    if (this.#inFlight.count() === 0) this.#idle?.()
  }

  #laneOf(key: string, url: string, identity: Identity | undefined): Lane | null {
    const known = this.#lanes.get(key)
    if (known?.url === url && known.identity === identity) return known
    const destination = destinationOf(url)
    if (destination === null) return null
    const client_certificate = identity?.client_certificate === undefined ? 'none' : 'sent'
    const pool = this.#poolOf(destination.origin, identity)
    const lane: Lane = { ...destination, client_certificate, identity, pool, used_at: 0 }
    this.#lanes.set(key, lane)
    return lane
  }

  #poolOf(origin: string, identity: Identity | undefined): Pool {
    return new Pool(origin, {
      factory: () => new Connection(origin, this.#connector, identity, this.#max_age_ms),
      connections: this.#connections,
      allowH2: false,
    })
  }

  /** Closes a lane that was replaced, evicted or idle, after its exchanges in flight. */
  #retire({ pool }: Lane): void {
    this.#trackClosing(pool.close())
  }

  #trackClosing(ending: Promise<void>): void {
    const closing = ending.finally(() => this.#closing.delete(closing))
    this.#closing.add(closing)
  }

  /** Ends late exchanges and idle lanes; returns false once nothing is left. */
  #endLate(): boolean {
    const now = performance.now()
    for (const exchange of this.#inFlight) {
      if (exchange.isLate(now)) exchange.expire()
    }
    for (const key of this.#idleLanes(now)) this.#lanes.delete(key)
    return this.#inFlight.count() > 0 || this.#lanes.size > 0
  }

  /** Scans from the least recently used lane. */
  #idleLanes(now: number): string[] {
    const idle: string[] = []
    const max_idle_ms = Math.max(IDLE_LANE_MS, 2 * this.#limits.timeout_ms)
    for (const key of this.#lanes.rkeys()) {
      if (now - (this.#lanes.peek(key)?.used_at ?? 0) < max_idle_ms) break
      idle.push(key)
    }
    return idle
  }
}

/** Bytes parsed at once, to limit the work that a response can cause before it is stopped. */
const READ_AT_ONCE = 1_024

/**
 * One connection of a lane. Passes every chunk to the exchange before it is parsed, because undici's own limits are too loose.
 */
class Connection extends Client {
  #exchange: Exchange | null = null
  /** Time on the monotonic clock from which the next request is the last on this connection. */
  #expires_at = Infinity

  constructor(origin: string, connector: Connector, identity: Identity | undefined, max_age_ms: number) {
    super(origin, {
      connect: ({ hostname, port, protocol }, callback) =>
        connector.connect({ hostname, port, protocol, identity }, (...result) => {
          if (result[1] !== null) this.#watch(result[1], performance.now() + randomAge(max_age_ms))
          callback(...result)
        }),
      pipelining: 1,
      allowH2: false,
      maxHeaderSize: 16_384,
      // The client enforces a single deadline; undici's timers are coarse and restart with every chunk.
      headersTimeout: 0,
      bodyTimeout: 0,
    })
  }

  override dispatch(request: Dispatcher.DispatchOptions, exchange: Dispatcher.DispatchHandler): boolean {
    if (!(exchange instanceof Exchange)) return super.dispatch(request, exchange)
    exchange.begin(this.#exchange === null ? 'new' : 'reused')
    this.#exchange = exchange
    const isLast = exchange.started_at >= this.#expires_at
    return super.dispatch(isLast ? { ...request, reset: true } : request, exchange)
  }

  #watch(socket: Socket, expires_at: number): void {
    this.#expires_at = expires_at
    socket.once('close', () => (this.#expires_at = Infinity))
    const read = socket.read.bind(socket)
    socket.read = () => {
      const chunk = read(Math.min(READ_AT_ONCE, socket.readableLength) || undefined)
      if (chunk !== null)
        contain(
          () => this.#exchange?.note(chunk),
          (error) => socket.destroy(error),
        )
      return socket.destroyed ? null : chunk
    }
  }
}

const BAD_URL: NoResponse = { reason: 'bad-url', detail: 'The address of the webhook is not a valid http or https URL' }

function noResponse(why: NoResponse): Reply {
  return { kind: 'no_response', ...why, processing_time: 0 }
}

/** Returns null unless the URL is http or https. */
function destinationOf(url: string): Destination | null {
  const parsed = URL.parse(url)
  if (parsed === null || !(parsed.protocol === 'http:' || parsed.protocol === 'https:')) return null
  const { origin, pathname, search } = parsed
  return { url, origin, path: pathname + search, endpoint: endpointOf(parsed) }
}
