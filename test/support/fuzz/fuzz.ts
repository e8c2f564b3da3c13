import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { Pool } from 'undici'
import { program } from '../../../bench/support/program.ts'
import { type Client, calling } from '../app.ts'
import { costlyRequests } from './costly-requests.ts'
import { KnownIds } from './known-ids.ts'
import { documentedOperations, type Operation, storefrontOperations } from './operations.ts'
import { populate } from './populate.ts'
import { type Request, Requests, type Token } from './requests.ts'

export type FuzzOptions = {
  /** Address of an empty migrated database. */
  database_url: string
  /** Number of requests to each operation besides the costly ones. */
  requests: number
  /** Interval of the costly bodies sent for an operation: 1 sends all. */
  costly_share: number
  seed: number
  /** Maximum CPU time, in milliseconds, for which a request may block the event loop. */
  max_hold_ms: number
  /** Called for every 500, every request without a response, and every block that is too long. */
  onFault(line: string): void
}

export type FuzzReport = {
  requests: number
  operations: number
  /** Number of operations with at least one response below 400. */
  reached: number
  status_500: number
  no_response: number
  longest_hold_ms: number
  /** Requests in flight during the longest block of the event loop. */
  longest_hold_of: string
  rss_before_mb: number
  rss_after_mb: number
  heap_after_mb: number
}

type Subject = { origin: string; store_id: string; organization_id: string; tokens: Record<string, string> }
type Usage = { longest_hold_ms: number; rss: number; heap: number }

const CONNECTIONS = 8
/** Requests of one operation that are sent before those of the next. */
const AT_ONCE = 20

