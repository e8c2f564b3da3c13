import { hash } from 'node:crypto'
import { type Database, query } from '../../../src/db/database.ts'
import type { Tenant } from '../app.ts'

/** A tenant's rows: by table, the key of each row and a digest of its contents. */
export type Rows = {
  tables: ReadonlyMap<string, ReadonlyMap<string, string>>
  /** Every UUID in the rows, including those in JSON. */
  ids: ReadonlySet<string>
  /** Every UUID in tables that shoppers of the store may see. */
  shown_ids: ReadonlySet<string>
}

/** Tables of the service itself, whose rows belong to no tenant. */
const OF_THE_SERVICE = new Set([
  ...[
    'signing_keys',
    'revisions',
    'workers',
    'partition_changes',
    'archived_partitions',
    'leases_at_birth',
    'migrations',
  ],
  // Ids of used challenges, which belong to no row.
  'used_passkey_challenges',
  'used_provider_log_ins',
  // Keyed by a holder's id, and written when a password changes.
  'token_generations_of',
  // Only numbers, written seconds later; `test/journeys/series.test.ts` checks who may read them.
  ...['series_minutes', 'series_hours', 'worker_sweeps'],
])

/** Tables that contain an owner's id only within a text. */
const MENTIONING = new Set(['doomed_bytes', 'demo_parts'])

const SHOWN = new Set([
  ...['products', 'hierarchies', 'nodes', 'node_products', 'currencies', 'inventories', 'files'],
  ...['tax_classes', 'tax_zones', 'tax_rates', 'shipping_options', 'promotions', 'stores', 'organizations'],
  // The log-in page of members shows their realm.
  'authentication_realms',
  ...[
    'release_hierarchies',
    'release_nodes',
    'release_products',
    'release_parents',
    'release_places',
    'catalogs',
    'catalog_releases',
  ],
])

const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g

/** All rows of a tenant, meaning its store and organization. Throws for a table without a known owner column. */
export async function rowsOf(db: Database, tenant: Pick<Tenant, 'organization_id' | 'store_id'>): Promise<Rows> {
  const tables = new Map<string, Map<string, string>>()
  const ids = new Set<string>()
  const shown_ids = new Set<string>()
  for (const { name, condition } of await scopesOf(db)) {
    const rows = await selectRows(db, { name, condition, tenant })
    tables.set(name, new Map(rows.map(({ key, text }) => [key, hash('sha1', text)])))
    for (const { text } of rows)
      for (const [id] of text.matchAll(UUID)) {
        ids.add(id)
        if (SHOWN.has(name)) shown_ids.add(id)
      }
  }
  return { tables, ids, shown_ids }
}

type Scope = { name: string; condition: string }

async function scopesOf(db: Database): Promise<Scope[]> {
  const columns = await query<{ name: string; columns: string[] }>(
    db,
    `select c.relname as name, array_agg(a.attname::text) as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      group by c.relname order by c.relname`,
    [],
  )
  return columns.filter(({ name }) => !OF_THE_SERVICE.has(name)).map(({ name, columns: has }) => scopeOf(name, has))
}

function scopeOf(name: string, columns: readonly string[]): Scope {
  const own = name === 'stores' || name === 'organizations' ? ['t.id = any($1)'] : []
  const scoped = ['owner_id', 'store_id', 'organization_id'].filter((column) => columns.includes(column))
  const of_integration = 'exists (select from integrations i where i.id = t.integration_id and i.owner_id = any($1))'
  const conditions = [...own, ...scoped.map((column) => `t.${column} = any($1)`)]
  if (conditions.length === 0 && columns.includes('integration_id')) conditions.push(of_integration)
  if (conditions.length === 0 && columns.includes('person_id'))
    conditions.push('exists (select from people p where p.id = t.person_id and p.organization_id = any($1))')
  if (conditions.length === 0 && MENTIONING.has(name))
    conditions.push('$1::uuid[] is not null and to_jsonb(t)::text like any($2)')
  if (conditions.length === 0)
    throw new Error(
      `Unknown owner of the rows in ${name}: scope them by owner_id, or list the table in OF_THE_SERVICE.`,
    )
  return { name, condition: conditions.join(' or ') }
}

type Selection = Scope & { tenant: Pick<Tenant, 'organization_id' | 'store_id'> }

function selectRows(db: Database, { name, condition, tenant }: Selection) {
  const owners = [tenant.organization_id, tenant.store_id]
  return query<{ key: string; text: string }>(
    db,
    `select coalesce(to_jsonb(t) ->> 'id', md5(to_jsonb(t)::text)) as key, to_jsonb(t)::text as text
       from "${name}" t where ${condition}`,
    condition.includes('$2') ? [owners, owners.map((id) => `%${id}%`)] : [owners],
  )
}

/** Rows that were removed or changed, as `table id`. */
export function changedRows(before: Rows, after: Rows): string[] {
  return [...before.tables].flatMap(([table, rows]) =>
    [...rows].filter(([key, digest]) => after.tables.get(table)?.get(key) !== digest).map(([key]) => `${table} ${key}`),
  )
}

/** Rows that were added, as `table id`. */
export function addedRows(before: Rows, after: Rows): string[] {
  return [...after.tables].flatMap(([table, rows]) =>
    [...rows.keys()].filter((key) => before.tables.get(table)?.has(key) !== true).map((key) => `${table} ${key}`),
  )
}

export function emptyTables({ tables }: Rows): string[] {
  return [...tables].filter(([, rows]) => rows.size === 0).map(([name]) => name)
}
