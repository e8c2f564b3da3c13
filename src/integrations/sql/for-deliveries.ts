import { type Database, type Executor, query, type Transaction } from '../../db/database.ts'
import { type Owner, ownerId } from '../../kernel/owner.ts'
import type { EnabledIntegration } from '../integration.ts'
import { type IntegrationType, parseDestination } from '../kinds/kinds.ts'
import { payloadTest } from '../rules/payload-filter.ts'
import type { IntegrationRow } from '../store.ts'

export type DeliveryState = { enabled: boolean; ordered: boolean }

/** Returns the states of the existing integrations by id, locked against changes until the transaction ends. */
export async function lockDeliveryStates(tx: Transaction, ids: readonly string[]): Promise<Map<string, DeliveryState>> {
  const rows = await query<Pick<IntegrationRow, 'id' | 'enabled' | 'integration_type' | 'configuration'>>(
    tx,
    `select id, enabled, integration_type, configuration from integrations
      where id = any($1::uuid[]) and deleted_at is null order by id for share`,
    [ids],
  )
  return new Map(rows.map((row) => [row.id, { enabled: row.enabled, ordered: isOrderedRow(row) }]))
}

/** Reads only the plain part of the configuration, which includes the order. */
function isOrderedRow(row: Pick<IntegrationRow, 'integration_type' | 'configuration'>): boolean {
  return parseDestination(row.integration_type as IntegrationType, row.configuration).ordered
}

/** Returns the first `limit` integrations of an owner, optionally only those with these ids. */
export function selectNames(
  db: Database,
  owner: Owner,
  ids: readonly string[] | null,
  limit: number,
): Promise<(Pick<IntegrationRow, 'id' | 'name' | 'enabled'> & { ordered: boolean })[]> {
  const rows = query<Pick<IntegrationRow, 'id' | 'name' | 'enabled' | 'integration_type' | 'configuration'>>(
    db,
    `select id, name, enabled, integration_type, configuration from integrations
      where owner_id = $1 and deleted_at is null and ($2::uuid[] is null or id = any($2)) order by id limit $3`,
    [ownerId(owner), ids, limit],
  )
  return rows.then((all) =>
    all.map((row) => ({ id: row.id, name: row.name, enabled: row.enabled, ordered: isOrderedRow(row) })),
  )
}

/** An enabled integration of any owner as the target of a replay, with a parsed filter. */
export type ReplayTarget = Pick<EnabledIntegration, 'filter' | 'cancelled_before'>

/** Returns undefined if the integration is disabled or does not exist. */
export async function findReplayTarget(db: Database, id: string): Promise<ReplayTarget | undefined> {
  const text = 'select filter, cancelled_before from integrations where id = $1 and deleted_at is null and enabled'
  const [row] = await query<Pick<IntegrationRow, 'filter' | 'cancelled_before'>>(db, text, [id])
  return row && { ...row, filter: row.filter === null ? null : payloadTest(row.filter) }
}

/** Returns the keys and patterns that an integration of any owner observes; none if it does not exist. */
export async function findObserves(db: Database, id: string): Promise<readonly string[]> {
  const text = 'select observes from integrations where id = $1 and deleted_at is null'
  const [row] = await query<Pick<IntegrationRow, 'observes'>>(db, text, [id])
  return row?.observes ?? []
}

export function selectObserving(
  db: Database,
  owner: Owner,
  texts: readonly string[],
): Promise<Pick<IntegrationRow, 'id' | 'name' | 'observes'>[]> {
  return query(
    db,
    `select id, name, observes from integrations
      where owner_id = $1 and deleted_at is null and observes && $2::text[] order by id`,
    [ownerId(owner), texts],
  )
}

/** Columns that determine which events an integration got; they remain after its deletion. */
export type IntegrationHistoryRow = Pick<
  IntegrationRow,
  | 'id'
  | 'integration_type'
  | 'name'
  | 'enabled'
  | 'observes'
  | 'filter'
  | 'disabled_reason'
  | 'created_at'
  | 'updated_at'
  | 'deleted_at'
>

/** Maximum number of integrations shown for one owner. */
const MAX_SHOWN = 1_000

/** Returns an owner's integrations by id, including deleted integrations. */
export function selectAllOf(db: Executor, owner: Owner): Promise<IntegrationHistoryRow[]> {
  return query(
    db,
    `select id, integration_type, name, enabled, observes, filter, disabled_reason, created_at, updated_at, deleted_at
       from integrations where owner_id = $1 order by deleted_at is not null, id limit ${MAX_SHOWN}`,
    [ownerId(owner)],
  )
}
