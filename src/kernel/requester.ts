import type { Owner } from './owner.ts'

/**
 * Who changes something: a person who has logged in, with that session, a key, the command line, the provider by which people
 * log in, or a background job.
 */
export type Actor =
  | { type: 'person'; id: string; session_id: string }
  | { type: 'key'; id: string }
  | { type: 'command_line' | 'provider' | 'background_job' }

/** A resource by its type and id. */
export type NamedResource = { type: string; id: string }

/** Who requests a change, with which operation, and from where: what the audit log says about it. */
export type Requester = {
  actor: Actor
  /** The id of the operation in the OpenAPI document, such as `UpdateProduct`; of what no request does a name of its own. */
  operation: string
  /** The type of the resource that the response shows; null if it shows none, or several. */
  result_type: string | null
  /** The resources that the path of the request names by their ids, the outermost first. */
  path: readonly NamedResource[]
  request_id: string | null
  /** The network address of the client, as trusted proxies report it. */
  address: string | null
  user_agent: string | null
}

/** An owner as the sender of a request acts for it. What is done without `requested_by` is not audited. */
export type ActingOwner = Owner & { readonly requested_by?: Requester }
