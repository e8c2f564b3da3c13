import type { Socket } from 'node:net'
import { LRUCache } from 'lru-cache'
import type { StompConfiguration } from '../../../integrations/kinds/stomp.ts'
import type { Watch } from '../../../kernel/repeat.ts'
import type { QueueMessage, Reply } from '../../attempt.ts'
import { type Connector, guardedConnector } from '../network/connector.ts'
import { watchDeadlines } from '../network/deadlines.ts'
import { endpointOf } from '../network/endpoint.ts'
import type { AddressPolicy, Resolver } from '../network/guard.ts'
import { MAX_AGE_MS, randomAge } from '../network/guarded-agent.ts'
import { identityOf } from '../network/identity.ts'
import { type NoResponse, noConnection, noResponseOf, notSent } from '../network/no-response.ts'
import type { Sent } from '../target.ts'
import { type Confirmation, type Failure, StompConnection } from './connection.ts'
import { addressing } from './destination.ts'
import { missingQueue, needsQueue } from './queue-check.ts'

export type StompClientOptions = {
  policy: AddressPolicy
  resolver?: Resolver | undefined
  proxy?: URL | null
  /** Milliseconds for an attempt: connecting, TLS, logging in and the receipt together. */
  timeout_ms?: number
  /** Milliseconds after which an idle connection is closed. */
  idle_ms?: number
  /** Milliseconds between heartbeats in both directions; a connection is closed after two missed heartbeats. */
  heartbeat_ms?: number
  /** Milliseconds for which a connection is reused, and up to half as long again. */
  max_age_ms?: number
}

export type StompClient = {
  /** Sends a message and returns the reply; never rejects. A lane (an integration's id) has one connection. */
  send(message: QueueMessage, queue: StompConfiguration, lane: string): Promise<Sent>
  /** Drains messages in flight, then closes every connection. */
  close(): Promise<void>
}

const MAX_LANES = 4_096

/** If `connection` is null, the next message opens one. `next` is the index of the first address to try. */
type Lane = {
  queue: StompConfiguration
  connection: StompConnection | null
  connecting: Promise<StompConnection | Confirmation> | null
  next: number
  sending: number
  used_at: number
  /** Time on the monotonic clock at which the connection is too old for further messages. */
  replace_at: number
}

export function stompClient(options: StompClientOptions): StompClient {
  return new Brokers(options)
}

class Brokers implements StompClient {
  readonly #timeout_ms: number
  readonly #idle_ms: number
  readonly #heartbeat_ms: number
  readonly #max_age_ms: number
  readonly #connector: Connector
  readonly #lanes: LRUCache<string, Lane>
  /** Lanes that were replaced, evicted or idle and still have messages in flight. */
  readonly #retiring = new Map<Lane, Promise<void>>()
  readonly #sending = new Set<Promise<unknown>>()
  readonly #deadlines: Watch
  #closed = false

  constructor(options: StompClientOptions) {
    const { policy, resolver, proxy = null, timeout_ms = 10_000 } = options
    const { idle_ms = 30_000, heartbeat_ms = 10_000, max_age_ms = MAX_AGE_MS } = options
    this.#timeout_ms = timeout_ms
    this.#idle_ms = idle_ms
    this.#heartbeat_ms = heartbeat_ms
    this.#max_age_ms = max_age_ms
    this.#connector = guardedConnector({ policy, resolver, timeout_ms, proxy })
    this.#lanes = new LRUCache({ max: MAX_LANES, dispose: (lane) => this.#retire(lane) })
    this.#deadlines = watchDeadlines(timeout_ms, () => this.#endLate())
  }

