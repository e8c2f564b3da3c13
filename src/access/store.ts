import { plainArray } from '../db/arrays.ts'
import { type Database, query, type Transaction } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'

export type Organization = { id: string; name: string; created_at: Date; updated_at: Date }

export async function insertOrganization(db: Database, organization: Organization): Promise<void> {
  await query(db, `insert into organizations (id, name, created_at, updated_at) values ($1, $2, $3, $4)`, [
    organization.id,
    organization.name,
    organization.created_at,
    organization.updated_at,
  ])
}

export function selectOrganizations(db: Database): Promise<Organization[]> {
  return query(db, `select id, name, created_at, updated_at from organizations order by id`, [])
}

export async function selectOrganization(db: Database, id: string): Promise<Organization | undefined> {
  return (await query<Organization>(db, ORGANIZATION, [id]))[0]
}

export async function lockOrganization(tx: Transaction, id: string): Promise<Organization | undefined> {
  return (await query<Organization>(tx, `${ORGANIZATION} for update`, [id]))[0]
}

const ORGANIZATION = 'select id, name, created_at, updated_at from organizations where id = $1'

export async function updateOrganizationName(
  tx: Transaction,
  id: string,
  name: string,
  now: number,
): Promise<Organization> {
  const text = `update organizations set name = $2, updated_at = $3 where id = $1 returning id, name, created_at, updated_at`
  const [organization] = await query<Organization>(tx, text, [id, name, new Date(now)])
  if (organization === undefined) throw new Error('Organizations are never deleted.')
  return organization
}

export async function organizationExists(db: Database, id: string): Promise<boolean> {
  return (await query(db, `select 1 from organizations where id = $1`, [id])).length > 0
}

export type Store = {
  id: string
  organization_id: string
  name: string
  /** Short name, unique on the server, used in storefront addresses. */
  scope: string
  created_at: Date
  updated_at: Date
}

/** Returns false if the scope is taken. */
export async function insertStore(db: Database, store: Store): Promise<boolean> {
  const rows = await query(
    db,
    `insert into stores (id, organization_id, name, scope, created_at, updated_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (scope) do nothing returning id`,
    [store.id, store.organization_id, store.name, store.scope, store.created_at, store.updated_at],
  )
  return rows.length > 0
}

export function selectStores(db: Database, organization_id: string | null): Promise<Store[]> {
  return query(
    db,
    `select id, organization_id, name, scope, created_at, updated_at from stores
      where $1::uuid is null or organization_id = $1 order by id`,
    [organization_id],
  )
}

/** Returns a store of the organization; undefined if not found. */
export async function selectStore(db: Database, organization_id: string, id: string): Promise<Store | undefined> {
  const [store] = await query<Store>(
    db,
    `select id, organization_id, name, scope, created_at, updated_at from stores where id = $1 and organization_id = $2`,
    [id, organization_id],
  )
  return store
}

export async function lockStore(tx: Transaction, id: string): Promise<Store | undefined> {
  const text =
    'select id, organization_id, name, scope, created_at, updated_at from stores where id = $1 for no key update'
  return (await query<Store>(tx, text, [id]))[0]
}

export async function updateStoreName(tx: Transaction, id: string, name: string, now: number): Promise<Store> {
  const [store] = await query<Store>(
    tx,
    `update stores set name = $2, updated_at = $3 where id = $1
     returning id, organization_id, name, scope, created_at, updated_at`,
    [id, name, new Date(now)],
  )
  if (store === undefined) throw new Error('Stores are never deleted.')
  return store
}

export type OwnerNames = {
  owner_id: string
  organization_id: string
  organization: string
  store_id: string | null
  store: string | null
}

export function selectOwnerNames(db: Database, owner_ids: readonly string[]): Promise<OwnerNames[]> {
  return query(
    db,
    `select o.id as owner_id, o.id as organization_id, o.name as organization, null::uuid as store_id, null as store
       from organizations o where o.id = any($1::uuid[])
     union all
     select s.id, o.id, o.name, s.id, s.name
       from stores s join organizations o on o.id = s.organization_id where s.id = any($1::uuid[])`,
    [plainArray(owner_ids)],
  )
}

export async function organizationOfStore(db: Database, store_id: string): Promise<string | null> {
  const rows = await query<{ organization_id: string }>(db, `select organization_id from stores where id = $1`, [
    store_id,
  ])
  return rows[0]?.organization_id ?? null
}

/** Returns the store with this scope, in lower case as in storefront addresses; null if not found. */
export async function storeOfScope(
  db: Database,
  scope: string,
): Promise<{ organization_id: string; store_id: string } | null> {
  const rows = await query<{ organization_id: string; store_id: string }>(
    db,
    `select organization_id, id as store_id from stores where scope = $1`,
    [scope],
  )
  return rows[0] ?? null
}

/** Returns the scope of a store, which never changes; null if not found. */
export async function scopeOfStore(db: Database, store_id: string): Promise<string | null> {
  const rows = await query<{ scope: string }>(db, `select scope from stores where id = $1`, [store_id])
  return rows[0]?.scope ?? null
}

export type SigningKeyRow = { id: string; secret: Buffer; created_at: Date }

export function selectSigningKeys(db: Database): Promise<SigningKeyRow[]> {
  return query(db, `select id, secret, created_at from signing_keys order by created_at desc, id desc`, [])
}

/** Serializes rotations of the signing key until the transaction ends. */
export async function lockSigningKeys(tx: Database): Promise<void> {
  await query(tx, `select pg_advisory_xact_lock(hashtext('tidings.signing_keys'))`, [])
}

export async function insertSigningKey(tx: Database, key: SigningKeyRow): Promise<void> {
  await query(tx, `insert into signing_keys (id, secret, created_at) values ($1, $2, $3)`, [
    key.id,
    key.secret,
    key.created_at,
  ])
}

export async function deleteSigningKeysBefore(tx: Database, time: number): Promise<void> {
  await query(tx, `delete from signing_keys where created_at < $1`, [new Date(time)])
}

type GenerationRow = { holder_id: string; generation: number }

const RAISED_SINCE = prepared('select holder_id, generation from token_generations_of where raised_at >= $1')

export async function selectGenerationsSince(db: Database, time: number): Promise<[string, number][]> {
  const rows = await query<GenerationRow>(db, RAISED_SINCE, [new Date(time)])
  return rows.map(({ holder_id, generation }) => [holder_id, generation])
}

export async function selectGenerations(db: Database, holder_ids: readonly string[]): Promise<[string, number][]> {
  const rows = await query<GenerationRow>(
    db,
    `select holder_id, generation from token_generations_of where holder_id = any($1::uuid[])`,
    [plainArray(holder_ids)],
  )
  return rows.map(({ holder_id, generation }) => [holder_id, generation])
}

export async function upsertGenerations(tx: Database, holder_ids: readonly string[], now: number): Promise<void> {
  await query(
    tx,
    `insert into token_generations_of (holder_id, generation, raised_at)
     select id, nextval('token_generations'), $2 from unnest($1::uuid[]) as h(id)
     on conflict (holder_id) do update set generation = nextval('token_generations'), raised_at = excluded.raised_at`,
    [plainArray(holder_ids), new Date(now)],
  )
}

export async function deleteGenerationsBefore(db: Database, time: number): Promise<number> {
  const rows = await query(db, `delete from token_generations_of where raised_at < $1 returning holder_id`, [
    new Date(time),
  ])
  return rows.length
}
