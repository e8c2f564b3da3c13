import { isSuccess } from './api/exchange.js'
import { kindOf } from './api/graph.js'
import { parentUri, resourceIn } from './api/resource.js'
import {
  encodeZoom,
  kindInHash,
  parseTarget,
  parseTypedTarget,
  ROOT,
  targetHash,
  targetInHash,
  targetPath,
} from './api/target.js'
import { includesPath, withoutBranch, withPath, zoomSuggestions } from './api/zoom.js'
import { ElementNames } from './element-names.js'
import { Inspector } from './inspector.js'
import { Login } from './login.js'
import { renderInvalid, renderWithoutResource } from './views/failure.js'
import { renderKind, renderKinds } from './views/kind-view.js'
import {
  askConfirmation,
  scrollToContent,
  showBusy,
  showIdle,
  showMain,
  showRecordedStatus,
  showStatus,
  showTarget,
  showTitle,
  showZoomSuggestions,
} from './views/layout.js'
import { showNames } from './views/links.js'
import { renderResource } from './views/resource.js'
import { showZoomBuilder } from './views/zoom-builder.js'

/** @import { Client } from './api/client.js' */
/** @import { Exchange } from './api/exchange.js' */
/** @import { Change } from './views/forms.js' */
/** @import { Kind } from './api/graph.js' */
/** @import { Target } from './api/target.js' */
/** @import { Resource } from './api/resource.js' */

/** The state of the page: the displayed resource. */
export class Explorer {
  /** @type {Target} */
  target = ROOT
  /** Sections of the displayed resource that the user has toggled. @type {Map<string, boolean>} */
  opened = new Map()
  names = new ElementNames()
  confirm = askConfirmation
  /** @type {Resource} */
  #resource = {}
  /** The number of the latest request: responses to earlier ones are ignored. */
  #sequence = 0
  /** The relation of the link that the user follows. */
  #relation = ''
  #client
  #inspector
  #login

  /**
   * @param {Client} client
   * @param {readonly Kind[]} kinds
   */
  constructor(client, kinds) {
    this.kinds = kinds
    this.#client = client
    this.#inspector = new Inspector(client, this)
    this.#login = new Login(client, this)
  }

