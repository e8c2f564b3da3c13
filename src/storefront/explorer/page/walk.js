import { make } from './elements.js'
import { showEntry } from './entry.js'
import { exchange, hasSucceeded } from './exchange.js'
import { kindOf } from './graph.js'
import { messagesIn, showMessages } from './messages.js'
import { addressOf, hashOf, placeAt, placeInHash, placeTyped, ROOT, zoomInQuery } from './place.js'
import { resourceIn, wayBack } from './resource.js'
import {
  confirmed,
  offerZooms,
  showAnswered,
  showJson,
  showParts,
  showPlace,
  showSession,
  showStatus,
  showWaiting,
} from './screen.js'
import { keepSession, keptSession, leave } from './session.js'
import { showResource } from './view.js'
import { isIn, suggestions, withoutPath, withPath } from './zoom.js'

/** @import { Exchange } from './exchange.js' */
/** @import { Change } from './forms.js' */
/** @import { Kind } from './graph.js' */
/** @import { Place } from './place.js' */
/** @import { Resource } from './resource.js' */
/** @import { Session } from './session.js' */

/** Somebody's walk through the API: where they are, as whom, and what they do there. */
export class Walk {
  /** @type {Place} */
  place = ROOT
  /** What was opened or closed by hand at this place. @type {Map<string, boolean>} */
  opened = new Map()
  /** @type {Session | null} */
  #session
  /** @type {Resource} */
  #resource = {}
  /** Of an answer that comes after something else was asked nothing is shown. */
  #turn = 0

  /**
   * @param {string} base what addresses of the API begin with, without a slash at its end
   * @param {readonly Kind[]} kinds
   */
  constructor(base, kinds) {
    this.base = base
    this.kinds = kinds
    this.#session = keptSession(base)
  }

