import type { TObject } from 'typebox'
import type { Problem } from '../../kernel/errors.ts'

/** A configuration as it is sent and stored: a member may be absent, of another type, or unknown to the kind. */
export type Members = Readonly<Record<string, unknown>>

/** What an operator's settings permit. */
export type Permissions = { sqs_machine_role: boolean }

/**
 * What a delivery that succeeded stands for: the `receiver` has responded, a `queue` has stored the message, or a `broker` has
 * taken it, which does not say whether a queue did; then `detail` says how to make sure.
 */
export type Confirmation = { by: 'receiver' | 'queue'; detail: null } | { by: 'broker'; detail: string }

/** Everything about a kind of target, except how messages are sent to it. */
export type Kind<Configuration, Spelling extends string = never> = {
  /** Other accepted spellings of the kind's name. */
  spellings: readonly Spelling[]
  /** The members that have an effect; the description of one is a remark in the API's documentation. */
  schema: TObject
  /** Other accepted spellings of members. */
  aliases: Readonly<Record<string, string>>
  /** Members that are encrypted at rest and masked in responses and events: strings, or objects of strings. */
  secrets: readonly string[]
  /** Of secrets that are objects: their members that are not masked. */
  visible?: Readonly<Record<string, readonly string[]>>
  /** Secrets that are returned to the owner in clear. */
  shownInClear: readonly string[]
  /** Members that hold addresses; events mask the parts that may be secret. */
  addresses: readonly string[]
  /** One problem for each error in the members. */
  check(members: Members, permissions: Permissions): Problem[]
  /** Sentences about members that `check` accepts, but that the owner should change. */
  warn?(members: Members): string[]
  /** What receivers verify signatures with, of members that `check` accepts; undefined when there is nothing. */
  publicKey?(members: Members): string | undefined
  /** The typed configuration of members that `check` accepts. Never throws. */
  parse(members: Members): Configuration
  /** What confirms a delivery. */
  confirmation(configuration: Configuration): Confirmation
  /** Whether deliveries of one resource wait for each other. Default: no. */
  isOrdered?(configuration: Configuration): boolean
  /**
   * Where it delivers, as `host:port`; null when unknown. Nothing else of an address is fit for logs and traces: paths and
   * queries are often secrets.
   */
  endpoint(configuration: Configuration): string | null
}
