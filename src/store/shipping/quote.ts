import { query } from '../../db/pool.ts'
import { prepared } from '../../db/prepared.ts'
import type { Database } from '../../db/tables.ts'
import { type Owner, ownerId } from '../../kernel/owner.ts'
import { placesAround, type Whereabouts } from '../addresses/places.ts'
import { type Cost, costOf, type Parcel } from './rules/cost.ts'

export type ShippingQuestion = Whereabouts &
  Parcel & {
    /** ISO 4217. */
    currency: string
    /** Only this one, if it is offered. */
    option_id?: string
  }

/** `cost` in minor units of the currency, without taxes or promotions. */
export type Quote = {
  id: string
  name: string
  carrier: string
  code: string
  cost: number
  currency: string
  tax_class_id: string | null
}

/** The options that are offered for a parcel, those of low priority first, then the older ones. */
export async function quoteShipping(db: Database, owner: Owner, question: ShippingQuestion): Promise<Quote[]> {
  const { currency } = question
  const rows = await selectOptions(db, ownerId(owner), question)
  return rows.flatMap(({ cost: table, ...option }) => {
    const cost = costOf(table, question)
    return cost === null ? [] : [{ ...option, cost, currency }]
  })
}

async function selectOptions(db: Database, owner_id: string, { currency, option_id, ...where }: ShippingQuestion) {
  return query<Omit<Quote, 'cost' | 'currency'> & { cost: Cost }>(
    db,
    prepared(`select id, name, carrier, code, costs -> $2 as cost, tax_class_id from shipping_options
     where owner_id = $1 and enabled and costs ? $2 and places && $3 and ($4::uuid is null or id = $4)
     order by priority, id`),
    [owner_id, currency, placesAround(where), option_id ?? null],
  )
}

/** Whether the store has any shipping options: one without sends what it sells in ways that it does not ask about. */
export async function offersShipping(db: Database, owner: Owner): Promise<boolean> {
  const text = 'select exists (select from shipping_options where owner_id = $1 and enabled) as offered'
  const [row] = await query<{ offered: boolean }>(db, text, [ownerId(owner)])
  return row?.offered ?? false
}
