import { type Database, query } from '../../../db/database.ts'
import { prepared } from '../../../db/prepared.ts'
import { type Owner, ownerId } from '../../../kernel/owner.ts'

/** A store, and the organization whose catalogs and files it may use. */
export type Shop = { organization_id: string; store_id: string }

export function shopOf(owner: Owner): Shop {
  return { organization_id: owner.organization_id, store_id: ownerId(owner) }
}

/**
 * SQL of a number that changes with everything that a shop's views depend on besides the shopper. Both summands only
 * grow, so the sum never repeats.
 */
export function shopRevision(store: string, organization: string): string {
  return `coalesce((select sum(value) from shop_revisions where owner_id in (${store}, ${organization})), 0)::bigint`
}

export async function selectShopRevision(db: Database, { store_id, organization_id }: Shop): Promise<number> {
  const [row] = await query<{ revision: number }>(db, SELECT, [store_id, organization_id])
  return row?.revision ?? 0
}

const SELECT = prepared(`select ${shopRevision('$1', '$2')} as revision`)
