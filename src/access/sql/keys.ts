import { plainArray, textArray } from '../../db/arrays.ts'
import { type Database, query } from '../../db/database.ts'
import { type Listed, list } from '../../db/list.ts'
import { parameters, prepared, statement } from '../../db/prepared.ts'
import type { RowLimit } from '../../db/row-limit.ts'
import type { ListRequest } from '../../kernel/lists/list.ts'
import type { Owner } from '../../kernel/owner.ts'
import type { Permission } from '../../kernel/permissions.ts'

/** Owner of a key: a store, an organization, or the deployment if both are null. */
export type KeyOwner = { organization_id: string | null; store_id: string | null }

export type KeyRow = KeyOwner & {
  id: string
  name: string
  client_id: string
  secret_hash: string
  /** Permissions of the key; null for all of its store or organization. */
  permissions: Permission[] | null
  created_at: Date
  /** Id of the person or key that created it through the API; null for the command line. */
  created_by: string | null
  expires_at: Date | null
  last_used_at: Date | null
  revoked_at: Date | null
}

/**
 * Maximum number of keys per store, or of an organization itself, that are neither revoked nor expired; the command
 * line on the server may exceed it.
 */
const MAX_KEYS = 1_000

export const keyLimit: RowLimit = {
  max: MAX_KEYS,
  holder: 'A store or an organization',
  things: 'valid keys',
  rows: `api_keys where coalesce(store_id, organization_id) = $1 and revoked_at is null
    and coalesce(expires_at, 'infinity') > now()`,
  advice: 'Revoke one that is no longer used.',
}

const KEY = [
  ...(['id', 'organization_id', 'store_id', 'name', 'client_id', 'secret_hash', 'permissions'] as const),
  ...(['created_at', 'created_by', 'expires_at', 'last_used_at', 'revoked_at'] as const),
] satisfies (keyof KeyRow)[]
const KEY_COLUMNS = KEY.join(', ')

const INSERT = statement(KEY, `insert into api_keys (${KEY_COLUMNS}) values (${parameters(KEY)})`)

export async function insertKey(db: Database, key: KeyRow): Promise<void> {
  const permissions = key.permissions === null ? null : textArray(key.permissions)
  await query(db, INSERT.text, INSERT.bind({ ...key, permissions }))
}

/** Returns the keys of one organization, or all keys, oldest first. */
export function selectKeys(db: Database, organization_id: string | null): Promise<KeyRow[]> {
  return query(db, `select ${KEY_COLUMNS} from api_keys where $1::uuid is null or organization_id = $1 order by id`, [
    organization_id,
  ])
}

export async function selectKeyByClientId(db: Database, client_id: string): Promise<KeyRow | null> {
  const rows = await query<KeyRow>(db, `select ${KEY_COLUMNS} from api_keys where client_id = $1`, [client_id])
  return rows[0] ?? null
}

/** Returns a page of the keys of a store, or of an organization and its stores. */
export function listKeyRows(db: Database, owner: Owner, request: ListRequest): Promise<Listed<KeyRow>> {
  const where = (bind: (value: unknown) => string) =>
    `organization_id = ${bind(owner.organization_id)}${owner.store_id === null ? '' : ` and store_id = ${bind(owner.store_id)}`}`
  return list(db, { columns: KEY_COLUMNS, from: 'api_keys', where }, request)
}

/** Returns a key of a store, or of an organization and its stores; undefined if not found. */
export async function selectOwnKey(db: Database, owner: Owner, id: string): Promise<KeyRow | undefined> {
  const [key] = await query<KeyRow>(
    db,
    `select ${KEY_COLUMNS} from api_keys
      where id = $1 and organization_id = $2 and ($3::uuid is null or store_id = $3)`,
    [id, owner.organization_id, owner.store_id],
  )
  return key
}

/**
 * Returns the keys that a person has created in a store, or an organization and its stores, and that still get tokens.
 */
export function selectLiveKeysBy(db: Database, owner: Owner, person_id: string, now: number): Promise<KeyRow[]> {
  return query(
    db,
    `select ${KEY_COLUMNS} from api_keys
      where organization_id = $1 and ($2::uuid is null or store_id = $2) and created_by = $3
        and revoked_at is null and (expires_at is null or expires_at > $4)
      order by id`,
    [owner.organization_id, owner.store_id, person_id, new Date(now)],
  )
}

/** True if the key exists and is not revoked. */
export async function isKeyLive(db: Database, id: string): Promise<boolean> {
  return (await query(db, 'select 1 from api_keys where id = $1 and revoked_at is null', [id])).length > 0
}

/** Returns the key, revoked now unless it was revoked before; null if not found. */
export async function updateKeyRevoked(db: Database, id: string, now: number): Promise<KeyRow | null> {
  const rows = await query<KeyRow>(
    db,
    `update api_keys set revoked_at = coalesce(revoked_at, $2) where id = $1 returning ${KEY_COLUMNS}`,
    [id, new Date(now)],
  )
  return rows[0] ?? null
}

/** No-op if another process has updated the key since `unless_since`. */
export async function updateKeyUsed(
  db: Database,
  id: string,
  { now, unless_since }: { now: number; unless_since: number },
): Promise<void> {
  await query(
    db,
    `update api_keys set last_used_at = $2 where id = $1 and (last_used_at is null or last_used_at < $3)`,
    [id, new Date(now), new Date(unless_since)],
  )
}

const REVOKED_SINCE = prepared('select id from api_keys where revoked_at >= $1')

export async function selectRevokedSince(db: Database, time: number): Promise<string[]> {
  const rows = await query<{ id: string }>(db, REVOKED_SINCE, [new Date(time)])
  return rows.map((row) => row.id)
}

/** Names of the keys of an organization, its stores and the deployment by id, including revoked keys. */
export async function selectKeyNames(
  db: Database,
  organization_id: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const text =
    'select id, name from api_keys where (organization_id = $1 or organization_id is null) and id = any($2::uuid[])'
  const rows = await query<{ id: string; name: string }>(db, text, [organization_id, plainArray(ids)])
  return new Map(rows.map(({ id, name }) => [id, name]))
}
