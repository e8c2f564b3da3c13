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

/** State of the page, and the actions of the user. */
export class Explorer {
  readonly kinds: readonly Kind[]
  readonly #client: Client
  readonly #listeners = new Set<() => void>()
  #state: State
  /** Sequence number of the latest request; responses to earlier requests are ignored. */
  #sequence = 0
  /** Relation of the link that the user follows. */
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

  /** URL prefixes of this API: that of the page and that of the displayed resource. */
  get bases(): readonly string[] {
    const { shown } = this.#state
    const self = shown.what === 'response' ? shown.resource.self : undefined
    return [this.#client.base, self?.href.slice(0, self.href.length - self.uri.length) ?? this.#client.base]
  }

  get kind(): Kind | null {
    const { shown } = this.#state
    return shown.what === 'response' ? kindOf(this.kinds, shown.resource.self) : null
  }

  /** Link target of a member: in the explorer or on the web; undefined for other texts. */
  readonly hrefOf = (member: string, text: string): string | undefined => {
    if (member === 'uri' && /^(?:\/|$)/.test(text)) return targetHash(parseTarget(text))
    const target = member === 'href' ? parseTypedTarget(text, this.bases) : null
    if (target !== null) return targetHash(target)
    return isWebAddress(text) ? text : undefined
  }

  pathOf(exchange: Exchange): string {
    return this.#client.pathOf(exchange)
  }

  /** Displays the browser's location: a kind, a recorded response, or a resource. */
  readonly restore = async (): Promise<void> => {
    const name = kindInHash(location.hash)
    const target = targetInHash(location.hash)
    const recorded = this.#client.log.find(history.state?.request)
    if (name !== null) this.#showGraph(name)
    else if (this.#client.session === null) this.showLogIn('Requests require a token for a store.')
    else if (recorded?.json !== undefined) this.#showRecorded(target, recorded)
    else await this.#load(target)
  }

  readonly reload = async (): Promise<void> => {
    history.replaceState(null, '')
    await this.restore()
  }

  async navigate(target: Target): Promise<void> {
    this.#push(target)
    await this.#load(target)
  }

  /** Remembers the relation of the link that the user follows. */
  follow(relation: string): void {
    this.#relation = relation
  }

  async navigateTyped(uri: string, zoom: string): Promise<void> {
    const target = parseTypedTarget(uri, this.bases)
    if (target === null) this.#update({ shown: { what: 'invalid-address' } })
    else await this.navigate({ uri: target.uri, zoom: target.zoom === '' ? zoom.trim() : target.zoom })
  }

  async toggleEmbed(path: string): Promise<void> {
    const { uri, zoom } = this.#state.target ?? ROOT
    await this.navigate({ uri, zoom: includesPath(zoom, path) ? withoutBranch(zoom, path) : withPath(zoom, path) })
  }

  showRecorded(recorded: Exchange): void {
    history.pushState({ request: recorded.id }, '', targetHash(this.#client.targetOf(recorded)))
    this.restore()
  }

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
   * Sends a change and displays the resource of the response, or reloads the current resource. After an error the
   * content stays.
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

  /** Displays the result of a change. */
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
    // The anonymous cart is no longer accessible after a log-in.
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

  /** Requests and displays a resource. `before` are the requests that led to it. */
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

  /** Requests the names of all list elements of a resource with a single request. */
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

  /** Displays a kind, or all kinds if the name is empty. */
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

  /** Ignores pending responses, and forgets names that only the former session may read. */
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
