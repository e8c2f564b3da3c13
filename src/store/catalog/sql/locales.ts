import { plainArray } from '../../../db/arrays.ts'
import { type Database, query } from '../../../db/database.ts'
import type { Owner } from '../../../kernel/owner.ts'
import type { Locales } from '../../../kernel/text/languages.ts'
import type { Offer } from './offers.ts'

/** Translated names by product id, if any. Offers are of releases of the store or its organization. */
export async function selectNames(
  db: Database,
  { organization_id, store_id }: Owner,
  offers: readonly Offer[],
): Promise<Map<string, Locales<'name'>>> {
  const translated = offers.filter(({ is_translated }) => is_translated)
  if (translated.length === 0) return new Map()
  const rows = await query<{ id: string; names: Locales<'name'> | null }>(db, NAMES, [
    plainArray([organization_id, ...(store_id === null ? [] : [store_id])]),
    plainArray(translated.map(({ release_id }) => release_id)),
    plainArray(translated.map(({ product_id }) => product_id)),
  ])
  return new Map(rows.flatMap(({ id, names }) => (names === null ? [] : [[id, names]])))
}

const NAMES = `select p.id, (
    select jsonb_object_agg(l.key, jsonb_build_object('name', l.value -> 'name'))
      from jsonb_each(p.locales) as l where l.value ? 'name') as names
  from unnest($2::uuid[], $3::uuid[]) as sold(release_id, id)
  join release_products p on p.owner_id = any($1::uuid[]) and p.release_id = sold.release_id and p.id = sold.id`
