import { type Database, query } from '../../../db/database.ts'
import { plainText } from '../../../kernel/text/case-key.ts'

/** `valid_from` is in ISO 8601. */
export type PriceOfSku = { id: string; sku: string; valid_from: string | null }

/** Prices of these SKUs, ignoring case. */
export async function selectPricesOfSkus(
  db: Database,
  { owner_id, pricebook_id }: { owner_id: string; pricebook_id: string },
  skus: readonly string[],
): Promise<PriceOfSku[]> {
  if (skus.length === 0) return []
  const rows = await query<Omit<PriceOfSku, 'valid_from'> & { valid_from: Date | null }>(
    db,
    `select id, sku, valid_from from product_prices
      where owner_id = $1 and pricebook_id = $2
        and lower(sku) = any(array(select lower(written) from unnest($3::text[]) as written))`,
    [owner_id, pricebook_id, [...skus, ...skus.map(plainText)]],
  )
  return rows.map((row) => ({ ...row, valid_from: row.valid_from?.toISOString() ?? null }))
}