  /** Prefixes of the URLs of this API: of the page, and of the displayed resource. */
  get bases() {
    const { self } = this.#resource
    return [this.#client.base, self?.href.slice(0, self.href.length - self.uri.length) ?? this.#client.base]
  }

  /** Displays what the browser's location names: a kind of resource, a recorded response, or a resource. */
  async restore() {
    const kind = kindInHash(location.hash)
    const target = targetInHash(location.hash)
    const recorded = this.#client.log.find(history.state?.request)
    if (kind !== null) this.#showKind(kind)
    else if (this.#client.session === null) this.#login.show('Requests require a token for a store.')
    else if (recorded?.json !== undefined) this.#showRecorded(target, recorded)
    else await this.#load(target)
  }

  /** Requests the displayed resource again. */
  async reload() {
    history.replaceState(null, '')
    await this.restore()
  }

  /** @param {Target} target */
  async navigate(target) {
    this.#push(target)
    await this.#load(target)
  }

  async navigateRoot() {
    await this.navigate(ROOT)
  }

  pushRoot() {
    this.#push(ROOT)
  }

  /** Ignores responses that are still to come, and what is known of the resources of a former session. */
  reset() {
    this.#sequence += 1
    this.names.clear()
    showIdle()
  }

  /** @param {string} relation of the link that leads to the next location */
  follow(relation) {
    this.#relation = relation
  }

  /**
   * @param {string} uri
   * @param {string} zoom
   */
  async navigateTyped(uri, zoom) {
    const target = parseTypedTarget(uri, this.bases)
    if (target === null) showMain(renderInvalid('This is not a URI of this API.'))
    else await this.navigate({ uri: target.uri, zoom: target.zoom === '' ? zoom.trim() : target.zoom })
  }

  /**
   * Adds a path to the zoom, or removes it.
   * @param {string} path
   */
  async toggleEmbed(path) {
    const { uri, zoom } = this.target
    await this.navigate({ uri, zoom: includesPath(zoom, path) ? withoutBranch(zoom, path) : withPath(zoom, path) })
  }

  /** @param {string} written */
  suggestZooms(written) {
    showZoomSuggestions(zoomSuggestions(written, kindOf(this.kinds, this.#resource.self), this.kinds))
  }

  /**
   * Displays a recorded response.
   * @param {string} id
   */
  showRecorded(id) {
    const recorded = this.#client.log.find(id)
    if (recorded === null) return
    history.pushState({ request: id }, '', targetHash(this.#client.targetOf(recorded)))
    this.restore()
  }

  /**
   * Sends a recorded request again, a change after confirmation.
   * @param {Exchange} recorded
   */
  async repeat(recorded) {
    const { method, label, body } = recorded
    if (method === 'GET') {
      this.#relation = label
      await this.navigate(this.#client.targetOf(recorded))
      return
    }
    const { uri, zoom } = parseTarget(this.#client.pathOf(recorded))
    if (!(await this.confirm(`Send ${method} ${uri} again?`, 'Send'))) return
    const change = { method, label, uri, zoom, resource: this.#resource }
    await this.change(body === null ? change : { ...change, body: JSON.parse(body) })
  }

  /**
   * Sends a change and displays the resource in the response, otherwise the current one again. After an error the display
   * stays as it is.
   * @param {Change} change
   */
  async change({ method, label, uri, zoom, body, resource }) {
    const sequence = this.#beginRequest()
    const query = zoom.trim() === '' ? '' : `&zoom=${encodeZoom(zoom.trim())}`
    const path = `${uri}${method === 'POST' ? `?FollowLocation=true${query}` : ''}`
    const response = await this.#client.send({ method, label, path, ...(body !== undefined && { body }) })
    if (sequence !== this.#sequence) return response
    showIdle()
    showStatus([response])
    this.names.clear()
    if (response.status === 401) this.#login.expire(response)
    else if (!isSuccess(response)) this.#inspector.show(response)
    else await this.#showChanged(response, resource)
    return response
  }

  /**
   * @param {Exchange} response
   * @param {Resource} resource that was changed
   */
  async #showChanged(response, resource) {
    if (resourceIn(response.json).self !== undefined) {
      const target = this.#client.targetOf(response)
      this.#push(target)
      this.#show(target, [response])
      return
    }
    const isHere = resource.self !== undefined && parseTarget(resource.self.uri).uri === this.target.uri
    const now = await this.#load(this.target, [response])
    if (now.status !== 404 || !isHere) return
    const target = parseTarget(parentUri(resource))
    history.replaceState(null, '', targetHash(target))
    await this.#load(target, [response])
  }

  /** @param {Target} target */
  #push(target) {
    if (targetHash(targetInHash(location.hash)) === targetHash(target) && history.state === null) return
    history.pushState(null, '', targetHash(target))
  }

  /**
   * @param {Target} target
   * @param {readonly Exchange[]} before requests that led to this one
   */
  async #load(target, before = []) {
    const sequence = this.#beginRequest()
    const label = this.#relation
    this.#relation = ''
    const response = await this.#client.send({ method: 'GET', label, path: targetPath(target) })
    if (sequence !== this.#sequence) return response
    showIdle()
    this.#show(target, [...before, response])
    return response
  }

  /**
   * @param {Target} target
   * @param {readonly Exchange[]} exchanges the last one holds the resource
   */
  #show(target, exchanges) {
    const response = exchanges.at(-1)
    showStatus(exchanges)
    if (response?.status === 401) this.#login.expire(response)
    else if (response !== undefined) {
      this.#display(target, response)
      this.names.request(this.#client, target.uri, this.#resource, this.kinds).then(() => showNames(this.names))
    }
  }

  /**
   * @param {Target} target
   * @param {Exchange} exchange
   */
  #showRecorded(target, exchange) {
    this.#sequence += 1
    showIdle()
    this.#display(target, exchange)
    scrollToContent()
    showRecordedStatus(exchange, () => this.repeat(exchange))
  }

  /**
   * @param {Target} target
   * @param {Exchange} exchange
   */
  #display(target, exchange) {
    const isOther = target.uri !== this.target.uri
    if (isOther) this.opened.clear()
    this.target = target
    this.#resource = resourceIn(exchange.json)
    this.names.collect(exchange.json)
    showTarget(target)
    this.#inspector.show(exchange)
    const hasIt = this.#resource.self !== undefined
    showMain(hasIt ? renderResource(this, this.#resource) : renderWithoutResource(exchange, () => this.reload()))
    if (isOther) scrollToContent()
    this.suggestZooms(target.zoom)
    showZoomBuilder(this.kinds, kindOf(this.kinds, this.#resource.self))
  }

  /** @param {string} name empty for all kinds */
  #showKind(name) {
    this.#sequence += 1
    showIdle()
    const kind = this.kinds.find((one) => one.name === name)
    showStatus([])
    showTitle(kind?.name ?? 'Graph')
    showMain(kind === undefined ? renderKinds(this.kinds) : renderKind(kind, this.kinds))
    this.#inspector.showData(kind?.sources ?? this.kinds.map((one) => one.sources.graph))
  }

  #beginRequest() {
    this.#sequence += 1
    showBusy()
    return this.#sequence
  }
}
