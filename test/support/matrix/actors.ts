import { createKey } from '../../../src/access/keys.ts'
import { openClient } from '../app.ts'
import type { Ground, Neighbor, Population } from './population.ts'
import type { Recording } from './recording.ts'

/** A caller that tries to access resources of other owners. */
export type Actor = {
  name: string
  token: string
  headers: Record<string, string>
  is_shopper: boolean
  /** The actor's own resources, for requests that mix both; null if mixing adds nothing. */
  own: Recording | null
}

/** Actors of another organization, which must not learn anything. */
export function strangersOf(intruder: Population, victim: Population): Actor[] {
  const { seller, organization, shopper } = intruder.tenant
  const named = { 'x-store-id': victim.tenant.store_id }
  const plain = { headers: {}, is_shopper: false, own: null }
  const own_store = { 'x-store-id': intruder.tenant.store_id }
  const customer = { 'x-customer-token': intruder.customer.token }
  return [
    { ...plain, name: "another tenant's seller", token: seller.token, own: intruder.store },
    { ...plain, name: "another tenant's organization", token: organization.token, own: intruder.organization },
    { ...plain, name: "another tenant's organization naming the store", token: organization.token, headers: named },
    { ...plain, name: "another tenant's person", token: intruder.person_token, headers: own_store },
    { ...plain, name: "another tenant's customer", token: shopper.token, headers: customer, is_shopper: true },
    {
      ...plain,
      name: "another tenant's shopper with the customer's token",
      token: shopper.token,
      headers: { 'x-customer-token': victim.customer.token, 'x-account-token': victim.member_token },
      is_shopper: true,
    },
  ]
}

/** Actors of the same store, which see its shop, but nothing of the customer. */
export async function neighborsOf({ app }: Ground, { tenant }: Population, neighbor: Neighbor): Promise<Actor[]> {
  const { organization_id, store_id } = tenant
  const ids = { organization_id, store_id }
  const key = await createKey(app.foundation.db, { ...ids, name: 'of a shop' }, Date.now())
  const anonymous = await openClient(app, ids, key, 'implicit')
  const plain = { is_shopper: true, own: null }
  return [
    { ...plain, name: 'another shopper', token: anonymous.token, headers: {} },
    {
      ...plain,
      name: 'another customer',
      token: anonymous.token,
      headers: { 'x-customer-token': neighbor.customer.token },
      own: neighbor.recording,
    },
    {
      ...plain,
      name: 'a member of another account',
      token: anonymous.token,
      headers: { 'x-account-token': neighbor.member_token },
    },
  ]
}
