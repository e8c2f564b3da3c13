import { type Database, type Executor, query, type Transaction } from '../db/database.ts'
import { type Bind, type Listed, list } from '../db/list.ts'
import { prepared } from '../db/prepared.ts'
import type { RowLimit } from '../db/row-limit.ts'
import type { Rows } from '../db/rows.ts'
import type { ListRequest } from '../kernel/lists/list.ts'
import { type Owner, ownerId, ownerOf } from '../kernel/owner.ts'
import type { Cipher } from '../secrets/cipher.ts'
import { sealedColumn } from '../secrets/sql/sealed-column.ts'
import type { DisabledReason, EnabledIntegration, Integration } from './integration.ts'
import type { IntegrationType } from './kinds/kinds.ts'
import { splitSecrets } from './rules/configuration.ts'
import { enabledIntegration } from './rules/enabled.ts'

/** A row with the types of its JSON columns. */
export type IntegrationRow = Omit<Rows['integrations'], 'configuration' | 'disabled_reason'> & {
  configuration: Record<string, unknown>
  disabled_reason: DisabledReason | null
}

/**
 * Maximum number of integrations per store, or of an organization itself; each takes 1.4 KB in every process, and each
 * event reads their filters.
 */
const MAX_INTEGRATIONS = 1_000

export const integrationLimit: RowLimit = {
  max: MAX_INTEGRATIONS,
  holder: 'A store or an organization',
  things: 'integrations',
  rows: 'integrations where owner_id = $1 and deleted_at is null',
}

/** Locks the counter until commit, so that revisions become visible in order. */
export async function nextRevision(tx: Transaction): Promise<number> {
  const text = `update revisions set value = value + 1 where name = 'integrations' returning value`
  return revisionOf(await query<RevisionRow>(tx, text, []))
}

export async function selectRevision(db: Database): Promise<number> {
  return revisionOf(await query<RevisionRow>(db, READ_REVISION, []))
}

const READ_REVISION = prepared(`select value from revisions where name = 'integrations'`)

type RevisionRow = Pick<Rows['revisions'], 'value'>

function revisionOf([row]: RevisionRow[]): number {
  if (row === undefined) throw new Error('The counter of integration revisions is missing.')
  return row.value
}

export async function insertIntegration(tx: Transaction, cipher: Cipher, integration: Integration): Promise<void> {
  const row = {
    id: integration.id,
    organization_id: integration.organization_id,
    owner_id: ownerId(integration),
    created_at: new Date(integration.created_at),
    ...changingColumns(cipher, integration),
  }
  const columns = Object.keys(row)
  const values = columns.map((_, index) => `$${index + 1}`)
  const text = `insert into integrations (${columns.join(', ')}) values (${values.join(', ')})`
  await query(tx, text, Object.values(row))
}

export function updateIntegrationRow(tx: Transaction, cipher: Cipher, integration: Integration): Promise<void> {
  return updateColumns(tx, integration.id, changingColumns(cipher, integration))
}

/** Empties the row and keeps it as a tombstone; the commit deletes the secrets. */
export function tombstoneIntegration(
  tx: Transaction,
  integration: Pick<Integration, 'id' | 'revision' | 'cancelled_before'>,
  now: number,
): Promise<void> {
  return updateColumns(tx, integration.id, {
    enabled: false,
    configuration: '{}',
    secrets: null,
    previous_secret_until: null,
    secret_since: null,
    cancelled_before: integration.cancelled_before,
    revision: integration.revision,
    updated_at: new Date(now),
    deleted_at: new Date(now),
  })
}

type Columns = { readonly [Column in keyof Rows['integrations']]?: unknown }

async function updateColumns(tx: Transaction, id: string, columns: Columns): Promise<void> {
  const changes = Object.keys(columns).map((column, index) => `${column} = $${index + 2}`)
  await query(tx, `update integrations set ${changes.join(', ')} where id = $1`, [id, ...Object.values(columns)])
}

export async function findIntegration(
  db: Executor,
  cipher: Cipher,
  owner: Owner,
  id: string,
): Promise<Integration | undefined> {
  const [row] = await query<IntegrationRow>(db, OWNED, [id, ownerId(owner)])
  return row && readIntegration(cipher, row)
}

export async function lockIntegration(
  tx: Transaction,
  cipher: Cipher,
  owner: Owner,
  id: string,
): Promise<Integration | undefined> {
  const [row] = await query<IntegrationRow>(tx, `${OWNED} for update`, [id, ownerId(owner)])
  return row && readIntegration(cipher, row)
}

const OWNED = 'select * from integrations where id = $1 and owner_id = $2 and deleted_at is null'

export async function integrationExists(db: Executor, owner: Owner, id: string): Promise<boolean> {
  const text = 'select 1 from integrations where id = $1 and owner_id = $2 and deleted_at is null'
  return (await query(db, text, [id, ownerId(owner)])).length > 0
}

