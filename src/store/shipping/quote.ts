import type { Database } from '../../db/database.ts'
import { type Owner, ownerId } from '../../kernel/owner.ts'
import { type Location, lookupKeys } from '../addresses/locations.ts'
import { costOf, type Parcel } from './rules/cost.ts'
import { hasOptions, selectOptionId, selectOptions } from './store.ts'

export type ShippingRequest = Location &
  Parcel & {
    /** ISO 4217. */
    currency: string
    /** Limits the result to this option, if it is offered. */
    option_id?: string
  }

/** `cost` is in minor units of the currency, without taxes or promotions. */
export type Quote = {
  id: string
  name: string
  carrier: string
  code: string
  cost: number
  currency: string
  tax_class_id: string | null
}

/** Options that are offered for a parcel, by priority, then by age. */
export async function quoteShipping(db: Database, owner: Owner, request: ShippingRequest): Promise<Quote[]> {
  const { currency, option_id, ...address } = request
  const regions = lookupKeys(address)
  const rows = await selectOptions(db, ownerId(owner), { currency, regions, option_id })
  return rows.flatMap(({ cost: table, ...option }) => {
    const cost = costOf(table, request)
    return cost === null ? [] : [{ ...option, cost, currency }]
  })
}

export function findOptionId(db: Database, owner: Owner, code: string): Promise<string | null> {
  return selectOptionId(db, ownerId(owner), code)
}

/** True if the store has any enabled shipping options; otherwise checkout does not require one. */
export function offersShipping(db: Database, owner: Owner): Promise<boolean> {
  return hasOptions(db, ownerId(owner))
}