  /** Goes where the browser's address says, as soon as it is known who is looking. */
  async begin() {
    this.#showSession()
    if (this.#session === null) this.#askWho('Everything below is asked for with a token of a store.')
    else await this.#load(placeInHash(location.hash))
  }

  /** @param {Place} place */
  async go(place) {
    this.#push(place)
    await this.#load(place)
  }

  /** After the browser went back or forth, or along a link. */
  async follow() {
    if (this.#session !== null) await this.#load(placeInHash(location.hash))
  }

  /**
   * @param {string} uri
   * @param {string} zoom
   */
  async goTyped(uri, zoom) {
    const { self } = this.#resource
    const bases = [this.base, self?.href.slice(0, self.href.length - self.uri.length) ?? this.base]
    const place = placeTyped(uri, bases)
    if (place === null) this.#refuse('That is not an address of this API.')
    else await this.go({ uri: place.uri, zoom: place.zoom === '' ? zoom.trim() : place.zoom })
  }

  /**
   * Puts a path into the zoom, or takes it out.
   * @param {string} path
   */
  async embed(path) {
    const { uri, zoom } = this.place
    await this.go({ uri, zoom: isIn(zoom, path) ? withoutPath(zoom, path) : withPath(zoom, path) })
  }

  /** @param {string} written */
  offer(written) {
    offerZooms(suggestions(written, kindOf(this.kinds, this.#resource.self), this.kinds))
  }

  /** @param {string} question */
  confirm(question) {
    return confirmed(question)
  }

  /**
   * Sends it and shows what came of it: the resource that the answer holds, else the place as it is now. What is refused
   * leaves everything as it is.
   * @param {Change} change
   */
  async change({ method, uri, zoom, body, resource }) {
    const turn = this.#next()
    const asked = zoom.trim() === '' ? '' : `&zoom=${zoomInQuery(zoom.trim())}`
    const href = `${this.base}${uri}${method === 'POST' ? `?FollowLocation=true${asked}` : ''}`
    const answer = await exchange({ method, href, token: this.#session?.token, ...(body !== undefined && { body }) })
    if (turn !== this.#turn) return answer
    showAnswered()
    showStatus([answer])
    if (answer.status === 401) this.#end(answer)
    else if (!hasSucceeded(answer)) showJson(answer.json)
    else await this.#showChanged(answer, resource)
    return answer
  }

  /**
   * @param {Exchange} answer
   * @param {Resource} resource that was changed
   */
  async #showChanged(answer, resource) {
    const { self } = resourceIn(answer.json)
    if (self !== undefined) {
      const place = placeAt(self.uri)
      this.#push(place)
      this.#show(place, [answer])
      return
    }
    const isHere = resource.self !== undefined && placeAt(resource.self.uri).uri === this.place.uri
    const now = await this.#load(this.place, [answer])
    if (now.status !== 404 || !isHere) return
    const place = placeAt(wayBack(resource))
    history.replaceState(null, '', hashOf(place))
    await this.#load(place, [answer])
  }

  /** @param {Place} place */
  #push(place) {
    if (hashOf(placeInHash(location.hash)) === hashOf(place)) return
    history.pushState(null, '', hashOf(place))
  }

  /**
   * @param {Place} place
   * @param {readonly Exchange[]} before what was asked for the same reason
   */
  async #load(place, before = []) {
    const turn = this.#next()
    const href = this.base + addressOf(place)
    const answer = await exchange({ method: 'GET', href, token: this.#session?.token })
    if (turn !== this.#turn) return answer
    showAnswered()
    this.#show(place, [...before, answer])
    return answer
  }

  /**
   * @param {Place} place
   * @param {readonly Exchange[]} exchanges the last of them holds what to show
   */
  #show(place, exchanges) {
    if (place.uri !== this.place.uri) this.opened.clear()
    this.place = place
    const answer = exchanges.at(-1)
    showStatus(exchanges)
    showPlace(place)
    if (answer?.status === 401) {
      this.#end(answer)
      return
    }
    showJson(answer?.json ?? null)
    this.#resource = resourceIn(answer?.json)
    const hasIt = this.#resource.self !== undefined
    showParts(hasIt ? showResource(this, this.#resource) : [refusal(answer?.json)])
    this.offer(place.zoom)
  }

  /** @param {string} text */
  #refuse(text) {
    showParts(showMessages([{ type: 'error', id: 'address', 'debug-message': text }]))
  }

  #next() {
    this.#turn += 1
    showWaiting()
    return this.#turn
  }

  #showSession() {
    const logIn = () => this.#askWho('What is in the anonymous cart comes along.')
    showSession(this.#session, { logIn, logOut: () => this.#logOut() })
  }

  /**
   * The token is good no more.
   * @param {Exchange} answer
   */
  #end({ json }) {
    this.#enterAs(null)
    this.#askWho(messagesIn(json)[0]?.['debug-message'] ?? 'The token has ended.')
  }

  async #logOut() {
    if (this.#session === null) return
    const answer = await leave(this.base, this.#session)
    showStatus([answer])
    this.#push(ROOT)
    this.#enterAs(null)
    this.#askWho('You have logged out.')
  }

  /** @param {Session | null} session */
  #enterAs(session) {
    this.#session = session
    keepSession(this.base, session)
    this.#showSession()
  }

  /** @param {string} reason */
  #askWho(reason) {
    this.#turn += 1
    const former = this.#session
    const scope = former?.scope ?? new URLSearchParams(location.search).get('scope') ?? ''
    /** @param {Session} session */
    const onEntered = (session) => {
      this.#enterAs(session)
      // Whose cart it was is now another's.
      if (former === null) this.#load(placeInHash(location.hash))
      else this.go(ROOT)
    }
    const onCancelled = () => this.#load(this.place)
    const onAnswer = (/** @type {Exchange} */ answer) => showStatus([answer])
    showJson(null)
    const form = showEntry({ base: this.base, scope, former, reason, onAnswer, onEntered, onCancelled })
    showParts([form])
    form.querySelector('h1')?.focus()
  }
}

/** @param {unknown} json */
function refusal(json) {
  const title = make('h1', { tabindex: '-1', 'data-key': 'title' }, 'Nothing to show')
  return make('div', {}, title, ...showMessages(messagesIn(json)))
}
