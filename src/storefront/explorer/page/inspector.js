import { kindOf } from './api/graph.js'
import { parseTarget, parseTypedTarget, targetHash } from './api/target.js'
import { createElement } from './views/elements.js'
import { renderJson } from './views/json-view.js'
import { renderLog } from './views/log-view.js'
import { showLogSize, showPanel, showResponse } from './views/panels.js'
import { renderRequest } from './views/request-view.js'

/** @import { Client } from './api/client.js' */
/** @import { Exchange } from './api/exchange.js' */
/** @import { Kind } from './api/graph.js' */

/**
 * @typedef {{
 *   readonly kinds: readonly Kind[], readonly bases: readonly string[],
 *   showRecorded(id: string): void, repeat(exchange: Exchange): Promise<void>,
 * }} Page
 */

/** The panels beside the resource: the response as JSON, its request, and all recorded requests. */
export class Inspector {
  #client
  #page
  /** The id of the displayed request. */
  #current = ''

  /**
   * @param {Client} client
   * @param {Page} page
   */
  constructor(client, page) {
    this.#client = client
    this.#page = page
    client.log.onChange = () => this.#showLog()
  }

  /** @param {Exchange} exchange */
  show(exchange) {
    this.#current = exchange.id
    this.#showJson(exchange.json)
    showPanel('request', renderRequest(exchange, this.#client.session?.token ?? null))
    this.#showLog()
    showResponse()
  }

  /**
   * JSON that is no response, such as an entry of the graph.
   * @param {unknown} json
   */
  showData(json) {
    this.#current = ''
    this.#showJson(json)
    showPanel('request', [createElement('p', { class: 'quiet' }, 'The graph was read when the page was opened.')])
    this.#showLog()
    showResponse()
  }

  /** @param {unknown} json */
  #showJson(json) {
    const hasBody = json !== null && json !== undefined
    const parts = hasBody
      ? renderJson(json, (key, text) => this.#hashOf(key, text))
      : [createElement('p', { class: 'quiet' }, 'The response has no body.')]
    showPanel('json', parts)
  }

  /**
   * @param {string} key
   * @param {string} text
   */
  #hashOf(key, text) {
    if (key === 'uri' && /^(?:\/|$)/.test(text)) return targetHash(parseTarget(text))
    const target = key === 'href' ? parseTypedTarget(text, this.#page.bases) : null
    return target === null ? null : targetHash(target)
  }

  #showLog() {
    const { log } = this.#client
    const { kinds } = this.#page
    showLogSize(log.entries.length)
    const handlers = {
      showRecorded: (/** @type {string} */ id) => this.#page.showRecorded(id),
      repeat: (/** @type {Exchange} */ exchange) => this.#page.repeat(exchange),
      clearLog: () => log.clear(),
      pathOf: (/** @type {Exchange} */ exchange) => this.#client.pathOf(exchange),
      nameOf: (/** @type {Exchange} */ exchange) =>
        exchange.label || (kindOf(kinds, { uri: this.#client.pathOf(exchange) })?.name ?? ''),
    }
    showPanel('log', renderLog(log.entries, this.#current, handlers))
  }
}
