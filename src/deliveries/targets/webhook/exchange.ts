import { StringDecoder } from 'node:string_decoder'
import type { Dispatcher } from 'undici'
import { contain } from '../../../kernel/flow/contained.ts'
import type { Reply } from '../../attempt.ts'
import { type NoResponse, noConnection, noResponseOf, type Peer, unexpectedResponse } from '../network/no-response.ts'

export type ExchangeLimits = {
  /** Milliseconds for connect, TLS, request and response together. */
  timeout_ms: number
  /** Maximum number of bytes that are read of a response body. */
  max_body: number
}

type ResponseHeaders = Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2]

const EMPTY = Buffer.alloc(0)

/** Maximum size of a response in bytes, framing included: 64 KiB in chunks of one byte take 384 KiB. */
const MAX_WIRE_BYTES = 1_048_576
/**
 * Maximum number of consecutive lines outside the body: headers, interim responses, trailers. undici limits the bytes of headers,
 * but a tiny header costs it a hundred times its size, and it does not limit interim responses at all.
 */
const MAX_LINES = 500
const LINE_FEED = 10

export type ExchangeEnds = {
  /** Called exactly once. */
  settle: (reply: Reply) => void
  /** Called if a reused connection had closed before the request: send it once more, on a new connection. */
  repeat: (exchange: Exchange) => void
}

/** One request and its response, as undici's dispatch reports them. */
export class Exchange implements Dispatcher.DispatchHandler {
  /** Milliseconds on the monotonic clock. */
  readonly started_at = performance.now()
  readonly #peer: Peer
  readonly #limits: ExchangeLimits
  readonly #ends: ExchangeEnds
  #connection: 'new' | 'reused' = 'new'
  #settled = false
  #controller: Dispatcher.DispatchController | null = null
  #status_code = 0
  #headers: Record<string, string> = {}
  #body: Buffer = EMPTY
  #size = 0
  #read = 0
  /** First bytes of the response, for error messages about invalid responses. */
  #first: Buffer = EMPTY
  #lines = 0

  constructor(peer: Peer, limits: ExchangeLimits, ends: ExchangeEnds) {
    this.#peer = peer
    this.#limits = limits
    this.#ends = ends
  }

  /** Records that the request is about to be sent on this connection. */
  begin(connection: 'new' | 'reused'): void {
    this.#connection = connection
  }

  isLate(now: number): boolean {
    return now - this.started_at >= this.#limits.timeout_ms
  }

  /** Ends the exchange at its deadline and frees the connection. */
  expire(): void {
    this.#fail(this.#timeout())
    this.#controller?.abort(new Error('deadline passed'))
  }

