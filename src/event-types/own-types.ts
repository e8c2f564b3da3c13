import type { Transaction } from '../db/database.ts'
import type { Owner } from '../kernel/owner.ts'
import type { KnownTypes } from './catalog.ts'
import type { EventPayload } from './event-type.ts'

/** Event types that stores have declared, for the modules that observe, publish and deliver them. */
export type OwnTypes = {
  /**
   * Returns the types of an owner, for lookups of these keys and patterns. Own types were committed at most a second
   * ago, or are read now. Reads nothing if all texts are built in.
   */
  known(owner: Owner, texts: readonly unknown[]): Promise<KnownTypes>
  /** Returns the committed types of an owner; none of its own types is deleted before the transaction ends. */
  lock(tx: Transaction, owner: Owner, texts: readonly string[]): Promise<KnownTypes>
  /** Returns the sample of an own type; undefined if the owner has no such type. */
  sample(owner: Owner, key: string): Promise<EventPayload | undefined>
}
