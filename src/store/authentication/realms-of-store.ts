import { findOrInsert } from '../kit/singleton.ts'
import type { RowOf } from '../kit/store.ts'
import type { Work } from '../kit/work.ts'
import { authenticationRealms } from './authentication-realm.ts'

export type Realm = RowOf<typeof authenticationRealms>

/** The realms that every store has: of its customers, and of its account members. */
export type Origin = 'customer' | 'account'

const NAMES: Readonly<Record<Origin, string>> = { customer: 'Customers', account: 'Account members' }

/** Creates the realms of a new store. Emits no event: realms have none. */
export async function createRealms(work: Work): Promise<void> {
  for (const origin of ['customer', 'account'] as const) await realmOf(work, origin)
}

/** A realm of the store. A process of an earlier release may have created the store without them. */
export function realmOf(work: Work, origin: Origin): Promise<Realm> {
  return findOrInsert(work, authenticationRealms, { origin }, { name: NAMES[origin] })
}
