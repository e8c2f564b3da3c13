import { type Database, query } from '../../db/database.ts'
import { prepared } from '../../db/prepared.ts'
import type { Rows } from '../../db/rows.ts'
import type { Cost } from './rules/cost.ts'

type OptionRow = Pick<Rows['shipping_options'], 'id' | 'name' | 'carrier' | 'code' | 'tax_class_id'> & { cost: Cost }

type OptionQuery = { currency: string; regions: readonly string[]; option_id: string | undefined }

/** Enabled options with a cost in the currency for any of the regions, by priority, then by age. */
export function selectOptions(
  db: Database,
  owner_id: string,
  { currency, regions, option_id }: OptionQuery,
): Promise<OptionRow[]> {
  return query(
    db,
    prepared(`select id, name, carrier, code, costs -> $2 as cost, tax_class_id from shipping_options
     where owner_id = $1 and enabled and costs ? $2 and places && $3 and ($4::uuid is null or id = $4)
     order by priority, id`),
    [owner_id, currency, regions, option_id ?? null],
  )
}

export async function selectOptionId(db: Database, owner_id: string, code: string): Promise<string | null> {
  const text = 'select id from shipping_options where owner_id = $1 and code = $2'
  const [row] = await query<{ id: string }>(db, text, [owner_id, code])
  return row?.id ?? null
}

export async function hasOptions(db: Database, owner_id: string): Promise<boolean> {
  const text = 'select 1 from shipping_options where owner_id = $1 and enabled limit 1'
  return (await query(db, text, [owner_id])).length > 0
}
