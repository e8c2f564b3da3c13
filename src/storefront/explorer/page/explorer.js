import { isSuccess, sendRequest } from './api/exchange.js'
import { kindOf } from './api/graph.js'
import { parentUri, resourceIn } from './api/resource.js'
import { loadSession, saveSession, signOut } from './api/session.js'
import { encodeZoom, parseTarget, parseTypedTarget, ROOT, targetHash, targetInHash, targetPath } from './api/target.js'
import { includesPath, withoutPath, withPath, zoomSuggestions } from './api/zoom.js'
import { createElement } from './views/elements.js'
import {
  askConfirmation,
  showBusy,
  showIdle,
  showJson,
  showMain,
  showSession,
  showStatus,
  showTarget,
  showZoomSuggestions,
} from './views/layout.js'
import { messagesIn, renderMessages } from './views/messages.js'
import { renderResource } from './views/resource.js'
import { renderSignIn } from './views/sign-in.js'

/** @import { Exchange } from './api/exchange.js' */
/** @import { Change } from './views/forms.js' */
/** @import { Kind } from './api/graph.js' */
/** @import { Target } from './api/target.js' */
/** @import { Resource } from './api/resource.js' */
/** @import { Session } from './api/session.js' */

/** The state of the page: the displayed resource and the session. */
export class Explorer {
  /** @type {Target} */
  target = ROOT
  /** Sections of the displayed resource that the user has toggled. @type {Map<string, boolean>} */
  opened = new Map()
  /** @type {Session | null} */
  #session
  /** @type {Resource} */
  #resource = {}
  /** The number of the latest request: responses to earlier ones are ignored. */
  #sequence = 0

  /**
   * @param {string} base prefix of the URLs of the API, without a trailing slash
   * @param {readonly Kind[]} kinds
   */
  constructor(base, kinds) {
    this.base = base
    this.kinds = kinds
    this.#session = loadSession(base)
  }

  /** Displays the resource in the browser's location, after a login if there is no session. */
  async start() {
    this.#showSession()
    if (this.#session === null) this.#showSignIn('Requests require a token for a store.')
    else await this.#load(targetInHash(location.hash))
  }

  /** @param {Target} target */
  async navigate(target) {
    this.#push(target)
    await this.#load(target)
  }

  /** Displays the resource in the browser's location, after it has changed. */
  async restore() {
    if (this.#session !== null) await this.#load(targetInHash(location.hash))
  }

  /**
   * @param {string} uri
   * @param {string} zoom
   */
  async navigateTyped(uri, zoom) {
    const { self } = this.#resource
    const bases = [this.base, self?.href.slice(0, self.href.length - self.uri.length) ?? this.base]
    const target = parseTypedTarget(uri, bases)
    if (target === null) this.#showInvalidAddress('This is not a URI of this API.')
    else await this.navigate({ uri: target.uri, zoom: target.zoom === '' ? zoom.trim() : target.zoom })
  }

  /**
   * Adds a path to the zoom, or removes it.
   * @param {string} path
   */
  async toggleEmbed(path) {
    const { uri, zoom } = this.target
    await this.navigate({ uri, zoom: includesPath(zoom, path) ? withoutPath(zoom, path) : withPath(zoom, path) })
  }

  /** @param {string} written */
  suggestZooms(written) {
    showZoomSuggestions(zoomSuggestions(written, kindOf(this.kinds, this.#resource.self), this.kinds))
  }

  /** @param {string} question */
  confirm(question) {
    return askConfirmation(question)
  }

  /**
   * Sends a change and displays the resource in the response, otherwise the current one again. After an error the display
   * stays as it is.
   * @param {Change} change
   */
  async change({ method, uri, zoom, body, resource }) {
    const sequence = this.#beginRequest()
    const query = zoom.trim() === '' ? '' : `&zoom=${encodeZoom(zoom.trim())}`
    const href = `${this.base}${uri}${method === 'POST' ? `?FollowLocation=true${query}` : ''}`
    const response = await sendRequest({
      method,
      href,
      token: this.#session?.token,
      ...(body !== undefined && { body }),
    })
    if (sequence !== this.#sequence) return response
    showIdle()
    showStatus([response])
    if (response.status === 401) this.#expireSession(response)
    else if (!isSuccess(response)) showJson(response.json)
    else await this.#showChanged(response, resource)
    return response
  }

  /**
   * @param {Exchange} response
   * @param {Resource} resource that was changed
   */
  async #showChanged(response, resource) {
    const { self } = resourceIn(response.json)
    if (self !== undefined) {
      const target = parseTarget(self.uri)
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
    if (targetHash(targetInHash(location.hash)) === targetHash(target)) return
    history.pushState(null, '', targetHash(target))
  }

  /**
   * @param {Target} target
   * @param {readonly Exchange[]} before requests that led to this one
   */
  async #load(target, before = []) {
    const sequence = this.#beginRequest()
    const href = this.base + targetPath(target)
    const response = await sendRequest({ method: 'GET', href, token: this.#session?.token })
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
    if (target.uri !== this.target.uri) this.opened.clear()
    this.target = target
    const response = exchanges.at(-1)
    showStatus(exchanges)
    showTarget(target)
    if (response?.status === 401) {
      this.#expireSession(response)
      return
    }
    showJson(response?.json ?? null)
    this.#resource = resourceIn(response?.json)
    const hasIt = this.#resource.self !== undefined
    showMain(hasIt ? renderResource(this, this.#resource) : [renderNotFound(response?.json)])
    this.suggestZooms(target.zoom)
  }

  /** @param {string} text */
  #showInvalidAddress(text) {
    showMain(renderMessages([{ type: 'error', id: 'address', 'debug-message': text }]))
  }

  #beginRequest() {
    this.#sequence += 1
    showBusy()
    return this.#sequence
  }

  #showSession() {
    const logIn = () => this.#showSignIn('The anonymous cart is kept.')
    showSession(this.#session, { logIn, logOut: () => this.#logOut() })
  }

  /**
   * Shows the login form after a 401.
   * @param {Exchange} response
   */
  #expireSession({ json }) {
    this.#setSession(null)
    this.#showSignIn(messagesIn(json)[0]?.['debug-message'] ?? 'The token has expired.')
  }

  async #logOut() {
    if (this.#session === null) return
    const response = await signOut(this.base, this.#session)
    showStatus([response])
    this.#push(ROOT)
    this.#setSession(null)
    this.#showSignIn('You have logged out.')
  }

  /** @param {Session | null} session */
  #setSession(session) {
    this.#session = session
    saveSession(this.base, session)
    this.#showSession()
  }

  /** @param {string} reason */
  #showSignIn(reason) {
    this.#sequence += 1
    const previous = this.#session
    const scope = previous?.scope ?? new URLSearchParams(location.search).get('scope') ?? ''
    /** @param {Session} session */
    const onSignedIn = (session) => {
      this.#setSession(session)
      // After a login the anonymous cart is no longer accessible.
      if (previous === null) this.#load(targetInHash(location.hash))
      else this.navigate(ROOT)
    }
    const onCancel = () => this.#load(this.target)
    const onResponse = (/** @type {Exchange} */ response) => showStatus([response])
    showJson(null)
    const form = renderSignIn({ base: this.base, scope, previous, reason, onResponse, onSignedIn, onCancel })
    showMain([form])
    form.querySelector('h1')?.focus()
  }
}

/** @param {unknown} json */
function renderNotFound(json) {
  const title = createElement('h1', { tabindex: '-1', 'data-key': 'title' }, 'Not found')
  return createElement('div', {}, title, ...renderMessages(messagesIn(json)))
}
