import type { Exchange, Method } from './api/exchange.ts'
import type { Kind } from './api/graph.ts'
import type { HeaderValues } from './api/headers.ts'
import type { Resource } from './api/resource.ts'
import type { Session } from './api/session.ts'
import type { Target } from './api/target.ts'

/** The content of the page. */
export type Shown =
  | { what: 'nothing' }
  | { what: 'log-in'; reason: string; scope: string; previous: Session | null }
  | { what: 'graph'; kind: Kind | null }
  | { what: 'invalid-address' }
  | { what: 'response'; exchange: Exchange; resource: Resource; isRecorded: boolean }

export type State = {
  readonly shown: Shown
  /** The resource in the address bar; null before the first. */
  readonly target: Target | null
  /** The requests of the status line: the last one has led to the content. */
  readonly exchanges: readonly Exchange[]
  /** The response in the panels beside the content, which can be of a failed change. */
  readonly inspected: Exchange | null
  readonly isBusy: boolean
  /** The names of resources that are known, by URI; empty for a resource without a name. */
  readonly names: ReadonlyMap<string, string>
  readonly session: Session | null
  readonly headers: HeaderValues
  readonly log: readonly Exchange[]
}

/** A request that changes a resource. */
export type Change = {
  method: Exclude<Method, 'GET'>
  /** Name in the log. */
  label: string
  uri: string
  /** Zoom of the resource in the response. */
  zoom: string
  resource: Resource
  body?: Readonly<Record<string, unknown>>
}
