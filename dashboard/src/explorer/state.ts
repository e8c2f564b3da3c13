import type { Exchange, Method } from './api/exchange.ts'
import type { Kind } from './api/graph.ts'
import type { HeaderValues } from './api/headers.ts'
import type { Resource } from './api/resource.ts'
import type { Session } from './api/session.ts'
import type { Target } from './api/target.ts'

export type Shown =
  | { what: 'nothing' }
  | { what: 'log-in'; reason: string; scope: string; previous: Session | null }
  | { what: 'graph'; kind: Kind | null }
  | { what: 'invalid-address' }
  | { what: 'response'; exchange: Exchange; resource: Resource; isRecorded: boolean }

export type State = {
  readonly shown: Shown
  /** Resource in the address bar; null before the first request. */
  readonly target: Target | null
  /** Requests of the status line; the last request led to the content. */
  readonly exchanges: readonly Exchange[]
  /** Response in the side panels, possibly that of a failed change. */
  readonly inspected: Exchange | null
  readonly isBusy: boolean
  /** Known names by URI; empty for an unnamed resource. */
  readonly names: ReadonlyMap<string, string>
  readonly session: Session | null
  readonly headers: HeaderValues
  readonly log: readonly Exchange[]
}

/** Request that changes a resource. */
export type Change = {
  method: Exclude<Method, 'GET'>
  /** Name in the log. */
  label: string
  uri: string
  /** Zoom for the resource in the response. */
  zoom: string
  resource: Resource
  body?: Readonly<Record<string, unknown>>
}
