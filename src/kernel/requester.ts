import type { Owner } from './owner.ts'

/**
 * The author of a change: a person with a session, a key, the command line, the log-in provider, or a background job.
 */
export type Actor =
  | { type: 'person'; id: string; session_id: string }
  | { type: 'key'; id: string }
  | { type: 'command_line' | 'provider' | 'background_job' }

export type NamedResource = { type: string; id: string }

/** The author, operation and origin of a change, as the audit log records them. */
export type Requester = {
  actor: Actor
  /**
   * The id of the operation in the OpenAPI document, such as `UpdateProduct`. Work outside of requests has names of its
   * own.
   */
  operation: string
  /** The type of the resource in the response; null if there is none or several. */
  result_type: string | null
  /** The resources whose ids are in the path, outermost first. */
  path: readonly NamedResource[]
  request_id: string | null
  /** The client's network address, as reported by trusted proxies. */
  address: string | null
  user_agent: string | null
}

/** An owner and the requester that acts for it. Changes without `requested_by` are not audited. */
export type ActingOwner = Owner & { readonly requested_by?: Requester }
