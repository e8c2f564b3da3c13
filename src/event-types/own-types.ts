import type { Transaction } from '../db/database.ts'
import type { Owner } from '../kernel/owner.ts'
import type { KnownTypes } from './catalog.ts'
import type { EventPayload } from './event-type.ts'

/** The event types that stores have declared, for the modules that observe, publish and deliver them. */
export type OwnTypes = {
  /**
   * The types of an owner, to be asked about these texts: keys and patterns. What is not built in was committed at most a
   * second ago, or is read now. Reads nothing when all of them are built in.
   */
  known(owner: Owner, texts: readonly unknown[]): Promise<KnownTypes>
  /** The same as it is committed; none of the store's own types is deleted before the transaction ends. */
  lock(tx: Transaction, owner: Owner, texts: readonly string[]): Promise<KnownTypes>
  /** The sample of an own type; undefined when the owner has no such type. */
  sample(owner: Owner, key: string): Promise<EventPayload | undefined>
}
