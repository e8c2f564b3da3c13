import { type Database, query } from '../../../db/database.ts'

/** `valid_from` is in ISO 8601. */
export type PriceOfSku = { id: string; sku: string; valid_from: string | null }

export async function selectPricesOfSkus(
  db: Database,
  { owner_id, pricebook_id }: { owner_id: string; pricebook_id: string },
  skus: readonly string[],
): Promise<PriceOfSku[]> {
  if (skus.length === 0) return []
  const rows = await query<Omit<PriceOfSku, 'valid_from'> & { valid_from: Date | null }>(
    db,
    `select id, sku, valid_from from product_prices where owner_id = $1 and pricebook_id = $2 and sku = any($3::text[])`,
    [owner_id, pricebook_id, skus],
  )
  return rows.map((row) => ({ ...row, valid_from: row.valid_from?.toISOString() ?? null }))
}
