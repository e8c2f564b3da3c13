import { type Database, query } from '../../../db/database.ts'
import { prepared } from '../../../db/prepared.ts'
import { regionCodes, regionOf } from '../regions.ts'
import type { AddressFields, Use } from '../validate.ts'

const NAMED = prepared(`select distinct region
  from (
    select countries from tax_zones where owner_id = $1
    union all select countries from shipping_options where owner_id = $1 and enabled and $3
  ) as places
 cross join jsonb_array_elements(countries) as place cross join jsonb_array_elements_text(place -> 'regions') as region
 where place ->> 'country' = $2 order by region`)

/**
 * Regions of the address's country that tax zones name, and for deliveries shipping options too. Empty without a query
 * if the region of the address is known, because it is then valid whatever the store names.
 */
export async function namedRegions(
  db: Database,
  owner_id: string,
  address: AddressFields,
  use: Use,
): Promise<readonly string[]> {
  const { country = '' } = address
  if (use === 'billed' || country === '' || regionCodes(country, regionOf(address)).length > 0) return []
  const rows = await query<{ region: string }>(db, NAMED, [owner_id, country, use === 'delivered'])
  return rows.map(({ region }) => region)
}
