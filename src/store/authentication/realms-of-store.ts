import { findOrInsert } from '../kit/singleton.ts'
import type { RowOf } from '../kit/store.ts'
import type { Work } from '../kit/work.ts'
import { authenticationRealms } from './authentication-realm.ts'

export type Realm = RowOf<typeof authenticationRealms>

/** Every store has a realm for its customers and one for its account members. */
export type Origin = 'customer' | 'account'

const NAMES: Readonly<Record<Origin, string>> = { customer: 'Customers', account: 'Account members' }

/** Creates the realms of a new store. Emits no events, since realms have none. */
export async function createRealms(work: Work): Promise<void> {
  for (const origin of ['customer', 'account'] as const) await realmOf(work, origin)
}

/** Returns a realm of the store, creating it if an earlier release created the store without realms. */
export function realmOf(work: Work, origin: Origin): Promise<Realm> {
  return findOrInsert(work, authenticationRealms, { origin }, { name: NAMES[origin] })
}