  /** Ends the exchange after more bytes than any response needs. Must be called with every chunk before it is parsed. */
  note(chunk: Buffer): void {
    if (this.#settled) return
    if (this.#read === 0) this.#first = chunk
    this.#read += chunk.length
    const isTooLong = this.#read > MAX_WIRE_BYTES || this.#lines > MAX_LINES
    if (isTooLong && this.#status_code === 0) this.#refuse('its headers are too many or too long')
    else if (isTooLong) this.#stopReading()
    // A loop instead of `indexOf`: most chunks are so short that the native call would cost more.
    for (let at = 0; at < chunk.length; at += 1) if (chunk[at] === LINE_FEED) this.#lines += 1
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.isLate(performance.now())) this.expire()
    // Throwing here drops a request that expired while it waited for a connection, and keeps the connection.
    if (this.#settled) throw new Error('given up before it was sent')
    this.#controller = controller
  }

  onResponseStart(_: Dispatcher.DispatchController, status_code: number, headers: ResponseHeaders): void {
    if (status_code < 200) return
    this.#status_code = status_code
    this.#headers = shownHeaders(headers)
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#lines = 0
    const remaining = this.#limits.max_body - this.#size
    this.#append(chunk.length > remaining ? chunk.subarray(0, remaining) : chunk)
    if (chunk.length > remaining) this.#stopReading()
  }

  onResponseEnd(): void {
    this.#endWithResponse(false)
  }

  onResponseError(_: Dispatcher.DispatchController | null, error: Error): void {
    if (this.#settled) return
    if (this.isLate(performance.now())) this.#fail(this.#timeout())
    else this.#failOrRepeat(error)
  }

  #failOrRepeat(error: Error): void {
    const { endpoint, client_certificate } = this.#peer
    const failure = noResponseOf(error, endpoint, client_certificate, this.#first.toString('latin1'))
    const wasClosed = failure.reason === 'reset' && this.#connection === 'reused' && this.#read === 0
    this.#connection = 'new'
    const end = () => (wasClosed ? this.#ends.repeat(this) : this.#fail(failure))
    contain(end, () => this.#fail(failure))
  }

  /** Settles with the response so far and aborts the rest. */
  #stopReading(): void {
    this.#endWithResponse(true)
    this.#controller?.abort(new Error('enough was read'))
  }

  #refuse(problem: string): void {
    const detail = unexpectedResponse(this.#peer.endpoint, problem, this.#first.toString('latin1'))
    this.#fail({ reason: 'bad-answer', detail })
    this.#controller?.abort(new Error(problem))
  }

  /** Copies into one buffer that doubles in size, so that a body of tiny chunks needs no extra memory. */
  #append(chunk: Buffer): void {
    const size = this.#size + chunk.length
    if (this.#size === 0) {
      this.#body = chunk
    } else {
      if (size > this.#body.length) this.#body = grown(this.#body, Math.min(2 * size, this.#limits.max_body))
      chunk.copy(this.#body, this.#size)
    }
    this.#size = size
  }

  #endWithResponse(body_truncated: boolean): void {
    this.#end({
      kind: 'response',
      status_code: this.#status_code,
      headers: this.#headers,
      body: textOf(this.#body.subarray(0, this.#size), body_truncated),
      body_truncated,
      processing_time: this.#seconds(),
    })
  }

  #fail({ reason, detail }: NoResponse): void {
    this.#end({ kind: 'no_response', reason, detail, processing_time: this.#seconds() })
  }

  #end(reply: Reply): void {
    if (this.#settled) return
    this.#settled = true
    this.#ends.settle(reply)
  }

  #seconds(): number {
    return (performance.now() - this.started_at) / 1000
  }

  #timeout(): NoResponse {
    return { reason: 'timeout', detail: this.#timeoutDetail(`within ${this.#limits.timeout_ms / 1000} seconds`) }
  }

  #timeoutDetail(within: string): string {
    if (this.#controller === null) return noConnection(this.#peer.endpoint, within)
    if (this.#status_code === 0) return `${this.#peer.endpoint} did not respond ${within}: ${RESPOND_FIRST}`
    return `${this.#peer.endpoint} responded ${this.#status_code}, but its response did not end ${within}`
  }
}

const RESPOND_FIRST = 'it should respond first, and do its work afterwards'

const MAX_HEADERS = 8192
const MAX_HEADER = 2048

/** Headers that later stages read, and that are therefore never dropped. */
const LOGGED_HEADERS = ['retry-after', 'location', 'content-type']

const SECRET_HEADER = /^set-cookie2?$|authorization$|(?:^|-)(?:token|secret|password|api-?key)(?:-|$)/

/** Headers for the log: at most 8 KiB, with secret values masked. */
function shownHeaders(headers: ResponseHeaders): Record<string, string> {
  const shown: [string, string][] = []
  let size = 0
  for (const name of [...LOGGED_HEADERS, ...Object.keys(headers).filter((each) => !LOGGED_HEADERS.includes(each))]) {
    const value = headers[name]
    if (value === undefined) continue
    const all = typeof value === 'string' ? value : value.join(', ')
    const text = SECRET_HEADER.test(name) ? '***' : all.slice(0, MAX_HEADER)
    size += name.length + text.length
    if (size > MAX_HEADERS) break
    shown.push([name, text])
  }
  return Object.fromEntries(shown)
}

/** Decodes UTF-8 with replacement characters, and drops a character that the limit has truncated. */
function textOf(body: Buffer, truncated: boolean): string {
  if (body.length === 0) return ''
  return truncated ? new StringDecoder('utf8').write(body) : body.toString('utf8')
}

function grown(body: Buffer, length: number): Buffer {
  const larger = Buffer.allocUnsafe(length)
  body.copy(larger)
  return larger
}
