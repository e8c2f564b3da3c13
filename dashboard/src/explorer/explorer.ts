import type { Client } from './api/client.ts'
import { type Exchange, isSuccess } from './api/exchange.ts'
import { type Kind, kindOf } from './api/graph.ts'
import type { HeaderValues } from './api/headers.ts'
import { namesIn, zoomForNames } from './api/names.ts'
import { messagesIn, parentUri, type Resource, resourceIn } from './api/resource.ts'
import { type Credentials, type Session, signIn, signOut } from './api/session.ts'
import {
  encodeZoom,
  isWebAddress,
  kindInHash,
  parseTarget,
  parseTypedTarget,
  ROOT,
  type Target,
  targetHash,
  targetInHash,
  targetPath,
} from './api/target.ts'
import { includesPath, withoutBranch, withPath } from './api/zoom.ts'
import type { Change, State } from './state.ts'

/** The state of the page, and what the user does with it. */
export class Explorer {
  readonly kinds: readonly Kind[]
  readonly #client: Client
  readonly #listeners = new Set<() => void>()
  #state: State
  /** The number of the latest request: responses to earlier ones are ignored. */
  #sequence = 0
  /** The relation of the link that the user follows. */
  #relation = ''

  constructor(client: Client, kinds: readonly Kind[]) {
    this.kinds = kinds
    this.#client = client
    const { session, headers, log } = client
    const empty = { target: null, exchanges: [], inspected: null, isBusy: false, names: new Map() }
    this.#state = { ...empty, shown: { what: 'nothing' }, session, headers, log: log.entries }
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly getState = (): State => this.#state

  /** Prefixes of the URLs of this API: of the page, and of the displayed resource. */
  get bases(): readonly string[] {
    const { shown } = this.#state
    const self = shown.what === 'response' ? shown.resource.self : undefined
    return [this.#client.base, self?.href.slice(0, self.href.length - self.uri.length) ?? this.#client.base]
  }

  /** The kind of the displayed resource. */
  get kind(): Kind | null {
    const { shown } = this.#state
    return shown.what === 'response' ? kindOf(this.kinds, shown.resource.self) : null
  }

  /** The address that a member of a response leads to: in the page, or in the web; undefined for other texts. */
  readonly hrefOf = (member: string, text: string): string | undefined => {
    if (member === 'uri' && /^(?:\/|$)/.test(text)) return targetHash(parseTarget(text))
    const target = member === 'href' ? parseTypedTarget(text, this.bases) : null
    if (target !== null) return targetHash(target)
    return isWebAddress(text) ? text : undefined
  }

  pathOf(exchange: Exchange): string {
    return this.#client.pathOf(exchange)
  }

  /** Displays what the browser's location names: a kind of resource, a recorded response, or a resource. */
  readonly restore = async (): Promise<void> => {
    const name = kindInHash(location.hash)
    const target = targetInHash(location.hash)
    const recorded = this.#client.log.find(history.state?.request)
    if (name !== null) this.#showGraph(name)
    else if (this.#client.session === null) this.showLogIn('Requests require a token for a store.')
    else if (recorded?.json !== undefined) this.#showRecorded(target, recorded)
    else await this.#load(target)
  }

  /** Requests the displayed resource again. */
  readonly reload = async (): Promise<void> => {
    history.replaceState(null, '')
    await this.restore()
  }

  async navigate(target: Target): Promise<void> {
    this.#push(target)
    await this.#load(target)
  }

  /** Notes the relation of the link that leads to the next location. */
  follow(relation: string): void {
    this.#relation = relation
  }

  async navigateTyped(uri: string, zoom: string): Promise<void> {
    const target = parseTypedTarget(uri, this.bases)
    if (target === null) this.#update({ shown: { what: 'invalid-address' } })
    else await this.navigate({ uri: target.uri, zoom: target.zoom === '' ? zoom.trim() : target.zoom })
  }

  /** Adds a path to the zoom, or removes it. */
  async toggleEmbed(path: string): Promise<void> {
    const { uri, zoom } = this.#state.target ?? ROOT
    await this.navigate({ uri, zoom: includesPath(zoom, path) ? withoutBranch(zoom, path) : withPath(zoom, path) })
  }

  /** Displays a recorded response. */
  showRecorded(recorded: Exchange): void {
    history.pushState({ request: recorded.id }, '', targetHash(this.#client.targetOf(recorded)))
    this.restore()
  }

  /** Sends a recorded request again. */
  async repeat(recorded: Exchange): Promise<void> {
    const { method, label, body } = recorded
    if (method === 'GET') {
      this.#relation = label
      return this.navigate(this.#client.targetOf(recorded))
    }
    const { shown } = this.#state
    const resource = shown.what === 'response' ? shown.resource : {}
    const change = { method, label, resource, ...parseTarget(this.#client.pathOf(recorded)) }
    await this.change(body === null ? change : { ...change, body: JSON.parse(body) })
  }

  clearLog(): void {
    this.#client.log.clear()
    this.#update({})
  }

  /**
   * Sends a change and displays the resource in the response, otherwise the current one again. After an error the content
   * stays as it is.
   */
  async change({ method, label, uri, zoom, body, resource }: Change): Promise<Exchange> {
    const sequence = this.#beginRequest()
    const query = zoom.trim() === '' ? '' : `&zoom=${encodeZoom(zoom.trim())}`
    const path = `${uri}${method === 'POST' ? `?FollowLocation=true${query}` : ''}`
    const response = await this.#client.send({ method, label, path, body })
    if (sequence !== this.#sequence) return response
    this.#update({ isBusy: false, exchanges: [response], names: new Map() })
    if (response.status === 401) this.#expire(response)
    else if (!isSuccess(response)) this.#update({ inspected: response })
    else await this.#showChanged(response, resource)
    return response
  }

  /** Displays what follows from the change of a resource. */
  async #showChanged(response: Exchange, resource: Resource): Promise<void> {
    if (resourceIn(response.json).self !== undefined) {
      const target = this.#client.targetOf(response)
      this.#push(target)
      this.#show(target, [response])
      return
    }
    const here = this.#state.target ?? ROOT
    const isHere = resource.self !== undefined && parseTarget(resource.self.uri).uri === here.uri
    const now = await this.#load(here, [response])
    if (now.status !== 404 || !isHere) return
    const parent = parseTarget(parentUri(resource))
    history.replaceState(null, '', targetHash(parent))
    await this.#load(parent, [response])
  }

  setHeaders(headers: HeaderValues): void {
    this.#client.headers = headers
    this.#reset()
    this.reload()
  }

  showLogIn(reason: string, former_scope?: string): void {
    this.#reset()
    const { session: previous } = this.#client
    const scope = previous?.scope ?? former_scope ?? new URLSearchParams(location.search).get('scope') ?? ''
    this.#update({ shown: { what: 'log-in', reason, scope, previous }, inspected: null })
  }

  async logIn(credentials: Credentials, previous: Session | null): Promise<Exchange> {
    const { response, session } = await signIn(this.#client.base, credentials, previous)
    this.#client.recordPrivately(response)
    this.#update({ exchanges: [response] })
    if (session === null) return response
    this.#setSession(session)
    // After a login the anonymous cart is no longer accessible.
    if (previous === null) this.restore()
    else this.navigate(ROOT)
    return response
  }

  async logOut(): Promise<void> {
    const { session, base, log } = this.#client
    if (session === null) return
    const response = await signOut(base, session)
    this.#update({ exchanges: [response] })
    this.#push(ROOT)
    log.clear()
    this.#setSession(null)
    this.showLogIn('You have logged out.')
  }

  #expire({ json }: Exchange): void {
    const scope = this.#client.session?.scope
    this.#setSession(null)
    this.showLogIn(messagesIn(json)[0]?.['debug-message'] ?? 'The token has expired.', scope)
  }

  #setSession(session: Session | null): void {
    this.#client.session = session
    this.#reset()
  }

  #push(target: Target): void {
    if (targetHash(targetInHash(location.hash)) === targetHash(target) && history.state === null) return
    history.pushState(null, '', targetHash(target))
  }

  /** Requests and displays a resource after other requests that led to it. */
  async #load(target: Target, before: readonly Exchange[] = []): Promise<Exchange> {
    const sequence = this.#beginRequest()
    const label = this.#relation
    this.#relation = ''
    const response = await this.#client.send({ method: 'GET', label, path: targetPath(target) })
    if (sequence === this.#sequence) this.#show(target, [...before, response])
    return response
  }

  #show(target: Target, exchanges: readonly Exchange[]): void {
    this.#update({ isBusy: false, exchanges })
    const response = exchanges.at(-1)
    if (response?.status === 401) this.#expire(response)
    else if (response !== undefined) {
      this.#display(target, response, false)
      this.#requestNames(target.uri, resourceIn(response.json))
    }
  }

  #showRecorded(target: Target, exchange: Exchange): void {
    this.#sequence += 1
    this.#update({ isBusy: false, exchanges: [exchange] })
    this.#display(target, exchange, true)
  }

  #display(target: Target, exchange: Exchange, isRecorded: boolean): void {
    const known = namesIn(exchange.json).filter(([, name]) => name !== '')
    const names = new Map([...this.#state.names, ...known])
    const shown = { what: 'response', exchange, resource: resourceIn(exchange.json), isRecorded } as const
    this.#update({ target, shown, names, inspected: exchange })
  }

  /** Requests the names of the elements of all lists in a resource, with one request for all of them. */
  async #requestNames(uri: string, resource: Resource): Promise<void> {
    const sequence = this.#sequence
    const zoom = zoomForNames(resource, this.kinds, this.#state.names)
    if (zoom === '') return
    const path = targetPath({ uri, zoom })
    const { json } = await this.#client.send({ method: 'GET', label: 'names of elements', path })
    if (sequence !== this.#sequence) return this.#update({})
    const names = new Map(this.#state.names)
    for (const [element, name] of namesIn(json)) names.set(element, names.get(element) || name)
    this.#update({ names })
  }

  /** Displays a kind of resource, or all of them if the name is empty. */
  #showGraph(name: string): void {
    this.#sequence += 1
    const kind = this.kinds.find((one) => one.name === name) ?? null
    this.#update({ shown: { what: 'graph', kind }, exchanges: [], inspected: null, isBusy: false })
  }

  #beginRequest(): number {
    this.#sequence += 1
    this.#update({ isBusy: true })
    return this.#sequence
  }

  /** Ignores responses that are still to come, and what is known of the resources of a former session. */
  #reset(): void {
    this.#sequence += 1
    this.#update({ isBusy: false, names: new Map() })
  }

  #update(changes: Partial<State>): void {
    const { session, headers, log } = this.#client
    this.#state = { ...this.#state, ...changes, session, headers, log: log.entries }
    for (const listener of this.#listeners) listener()
  }
}
