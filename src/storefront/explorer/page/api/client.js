import { sendRequest } from './exchange.js'
import { headersOf, loadHeaders, saveHeaders } from './headers.js'
import { RequestLog } from './request-log.js'
import { resourceIn } from './resource.js'
import { loadSession, saveSession } from './session.js'
import { parseTarget } from './target.js'

/** @import { Exchange, Request } from './exchange.js' */
/** @import { HeaderValues } from './headers.js' */
/** @import { Session } from './session.js' */

/** Sends requests with the token and the headers of this browser tab, and records them. */
export class Client {
  /** @type {Session | null} */
  #session
  /** @type {HeaderValues} */
  #headers

  /** @param {string} base prefix of the URLs of the API, without a trailing slash */
  constructor(base) {
    this.base = base
    this.log = new RequestLog(base)
    this.#session = loadSession(base)
    this.#headers = loadHeaders(base)
  }

  get session() {
    return this.#session
  }

  set session(session) {
    this.#session = session
    saveSession(this.base, session)
  }

  get headers() {
    return this.#headers
  }

  set headers(values) {
    this.#headers = values
    saveHeaders(this.base, values)
  }

  /**
   * @param {Pick<Request, 'method' | 'label' | 'body'> & { path: string }} request with the path relative to the base
   * @returns {Promise<Exchange>}
   */
  async send({ path, ...request }) {
    const headers = headersOf(this.#headers)
    const token = this.#session?.token
    const exchange = await sendRequest({ ...request, href: this.base + path, token, headers })
    // After a logout the log stays empty.
    if (token === this.#session?.token) this.log.add(exchange)
    return exchange
  }

  /**
   * Records a request without its body and response, which hold a password or a token.
   * @param {Exchange} exchange
   */
  recordPrivately(exchange) {
    this.log.add({ ...exchange, body: null, json: undefined, isRepeatable: false })
  }

  /**
   * The path of a request, relative to the base.
   * @param {Pick<Exchange, 'href'>} exchange
   */
  pathOf({ href }) {
    return href.slice(this.base.length)
  }

  /**
   * The resource that a request read, or that a change led to.
   * @param {Exchange} exchange
   */
  targetOf(exchange) {
    const { self } = resourceIn(exchange.json)
    return parseTarget(exchange.method === 'GET' || self === undefined ? this.pathOf(exchange) : self.uri)
  }
}