  async send(message: QueueMessage, queue: StompConfiguration, key: string): Promise<Sent> {
    if (this.#closed) return { request_headers: {}, reply: notSent() }
    const headers = headersOf(message)
    const [body = ''] = message.bodies()
    const started = performance.now()
    const lane = this.#laneOf(key, queue)
    const sending = this.#deliver(lane, headers, body)
    this.#sending.add(sending)
    this.#deadlines.wake()
    const confirmation = await sending.finally(() => this.#sending.delete(sending))
    const processing_time = (performance.now() - started) / 1000
    const request_headers = { ...(lane.connection?.addressing(queue) ?? addressing(queue, undefined)), ...headers }
    return { request_headers, reply: replyOf(confirmation, processing_time) }
  }

  async close(): Promise<void> {
    this.#closed = true
    await Promise.all(this.#sending)
    this.#lanes.clear()
    await Promise.all(this.#retiring.values())
    this.#connector.close()
    this.#deadlines.stop()
  }

  async #deliver(lane: Lane, headers: Record<string, string>, body: string): Promise<Confirmation> {
    const expires_at = performance.now() + this.#timeout_ms
    lane.sending += 1
    try {
      const connection = lane.connection?.isOpen()
        ? lane.connection
        : await within(this.#timeout_ms, this.#connect(lane), this.#timeout(lane))
      if (!(connection instanceof StompConnection)) return connection
      return await connection.send(connection.addressing(lane.queue), headers, body, expires_at)
    } finally {
      lane.sending -= 1
      lane.used_at = performance.now()
    }
  }

  #laneOf(key: string, queue: StompConfiguration): Lane {
    const known = this.#lanes.get(key)
    const now = performance.now()
    const isSame = known?.queue === queue
    if (isSame && now < known.replace_at) return known
    // Replacing the lane closes its connection once its messages in flight have ended. The new lane tries the same address first.
    const { length } = queue.addresses
    const next = isSame ? (known.next + length - 1) % length : 0
    const replace_at = now + randomAge(this.#max_age_ms)
    const lane = { queue, connection: null, connecting: null, next, sending: 0, used_at: now, replace_at }
    this.#lanes.set(key, lane)
    return lane
  }

  /** Returns the lane's connection; concurrent messages share one attempt to open it. */
  async #connect(lane: Lane): Promise<StompConnection | Confirmation> {
    lane.connecting ??= this.#open(lane).finally(() => {
      lane.connecting = null
    })
    return lane.connecting
  }

  /** Tries each address once, starting after the last connected address, within an equal share of the time. */
  async #open(lane: Lane): Promise<StompConnection | Confirmation> {
    const { addresses } = lane.queue
    const failures: Failure[] = []
    for (let tried = 0; tried < addresses.length; tried += 1) {
      const at = (lane.next + tried) % addresses.length
      const opened = await this.#openAt(String(addresses[at]), lane.queue)
      if (opened instanceof StompConnection) {
        lane.next = (at + 1) % addresses.length
        lane.connection = opened
        return opened
      }
      failures.push(opened)
    }
    return failureOf(failures)
  }

  async #openAt(address: string, queue: StompConfiguration): Promise<StompConnection | Failure> {
    const url = URL.parse(address)
    if (url === null)
      return { kind: 'no_response', reason: 'bad-url', detail: 'The address of the broker is not valid' }
    const end = performance.now() + (0.9 * this.#timeout_ms) / queue.addresses.length
    const opened = await this.#logIn(url, queue, end)
    if (!(opened instanceof StompConnection) || !needsQueue(queue.destination, opened.server())) return opened
    const missing = await this.#missingQueue(url, queue, (performance.now() + end) / 2)
    if (missing === null) return opened
    await opened.close()
    return missing
  }

