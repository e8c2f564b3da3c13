import { type Exchange, type Request, sendRequest } from './exchange.ts'
import { type HeaderValues, headersOf, NO_HEADERS } from './headers.ts'
import { RequestLog } from './request-log.ts'
import { resourceIn } from './resource.ts'
import type { Session } from './session.ts'
import { parseTarget, type Target } from './target.ts'

/** Sends requests with the token and the headers of this browser tab, and records them. */
export class Client {
  /** Prefix of the URLs of the API, without a trailing slash. */
  readonly base: string
  readonly log: RequestLog
  #session: Session | null
  #headers: HeaderValues

  constructor(base: string) {
    this.base = base
    this.log = new RequestLog(base)
    this.#session = JSON.parse(sessionStorage.getItem(this.#key('')) ?? 'null')
    this.#headers = { ...NO_HEADERS, ...JSON.parse(sessionStorage.getItem(this.#key('headers ')) ?? '{}') }
  }

  get session(): Session | null {
    return this.#session
  }

  set session(session: Session | null) {
    this.#session = session
    this.#store('', session)
  }

  get headers(): HeaderValues {
    return this.#headers
  }

  set headers(values: HeaderValues) {
    this.#headers = values
    this.#store('headers ', Object.values(values).every((value) => value === '') ? null : values)
  }

  /** Sends a request with a path relative to the base. */
  async send({ path, ...request }: Pick<Request, 'method' | 'label' | 'body'> & { path: string }): Promise<Exchange> {
    const token = this.#session?.token
    const headers = headersOf(this.#headers)
    const exchange = await sendRequest({ ...request, href: this.base + path, token, headers })
    // After a logout the log stays empty.
    if (token === this.#session?.token) this.log.add(exchange)
    return exchange
  }

  /** Records a request without its body and response, because they contain a password or a token. */
  recordPrivately(exchange: Exchange): void {
    this.log.add({ ...exchange, body: null, json: undefined, isRepeatable: false })
  }

  /** The path of a request, relative to the base. */
  pathOf({ href }: Pick<Exchange, 'href'>): string {
    return href.slice(this.base.length)
  }

  /** Resource that a request read, or that a change returned. */
  targetOf(exchange: Exchange): Target {
    const { self } = resourceIn(exchange.json)
    return parseTarget(exchange.method === 'GET' || self === undefined ? this.pathOf(exchange) : self.uri)
  }

  #key(part: string): string {
    return `storefront-explorer ${part}${this.base}`
  }

  #store(part: string, value: object | null): void {
    if (value === null) sessionStorage.removeItem(this.#key(part))
    else sessionStorage.setItem(this.#key(part), JSON.stringify(value))
  }
}