/** True if the integration is enabled; locked against changes until the transaction ends. Undefined if not found. */
export async function lockEnabled(tx: Transaction, owner: Owner, id: string): Promise<boolean | undefined> {
  const [row] = await query<Pick<IntegrationRow, 'enabled'>>(
    tx,
    'select enabled from integrations where id = $1 and owner_id = $2 and deleted_at is null for share',
    [id, ownerId(owner)],
  )
  return row?.enabled
}

export async function clearFailingSince(tx: Transaction, id: string): Promise<void> {
  await query(tx, 'delete from integration_states where integration_id = $1', [id])
}

export function listIntegrationRows(
  db: Database,
  owner_id: string,
  request: ListRequest,
): Promise<Listed<IntegrationRow>> {
  const where = (bind: Bind) => `owner_id = ${bind(owner_id)} and deleted_at is null`
  return list(db, { columns: '*', from: 'integrations', where }, request)
}

export function selectEnabled(db: Database, owner_ids: readonly string[]): Promise<IntegrationRow[]> {
  const text = 'select * from integrations where owner_id = any($1) and enabled and deleted_at is null'
  return query(db, text, [owner_ids])
}

/** Returns the integrations changed after a revision, including deleted integrations. */
export function selectChangedSince(db: Database, revision: number): Promise<IntegrationRow[]> {
  return query(db, 'select * from integrations where revision > $1', [revision])
}

/** Decrypts a row. Throws if it was encrypted with another key. */
export function readIntegration(cipher: Cipher, row: IntegrationRow): Integration {
  const sealed: Sealed = row.secrets === null ? { members: {} } : JSON.parse(cipher.open(row.secrets, row.id))
  return {
    ...ownerOf(row),
    id: row.id,
    integration_type: row.integration_type as IntegrationType,
    name: row.name,
    description: row.description,
    enabled: row.enabled,
    observes: row.observes,
    filter: row.filter,
    rate_limit: row.rate_limit,
    concurrency: row.concurrency,
    configuration: { ...row.configuration, ...sealed.members },
    previous_secret_key: sealed.previous_secret_key ?? null,
    previous_secret_until: row.previous_secret_until?.getTime() ?? null,
    secret_since: row.secret_since?.getTime() ?? null,
    disabled_reason: row.disabled_reason,
    cancelled_before: row.cancelled_before,
    version: row.version,
    revision: row.revision,
    created_at: row.created_at.getTime(),
    updated_at: row.updated_at.getTime(),
  }
}

export function readEnabledIntegration(cipher: Cipher, row: IntegrationRow): EnabledIntegration {
  return enabledIntegration(readIntegration(cipher, row))
}

type Sealed = { members: Record<string, unknown>; previous_secret_key?: string }

function changingColumns(cipher: Cipher, integration: Integration) {
  const { previous_secret_until, secret_since } = integration
  return {
    ...configurationColumns(cipher, integration),
    integration_type: integration.integration_type,
    name: integration.name,
    description: integration.description,
    enabled: integration.enabled,
    observes: integration.observes,
    filter: integration.filter,
    rate_limit: integration.rate_limit,
    concurrency: integration.concurrency,
    previous_secret_until: previous_secret_until === null ? null : new Date(previous_secret_until),
    secret_since: secret_since === null ? null : new Date(secret_since),
    disabled_reason: integration.disabled_reason && JSON.stringify(integration.disabled_reason),
    cancelled_before: integration.cancelled_before,
    version: integration.version,
    revision: integration.revision,
    updated_at: new Date(integration.updated_at),
  }
}

function configurationColumns(cipher: Cipher, integration: Integration) {
  const { id, integration_type, configuration, previous_secret_key, version } = integration
  const { open, sealed: members } = splitSecrets(integration_type, configuration)
  const sealed: Sealed = { members, ...(previous_secret_key !== null && { previous_secret_key }) }
  const isEmpty = Object.keys(members).length === 0 && previous_secret_key === null
  return {
    configuration: JSON.stringify(open),
    secrets: isEmpty ? null : cipher.seal(JSON.stringify(sealed), id),
    sealed_version: version,
  }
}

/** Returns integrations, by id, with possibly unencrypted secrets; locks them and skips locked rows. */
export function lockUnsealed(tx: Transaction, after: string, limit: number): Promise<IntegrationRow[]> {
  return query(
    tx,
    `select * from integrations where id > $1 and sealed_version <> version and deleted_at is null
      order by id limit $2 for update skip locked`,
    [after, limit],
  )
}

/** Encrypts a configuration again without changing its content or version. */
export function resealIntegration(tx: Transaction, cipher: Cipher, integration: Integration): Promise<void> {
  return updateColumns(tx, integration.id, configurationColumns(cipher, integration))
}

export const sealedIntegrations = sealedColumn({ table: 'integrations', column: 'secrets', contextOf: (id) => id })