  /** Returns null if the queue exists, or if this is still unknown at `end` (monotonic). */
  async #missingQueue(url: URL, queue: StompConfiguration, end: number): Promise<Failure | null> {
    const connection = await this.#logIn(url, queue, end)
    if (!(connection instanceof StompConnection)) return null
    const late = { reason: 'timeout', detail: '' } as const
    const missing = await within(end - performance.now(), missingQueue(connection, queue.destination), late)
    await connection.close()
    return missing?.kind === 'refused' ? missing : null
  }

  /** Connects and logs in by `end` (monotonic). */
  async #logIn(url: URL, { ca, ...login }: StompConfiguration, end: number): Promise<StompConnection | Failure> {
    const endpoint = endpointOf(url)
    const late = { reason: 'timeout', detail: noConnection(endpoint, 'in time') } as const
    const connecting = this.#socketTo(url, ca)
    const socket = await within(end - performance.now(), connecting, late)
    if ('kind' in socket) {
      void connecting.then((late_socket) => 'destroy' in late_socket && late_socket.destroy())
      return socket
    }
    const logging_in = StompConnection.open(socket, endpoint, { ...login, heartbeat_ms: this.#heartbeat_ms })
    const opened = await within(end - performance.now(), logging_in, {
      reason: 'timeout',
      detail: `${endpoint} accepted the connection, but did not respond to the login in time: check that this is a STOMP port`,
    })
    if (!(opened instanceof StompConnection)) socket.destroy()
    return opened
  }

  #socketTo(url: URL, ca: string | undefined): Promise<Socket | Failure> {
    const { hostname, port, protocol } = url
    const endpoint = { hostname: hostname.replace(/^\[(.*)\]$/, '$1'), port, protocol, identity: identityOf({ ca }) }
    return new Promise((resolve) => {
      this.#connector.connect(endpoint, (error, socket) =>
        resolve(error === null ? socket : { kind: 'no_response', ...noResponseOf(error, endpointOf(url)) }),
      )
    })
  }

  /** Closes a lane that was replaced, evicted or idle, after its messages in flight. */
  #retire(lane: Lane): void {
    const closing = this.#closeLane(lane).finally(() => this.#retiring.delete(lane))
    this.#retiring.set(lane, closing)
  }

  async #closeLane(lane: Lane): Promise<void> {
    while (lane.sending > 0) await Promise.race([...this.#sending])
    await lane.connecting
    await lane.connection?.close()
  }

  /** Ends late attempts and idle lanes; returns false once no lanes are left. */
  #endLate(): boolean {
    const now = performance.now()
    for (const lane of this.#retiring.keys()) lane.connection?.expire(now, this.#timeout(lane))
    for (const [key, lane] of this.#lanes.entries()) {
      lane.connection?.expire(now, this.#timeout(lane))
      if (lane.sending === 0 && now - lane.used_at >= this.#idle_ms) this.#lanes.delete(key)
    }
    return this.#lanes.size > 0 || this.#retiring.size > 0
  }

  #timeout({ connection, queue }: Lane): NoResponse {
    const endpoint = connection?.endpoint ?? queue.addresses.flatMap(endpointsOf).join(', ')
    return {
      reason: 'timeout',
      detail: `${endpoint} did not confirm the message within ${this.#timeout_ms / 1000} seconds${ALARM}`,
    }
  }
}

function endpointsOf(address: string): string[] {
  const url = URL.parse(address)
  return url === null ? [] : [endpointOf(url)]
}

/** Failure of all addresses. A rejection by a broker is more specific than an unreachable address. */
function failureOf(failures: readonly Failure[]): Failure {
  const refusal = failures.find(({ kind }) => kind === 'refused')
  if (refusal !== undefined) return refusal
  const last = failures.at(-1)
  if (last?.kind !== 'no_response')
    return { kind: 'no_response', reason: 'bad-url', detail: 'The integration has no address' }
  if (failures.length === 1) return last
  const details = failures.map(({ detail }) => detail).join('; ')
  return { ...last, detail: `None of the ${failures.length} addresses works: ${details}` }
}

/** Brokers that are short of memory or disk stop reading instead of rejecting messages. */
const ALARM = ": check the broker's alarms for memory and disk space"

async function within<T>(ms: number, promise: Promise<T>, why: NoResponse): Promise<T | Failure> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Failure>((resolve) => {
    timer = setTimeout(() => resolve({ kind: 'no_response', ...why }), ms)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

function headersOf({ event_id, triggered_by, traceparent }: QueueMessage): Record<string, string> {
  return {
    'content-type': 'application/json',
    persistent: 'true',
    'event-id': event_id,
    'triggered-by': triggered_by,
    ...(traceparent !== null && { traceparent }),
  }
}

function replyOf(confirmation: Confirmation, processing_time: number): Reply {
  switch (confirmation.kind) {
    case 'accepted':
      return {
        kind: 'accepted',
        status_code: null,
        headers: { 'receipt-id': confirmation.receipt },
        body: '',
        processing_time,
      }
    case 'refused':
      return { ...confirmation, overloaded: false, final: false, status_code: null, processing_time }
    case 'no_response':
      return { ...confirmation, processing_time }
  }
}
