import { query, type Transaction } from '../../../db/database.ts'
import { prepared } from '../../../db/prepared.ts'
import type { AnyResource } from '../resource.ts'

/** Locks the creation of an owner's singleton rows until the transaction ends. */
export async function lockCreation(tx: Transaction, { table }: AnyResource, owner_id: string): Promise<void> {
  await query(tx, LOCK, [`${table} of ${owner_id}`])
}

const LOCK = prepared('select pg_advisory_xact_lock(hashtextextended($1, 0))')