/** Sends hostile requests to every operation and storefront resource of a child process. */
export async function fuzz(options: FuzzOptions): Promise<FuzzReport> {
  const child = fork(program('test/support/fuzz/subject.ts'), [], {
    // Node's default memory limits apply, not those of this process.
    execArgv: [],
    env: { ...process.env, DATABASE_URL: options.database_url },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  try {
    const [subject] = (await Promise.race([once(child, 'message'), failed(child)])) as [Subject]
    return await attack(child, subject, options)
  } finally {
    const ended = once(child, 'exit')
    if (child.exitCode === null && child.kill()) await ended
  }
}

async function failed(child: ChildProcess): Promise<never> {
  await once(child, 'exit')
  throw new Error('The process under test ended before it was ready.')
}

async function attack(child: ChildProcess, subject: Subject, options: FuzzOptions): Promise<FuzzReport> {
  const pool = new Pool(subject.origin, { connections: CONNECTIONS, headersTimeout: 60_000, bodyTimeout: 60_000 })
  try {
    const document = await read(pool, '/docs/json')
    const graph = (await read(pool, '/storefront/graph')) as Parameters<typeof storefrontOperations>[0]
    const all = [...documentedOperations(document), ...storefrontOperations(graph)]
    // Deletes run last, so that other operations find their resources.
    const operations = all.toSorted((one, other) => Number(one.method === 'DELETE') - Number(other.method === 'DELETE'))
    const ids = new KnownIds(operations)
    const sender = new Sender(
      pool,
      { ...subject.tokens, storefront: subject.tokens.shopper ?? '' },
      ids,
      options.onFault,
    )
    const seller = clientOf(subject, sender)
    await excludeOwnKeys(pool, subject, ids)
    await populate(seller, sender.learning('storefront'))
    const before = await usageOf(child)
    const holds = new Holds(child, options)
    await inRounds(operations, { requests: new Requests(document, operations, ids), sender, options, seller, holds })
    await sendBytes(subject.origin, options.seed)
    const after = await holds.note('bytes at random')
    return {
      requests: sender.count,
      operations: operations.length,
      reached: sender.reached.size,
      status_500: sender.status_500,
      no_response: sender.no_response,
      longest_hold_ms: Math.round(holds.longest_ms),
      longest_hold_of: holds.longest_of,
      rss_before_mb: megabytes(before.rss),
      rss_after_mb: megabytes(after.rss),
      heap_after_mb: megabytes(after.heap),
    }
  } finally {
    await pool.close()
  }
}

/** A request that revokes one of these keys would end the run. */
async function excludeOwnKeys(pool: Pool, { tokens }: Subject, ids: KnownIds): Promise<void> {
  for (const token of [tokens.seller, tokens.organization]) {
    const headers = { authorization: `Bearer ${token}` }
    const { body } = await pool.request({ method: 'GET', path: '/v2/keys', headers })
    const { data } = (await body.json()) as { data: { id: string }[] }
    for (const { id } of data) ids.exclude(id)
  }
}

type Round = { requests: Requests; sender: Sender; options: FuzzOptions; seller: Client; holds: Holds }

/** Each round recreates what the previous round deleted. */
async function inRounds(operations: readonly Operation[], round: Round): Promise<void> {
  const { requests, sender, options, seller, holds } = round
  const { requests: wanted, seed } = options
  for (let sent = 0; sent < wanted; sent += AT_ONCE) {
    if (sent > 0) await populate(seller, sender.learning('storefront'))
    await sendAlone(round, sent, costlyRequests(seller))
    for (const [index, operation] of operations.entries()) {
      const count = Math.min(AT_ONCE, wanted - sent)
      const seedOfRound = seed + sent * 1000 + index
      await sender.sendAll(requests.other(operation, count, seedOfRound))
      await sender.sendAll(requests.queried(operation, Math.ceil(count / 2), seedOfRound))
      await holds.note(operation.name)
      await sendAlone(round, index, requests.costly(operation))
    }
  }
}

/** Sends a share of the requests one by one, so that a block of the loop can be attributed. */
async function sendAlone(
  { sender, options, holds }: Round,
  start: number,
  requests: Iterable<Request> | AsyncIterable<Request>,
): Promise<void> {
  let place = start
  for await (const request of requests) {
    place += 1
    if (place % options.costly_share !== 0) continue
    await sender.sendAll([request])
    await holds.note(describe(request))
  }
}

/** Longest block of the event loop of the process under test, and its cause. */
class Holds {
  longest_ms = 0
  longest_of = ''
  readonly #child: ChildProcess
  readonly #options: FuzzOptions

  constructor(child: ChildProcess, options: FuzzOptions) {
    this.#child = child
    this.#options = options
  }

  /** Attributes the longest block since the last call to the requests sent since then. */
  async note(sent: string): Promise<Usage> {
    const usage = await usageOf(this.#child)
    const { longest_hold_ms } = usage
    if (longest_hold_ms >= this.#options.max_hold_ms)
      this.#options.onFault(`Held for ${Math.round(longest_hold_ms)} ms: ${sent}`)
    if (longest_hold_ms > this.longest_ms) {
      this.longest_ms = longest_hold_ms
      this.longest_of = sent
    }
    return usage
  }
}

/** The smallest body limit, which the token endpoints have. */
const MIN_LIMIT = 16_384
const BROKEN_OFF = ['EPIPE', 'ECONNRESET', 'UND_ERR_SOCKET']
const MAX_TRIES = 5

class Sender {
  count = 0
  status_500 = 0
  no_response = 0
  readonly reached = new Set<string>()
  readonly #pool: Pool
  readonly #tokens: Readonly<Record<string, string>>
  readonly #ids: KnownIds
  readonly #onFault: (line: string) => void

  constructor(pool: Pool, tokens: Readonly<Record<string, string>>, ids: KnownIds, onFault: (line: string) => void) {
    this.#pool = pool
    this.#tokens = tokens
    this.#ids = ids
    this.#onFault = onFault
  }

  async sendAll(requests: readonly Request[]): Promise<void> {
    await Promise.all(requests.map((request) => this.#send(request)))
  }

  /** Sends well-formed requests, and learns ids from their responses. */
  learning(token: Token): (method: string, path: string, body?: unknown) => Promise<{ status: number; body: unknown }> {
    return async (method, path, body) => {
      const headers = { ...this.#authorization(token), 'content-type': 'application/json' }
      const sent = body === undefined ? null : JSON.stringify(body)
      const response = await this.#pool.request({ method: method as 'GET', path, headers, body: sent })
      const received = parsed(await response.body.text())
      this.#ids.learn(received)
      return { status: response.statusCode, body: received }
    }
  }

  async #send(request: Request): Promise<void> {
    this.count += 1
    try {
      const { status, received } = await this.#responseTo(request)
      if (status === 500) {
        this.status_500 += 1
        this.#onFault(`500: ${describe(request)} ${received.slice(0, 300)}`)
      }
      if (status < 400) this.reached.add(request.operation)
      if (status < 300) this.#ids.learn(parsed(received))
    } catch (error) {
      // Requests that the HTTP client rejects are not sent.
      if (error instanceof TypeError || codeOf(error) === 'UND_ERR_INVALID_ARG') this.count -= 1
      else {
        this.no_response += 1
        this.#onFault(`No response (${error}): ${describe(request)}`)
      }
    }
  }

  /**
   * A body over the limit is rejected while it is sent, which sometimes breaks the connection before the response is
   * read.
   */
  async #responseTo(request: Request, tries = 1): Promise<{ status: number; received: string }> {
    const { method, path, token, body } = request
    const headers = { ...this.#authorization(token), ...request.headers }
    try {
      const response = await this.#pool.request({ method, path, headers, body })
      return { status: response.statusCode, received: await response.body.text() }
    } catch (error) {
      const isCutOff = body !== null && body.length > MIN_LIMIT && BROKEN_OFF.includes(codeOf(error))
      if (!isCutOff || tries === MAX_TRIES) throw error
      return this.#responseTo(request, tries + 1)
    }
  }

  #authorization(token: Token): Record<string, string> {
    if (token === 'none') return {}
    return { authorization: `Bearer ${token === 'garbage' ? 'a.b.c' : this.#tokens[token]}` }
  }
}

function describe({ operation, method, path, token, headers, body }: Request): string {
  return `${operation} ${method} ${path.slice(0, 200)} as ${token} ${JSON.stringify(headers).slice(0, 200)} ${excerpt(String(body))}`
}

function excerpt(body: string): string {
  return body.length <= 200 ? body : `${body.slice(0, 140)}…${body.slice(-60)}`
}

function clientOf({ store_id, organization_id, tokens }: Subject, sender: Sender): Client {
  const send = sender.learning('seller')
  const ids = { organization_id, store_id, token: tokens.seller ?? '' }
  return calling(ids, async (method, path, body) => ({ ...(await send(method, path, body)), headers: new Headers() }))
}

/** Bytes that no HTTP client sends: random data, and truncated or malformed requests. */
async function sendBytes(origin: string, seed: number): Promise<void> {
  const { port } = new URL(origin)
  const starts = [
    '',
    'GET / HTTP/1.1\r\n',
    'POST /v2/carts HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\n\r\n',
    'PRI * HTTP/2.0\r\n\r\n',
  ]
  const chunk = fc.tuple(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 400 }))
  for (const [start, rest] of fc.sample(chunk, { numRuns: 100, seed })) {
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => {})
    socket.end(Buffer.concat([Buffer.from(start), rest]))
    await text(socket).catch(() => '')
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

async function usageOf(child: ChildProcess): Promise<Usage> {
  child.send('usage')
  const [usage] = (await once(child, 'message')) as [Usage]
  return usage
}

async function read(pool: Pool, path: string): Promise<Record<string, unknown>> {
  const { body } = await pool.request({ method: 'GET', path })
  return (await body.json()) as Record<string, unknown>
}

function parsed(received: string): unknown {
  try {
    return JSON.parse(received)
  } catch {
    return null
  }
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1e6)
}
