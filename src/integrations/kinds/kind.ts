import type { TObject } from 'typebox'
import type { Problem } from '../../kernel/errors.ts'

/** A configuration as sent and stored: a member may be absent, of another type, or unknown to the kind. */
export type Members = Readonly<Record<string, unknown>>

export type Permissions = { sqs_machine_role: boolean }

/**
 * Meaning of a successful delivery: the `receiver` has responded, a `queue` has stored the message, or a `broker` has
 * accepted it, which does not prove that a queue stored it; then `detail` explains how to ensure that.
 */
export type Confirmation = { by: 'receiver' | 'queue'; detail: null } | { by: 'broker'; detail: string }

/** Declaration of a kind of target, except for how messages are sent to it. */
export type Kind<Configuration, Spelling extends string = never> = {
  /** Other accepted spellings of the kind's name. */
  spellings: readonly Spelling[]
  /** Members that have an effect; their descriptions appear in the API's documentation. */
  schema: TObject
  aliases: Readonly<Record<string, string>>
  /** Members that are encrypted at rest and masked in responses and events: strings, or objects of strings. */
  secrets: readonly string[]
  /** Members of secret objects that are not masked. */
  visible?: Readonly<Record<string, readonly string[]>>
  /** Secrets that are returned to the owner in clear. */
  shownInClear: readonly string[]
  /** Members that hold addresses; events mask their possibly secret parts. */
  addresses: readonly string[]
  /** Returns one problem for each error in the members. */
  check(members: Members, permissions: Permissions): Problem[]
  /** Returns sentences about members that `check` accepts, but that the owner should change. */
  warn?(members: Members): string[]
  /** Returns the public key for verifying signatures, from members that `check` accepts; undefined without a key. */
  publicKey?(members: Members): string | undefined
  /** Returns the typed configuration of members that `check` accepts. Never throws. */
  parse(members: Members): Configuration
  confirmation(configuration: Configuration): Confirmation
  /** True if deliveries of one resource wait for each other. Default: false. */
  isOrdered?(configuration: Configuration): boolean
  /**
   * Returns the target as `host:port`; null when unknown. Logs and traces show no other part of an address, because
   * paths and queries are often secrets.
   */
  endpoint(configuration: Configuration): string | null
}
