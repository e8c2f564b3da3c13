import type { Selectable } from 'kysely'
import { query } from '../db/pool.ts'
import type { Database, Tables, Transaction } from '../db/tables.ts'
import { type Owner, ownerId, ownerOf } from '../kernel/owner.ts'
import type { Cipher } from '../secrets/cipher.ts'
import { sealedColumn } from '../secrets/sealed-place.ts'
import type { Integration, IntegrationType } from './integration.ts'
import { splitSecrets } from './rules/secrets.ts'

export type IntegrationRow = Selectable<Tables['integrations']>

/** Locks the counter until commit, so that revisions become visible in their order. */
export async function nextRevision(tx: Transaction): Promise<number> {
  const rows = await query<{ value: number }>(
    tx,
    `update revisions set value = value + 1 where name = 'integrations' returning value`,
    [],
  )
  const value = rows[0]?.value
  if (value === undefined) throw new Error('The counter of integration revisions is missing.')
  return value
}

export async function insertIntegration(tx: Transaction, cipher: Cipher, integration: Integration): Promise<void> {
  await tx
    .insertInto('integrations')
    .values({
      id: integration.id,
      organization_id: integration.organization_id,
      owner_id: ownerId(integration),
      created_at: new Date(integration.created_at),
      ...changingColumns(cipher, integration),
    })
    .execute()
}

export async function updateIntegrationRow(tx: Transaction, cipher: Cipher, integration: Integration): Promise<void> {
  await tx
    .updateTable('integrations')
    .set(changingColumns(cipher, integration))
    .where('id', '=', integration.id)
    .execute()
}

/** Empties the row and keeps it as a tombstone: the secrets are gone with the commit. */
export async function buryIntegration(
  tx: Transaction,
  integration: Pick<Integration, 'id' | 'revision' | 'cancelled_before'>,
  now: number,
): Promise<void> {
  await tx
    .updateTable('integrations')
    .set({
      enabled: false,
      configuration: '{}',
      secrets: null,
      previous_secret_until: null,
      cancelled_before: integration.cancelled_before,
      revision: integration.revision,
      updated_at: new Date(now),
      deleted_at: new Date(now),
    })
    .where('id', '=', integration.id)
    .execute()
}

export async function findIntegration(
  db: Database,
  cipher: Cipher,
  owner: Owner,
  id: string,
): Promise<Integration | undefined> {
  const row = await selectOwned(db, owner, id).executeTakeFirst()
  return row && readIntegration(cipher, row)
}

/** The same, locked against other changes until the transaction ends. */
export async function lockIntegration(
  tx: Transaction,
  cipher: Cipher,
  owner: Owner,
  id: string,
): Promise<Integration | undefined> {
  const row = await selectOwned(tx, owner, id).forUpdate().executeTakeFirst()
  return row && readIntegration(cipher, row)
}

export async function integrationExists(db: Database, owner: Owner, id: string): Promise<boolean> {
  const row = await selectOwned(db, owner, id).clearSelect().select('id').executeTakeFirst()
  return row !== undefined
}

export async function clearFailingSince(tx: Transaction, id: string): Promise<void> {
  await tx.deleteFrom('integration_states').where('integration_id', '=', id).execute()
}

function selectOwned(db: Database, owner: Owner, id: string) {
  return db
    .selectFrom('integrations')
    .selectAll()
    .where('id', '=', id)
    .where('owner_id', '=', ownerId(owner))
    .where('deleted_at', 'is', null)
}

/** A row as the room works with it. Throws when the encryption key is not the one it was sealed with. */
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
    configuration: { ...row.configuration, ...sealed.members },
    previous_secret_key: sealed.previous_secret_key ?? null,
    previous_secret_until: row.previous_secret_until?.getTime() ?? null,
    disabled_reason: row.disabled_reason,
    cancelled_before: row.cancelled_before,
    version: row.version,
    revision: row.revision,
    created_at: row.created_at.getTime(),
    updated_at: row.updated_at.getTime(),
  }
}

type Sealed = { members: Record<string, unknown>; previous_secret_key?: string }

function changingColumns(cipher: Cipher, integration: Integration) {
  const { previous_secret_until } = integration
  return {
    ...configurationColumns(cipher, integration),
    integration_type: integration.integration_type,
    name: integration.name,
    description: integration.description,
    enabled: integration.enabled,
    observes: integration.observes,
    previous_secret_until: previous_secret_until === null ? null : new Date(previous_secret_until),
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

/** Some integrations, by id, whose configuration may hold in clear what is sealed today; locked, passing over locked ones. */
export function lockUnsealed(tx: Transaction, after: string, limit: number): Promise<IntegrationRow[]> {
  return tx
    .selectFrom('integrations')
    .selectAll()
    .where('id', '>', after)
    .whereRef('sealed_version', '<>', 'version')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
}

/** Seals a configuration again: what it says stays the same, so its version does. */
export async function resealIntegration(tx: Transaction, cipher: Cipher, integration: Integration): Promise<void> {
  await tx
    .updateTable('integrations')
    .set(configurationColumns(cipher, integration))
    .where('id', '=', integration.id)
    .execute()
}

export const sealedIntegrations = sealedColumn({ table: 'integrations', column: 'secrets', contextOf: (id) => id })
