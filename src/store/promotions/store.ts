import { plainArray } from '../../db/arrays.ts'
import { type Database, query, type Transaction } from '../../db/database.ts'

type Of = { owner_id: string; id: string }

export async function selectTrigger(tx: Transaction, owner_id: string, id: string): Promise<string | undefined> {
  const rows = await query<{ trigger: string }>(tx, 'select trigger from promotions where owner_id = $1 and id = $2', [
    owner_id,
    id,
  ])
  return rows[0]?.trigger
}

/** Inserts coupons with the terms of their batch, except for codes that the store already has. Returns their number. */
export async function insertCoupons(
  tx: Transaction,
  batch: Of,
  { ids, codes }: { ids: readonly string[]; codes: readonly string[] },
): Promise<number> {
  const rows = await query<{ count: number }>(
    tx,
    `with inserted as (
       insert into coupons (owner_id, id, version, updated_at, promotion_id, batch_id, code, code_key,
                            max_uses, max_uses_per_shopper, start, "end")
       select batch.owner_id, it.id, 1, batch.updated_at, batch.promotion_id, batch.id,
              batch.prefix || it.code, upper(batch.prefix collate "C") || it.code,
              batch.max_uses, batch.max_uses_per_shopper, batch.start, batch."end"
         from coupon_batches batch, unnest($3::uuid[], $4::text[]) as it (id, code)
        where batch.owner_id = $1 and batch.id = $2
       on conflict (owner_id, code_key) do nothing
       returning 1)
     select count(*) as count from inserted`,
    [batch.owner_id, batch.id, plainArray(ids), plainArray(codes)],
  )
  return rows[0]?.count ?? 0
}

/** Codes of a batch after the coupon with the given id, by id. */
export async function selectCodes(
  db: Database,
  batch: Of,
  { after, limit }: { after: string; limit: number },
): Promise<{ id: string; code: string }[]> {
  return query(
    db,
    `select id, code from coupons where owner_id = $1 and batch_id = $2 and id > $3 order by id limit $4`,
    [batch.owner_id, batch.id, after, limit],
  )
}

/** Deletes the counts of a promotion or a coupon, which must be locked. */
export async function deleteCounts(tx: Transaction, owner_id: string, id: string): Promise<void> {
  await query(tx, 'delete from promotion_counters where owner_id = $1 and counted = $2', [owner_id, id])
}

/** Same for all coupons of a batch. */
export async function deleteCountsOfBatch(tx: Transaction, owner_id: string, batch_id: string): Promise<void> {
  await deleteCountsOfCoupons(tx, 'batch_id', [owner_id, batch_id])
}

/** Same for a promotion with all of its coupons. */
export async function deleteCountsOfPromotion(tx: Transaction, owner_id: string, promotion_id: string): Promise<void> {
  await deleteCounts(tx, owner_id, promotion_id)
  await deleteCountsOfCoupons(tx, 'promotion_id', [owner_id, promotion_id])
}

/** Coupons are locked first, because a checkout may be counting one of them. */
async function deleteCountsOfCoupons(
  tx: Transaction,
  column: 'batch_id' | 'promotion_id',
  of: [string, string],
): Promise<void> {
  const from = `from coupons where owner_id = $1 and ${column} = $2`
  await query(tx, `select count(*) from (select 1 ${from} order by id for update) as locked`, of)
  await query(tx, `delete from promotion_counters where owner_id = $1 and counted in (select id ${from})`, of)
}
