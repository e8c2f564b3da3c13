import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Database, query } from '../../src/db/database.ts'
import { migrate } from '../../src/db/migrate.ts'
import { openDatabase } from '../../src/db/pool.ts'
import { openEmbedded } from '../../src/embedded/embedded.ts'

type Column = {
  table: string
  name: string
  type: string
  nullable: boolean
  origin: 'statement' | 'default' | 'generated'
  /** Values that an enum or a check constraint allows, or null. */
  words: string[] | null
}

const LINE_WIDTH = 120

/** TypeScript types that the driver returns; all others are strings. */
const TYPES: Readonly<Record<string, string>> = {
  'timestamp with time zone': 'Date',
  bigint: 'number',
  boolean: 'boolean',
  bytea: 'Buffer',
  'double precision': 'number',
  integer: 'number',
  json: 'unknown',
  jsonb: 'unknown',
  real: 'number',
  smallint: 'number',
}

/** `src/db/rows.ts`, read from a new embedded database after all migrations. */
export async function generateRows(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tidings-rows-'))
  const server = await openEmbedded(folder, { report: () => {} })
  const db = openDatabase({ url: server.url, connections: 2, onError: () => {} })
  try {
    await migrate(db)
    return await rowsModule(db)
  } finally {
    await db.close()
    await server.close()
    await rm(folder, { recursive: true })
  }
}

/** `src/db/rows.ts`: types of the driver's rows, for each table of a migrated database. */
export async function rowsModule(db: Database): Promise<string> {
  const tables = Map.groupBy(await readColumns(db), ({ table }) => table)
  const entries = [...tables].map(([table, columns]) => `  ${table}: {\n${columns.map(lineOf).join('')}  }\n`)
  return `${HEAD}export type Rows = {\n${entries.join('')}}\n`
}

const HEAD = `// Written by \`npm run generate\` from the migrated schema.

/** A row of each table as the driver returns it. \`default\` and \`generated\` columns need not be inserted. */
`

function lineOf(column: Column): string {
  const { name, nullable, origin } = column
  const [first = 'unknown', ...others] = typesOf(column)
  const types = first === 'unknown' ? [first] : [first, ...others, ...(nullable ? ['null'] : [])]
  const comment = origin === 'statement' ? '' : ` // ${origin}`
  const line = `    ${name}: ${types.join(' | ')}`
  if (line.length <= LINE_WIDTH) return `${line}${comment}\n`
  return `    ${name}:${types.map((type) => `\n      | ${type}`).join('')}${comment}\n`
}

function typesOf({ type, words }: Column): string[] {
  if (words !== null) return words.map((word) => `'${word}'`)
  return [type.endsWith('[]') ? `${typeOf(type.slice(0, -2))}[]` : typeOf(type)]
}

function typeOf(type: string): string {
  return TYPES[type] ?? 'string'
}

function readColumns(db: Database): Promise<Column[]> {
  return query(
    db,
    `select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type, not a.attnotnull as nullable,
            case when a.attgenerated <> '' then 'generated' when a.attidentity <> '' or a.atthasdef then 'default'
                 else 'statement' end as origin,
            coalesce(
              (select array_agg(enumlabel::text order by enumsortorder) from pg_enum where enumtypid = a.atttypid),
              (select array(select w[1] from regexp_matches(pg_get_constraintdef(k.oid), '''([^'']*)''::text', 'g') w)
                 from pg_constraint k
                where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
                  and pg_get_constraintdef(k.oid) ~ ('^CHECK \\(\\(' || a.attname || ' = ANY \\(ARRAY\\[[^()]*\\]\\)\\)\\)( NOT VALID)?$')
                limit 1)) as words
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      order by c.relname collate "C", a.attnum`,
    [],
  )
}
