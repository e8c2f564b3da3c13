import { mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeBackup } from '../../src/app/backup/make-backup.ts'
import { restoreBackup } from '../../src/app/backup/restore-backup.ts'
import type { Config } from '../../src/config.ts'
import { openCopySession } from '../../src/db/copy-session.ts'
import { type Database, query } from '../../src/db/database.ts'
import { doneMigrations, repeatMigrations } from '../../src/db/migrate.ts'
import { type App, type Client, openApp, openTenant } from '../support/app.ts'
import { runHere } from '../support/command.ts'
import type { TestDatabase } from '../support/database/cluster.ts'
import { emptyDatabase, testDatabase } from '../support/database/database.ts'
import { temporaryFolder } from '../support/folder.ts'
import { openReceiver, type Receiver } from '../support/servers/receiver.ts'
import { register } from '../support/stage.ts'
import { uploadTo } from '../support/store/pictures.ts'
import { openToShoppers } from '../support/store/shop.ts'
import { tour } from '../support/store/tour.ts'

const EVENT = { triggered_by: 'order.paid', payload: { data: { type: 'order', id: 'o1' } } }
const log = pino({ level: 'silent' })
const silently = { onProgress: () => {} }

let database: TestDatabase
let receiver: Receiver
let app: App
let seller: Client
let folder: string
let file_key: string
let config: Config
let env: Record<string, string>
const databases: TestDatabase[] = []

beforeAll(async () => {
  folder = await temporaryFolder('fast')
  database = await testDatabase()
  receiver = await openReceiver()
  app = await openApp(database, { env: { TIDINGS_RETRY_SCHEDULE: '1,1,1', TIDINGS_FILES_FOLDER: at('files') } })
  config = app.foundation.config
  env = {
    DATABASE_URL: database.direct_url,
    TIDINGS_FILES_FOLDER: at('files'),
    TIDINGS_ENCRYPTION_KEY: config.TIDINGS_ENCRYPTION_KEY ?? '',
  }
  const tenant = await openTenant(app)
  seller = tenant.seller
  await openToShoppers(seller)
  await tour(tenant)
  const uploaded = await uploadTo(app.origin, seller, 'some bytes', 'notes.txt')
  file_key = `${seller.store_id}/${uploaded.id}`
  await register(seller, receiver.url, ['order.paid'])
})
afterAll(async () => {
  for (const each of databases) await each.close()
  await receiver.close()
  await database.close()
  await rm(folder, { recursive: true })
})

const at = (name: string) => path.join(folder, name)

async function newDatabase(): Promise<TestDatabase> {
  const database = await emptyDatabase()
  databases.push(database)
  return database
}

/** Settings to restore a backup into another database. */
function into({ direct_url }: TestDatabase, more: Partial<Config> = {}): Config {
  const files = { TIDINGS_FILES_FOLDER: at(`files of ${path.basename(direct_url)}`) }
  return { ...config, DATABASE_URL: direct_url, DATABASE_DIRECT_URL: direct_url, ...files, ...more }
}

const file = (name: string) => ({ file: at(name), ...silently })

test('a backup taken during publishing holds each earlier event with its jobs, and deliveries resume', async () => {
  receiver.answer = (response) => response.writeHead(500).end()
  const accepted: string[] = []
  let is_over = false
  const publishing = (async () => {
    while (!is_over) {
      const { body } = await seller.post('/v2/events', Array(20).fill(EVENT))
      accepted.push(...body.data.map(({ id }: { id: string }) => id))
    }
  })()
  await expect.poll(() => accepted.length).toBeGreaterThan(100)
  const before = [...accepted]
  await makeBackup(config, log, { includes_key: false, ...file('beside.zst') })
  const count = accepted.length
  await expect.poll(() => accepted.length).toBeGreaterThan(count)
  is_over = true
  await publishing
  await app.close()

  const restored = await newDatabase()
  await restoreBackup(into(restored), log, file('beside.zst'))
  const events = await query<{ id: string; jobs: number }>(
    restored.db,
    `select events.id, count(jobs.id) as jobs from events left join jobs on jobs.event_id = events.id
      where events.triggered_by = 'order.paid' and events.payload like '%o1%' group by 1`,
    [],
  )
  const ids = new Set(events.map(({ id }) => id))
  expect(before.filter((id) => !ids.has(id))).toEqual([])
  expect([...ids].filter((id) => !accepted.includes(id))).toEqual([])
  expect(new Set(events.map(({ jobs }) => jobs))).toEqual(new Set([1]))
  const orphans = 'select from jobs left join events on events.id = jobs.event_id where events.id is null'
  expect(await query(restored.db, orphans, [])).toEqual([])

  receiver.received.length = 0
  receiver.answer = (response) => response.end()
  const again = await openApp(restored, { env: { TIDINGS_RETRY_SCHEDULE: '1' } })
  await receiver.waitForCount(before.length)
  const delivered = () => new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size
  await expect.poll(delivered).toBeGreaterThanOrEqual(before.length)
  await again.close()
})

test('a restored backup of an idle store equals it in tables, sequences, constraints and files', async () => {
  const source = database.db
  await query(source, 'create table of_others (id int)', [])
  // Streams end with their processes.
  const open = `insert into delivery_streams (id, owner_id, filter, seen_at) values (gen_random_uuid(), $1, '{}', now())`
  await query(source, open, [seller.store_id])
  const backup = await runHere(['backup', at('idle.zst'), '--json'], env)
  expect(backup.stderr).toMatch(/warning: The encryption key is not in the backup/)
  expect((await stat(at('idle.zst'))).mode & 0o777).toBe(0o600)
  await expect(stat(at('idle.zst.partial'))).rejects.toThrow('ENOENT')

  const target = await newDatabase()
  // A file in place of the files folder makes the first restore fail after its rows.
  await writeFile(at('no folder'), '')
  const interrupted = restoreBackup(into(target, { TIDINGS_FILES_FOLDER: at('no folder') }), log, file('idle.zst'))
  await expect(interrupted).rejects.toThrow('ENOTDIR')
  expect(await tablesOf(target.db)).toEqual([])

  const { left_out, files } = await restoreBackup(into(target), log, file('idle.zst'))
  expect(left_out).toEqual(['of_others'])
  expect(files).toBeGreaterThan(0)
  const tables = (await tablesOf(source)).filter((name) => name !== 'of_others')
  expect(await tablesOf(target.db)).toEqual(tables)
  const found = await contentsOf(target.db, tables)
  expect(found).toEqual({ ...(await contentsOf(source, tables)), delivery_streams: null })
  expect(Object.values(found).filter((content) => content !== null).length).toBeGreaterThan(40)
  expect(await schemaOf(target.db)).toEqual(await schemaOf(source))
  const content = (from: Config) => readFile(path.join(from.TIDINGS_FILES_FOLDER ?? '', 'content', file_key), 'utf8')
  expect(await content(into(target))).toBe('some bytes')
})

test('a backup can be restored only into an empty database, with its encryption key', async () => {
  const restoring = (settings: Config) => restoreBackup(settings, log, file('idle.zst'))
  await expect(restoring(config)).rejects.toThrow(/^The database is not empty, and a restore replaces nothing/)
  const target = await newDatabase()
  const other = into(target, { TIDINGS_ENCRYPTION_KEY: Buffer.alloc(32, 8).toString('base64') })
  await expect(restoring(other)).rejects.toThrow(/encrypted with the key [0-9a-f]{8}, and this process has another one/)
  const { TIDINGS_ENCRYPTION_KEY: key = '', ...rest } = into(target, { TIDINGS_DATA: at('data') })
  await expect(restoring(rest)).rejects.toThrow(/which is not in the backup.*data\/encryption\.key/)
  expect(await tablesOf(target.db)).toEqual([])

  await makeBackup(config, log, { includes_key: true, ...file('with key.zst') })
  const { key_file } = await restoreBackup(rest, log, file('with key.zst'))
  expect(await readFile(key_file ?? '', 'utf8')).toBe(`${key}\n`)
})

test('a backup refuses to overwrite a folder or a device', async () => {
  await mkdir(at('folder'))
  await symlink('/dev/null', at('device'))
  const backingUp = (name: string) => makeBackup(config, log, { includes_key: false, ...file(name) })
  await expect(backingUp('folder')).rejects.toThrow(
    /folder is a folder: name a file, or write to standard output with -/,
  )
  await expect(backingUp('device')).rejects.toThrow(/device is not a regular file/)
  expect((await stat(at('device'))).isCharacterDevice()).toBe(true)
})

test('a backup of an older release is migrated, and one of a newer release is rejected', async () => {
  const older = await newDatabase()
  const all = await doneMigrations(database.db)
  const session = await openCopySession(older.direct_url)
  await query(session, 'begin', [])
  await repeatMigrations(session, all.slice(0, -1))
  await query(session, 'commit', [])
  await session.close()
  await makeBackup(into(older), log, { includes_key: false, ...file('older.zst') })
  const target = await newDatabase()
  const { migrated } = await restoreBackup(into(target), log, file('older.zst'))
  expect(migrated).toEqual(all.slice(-1).map(({ name }) => name))
  expect(await doneMigrations(target.db)).toEqual(all)

  await query(database.db, `insert into migrations (name, checksum) values ('9999-future.sql', 'x')`, [])
  await makeBackup(config, log, { includes_key: false, ...file('newer.zst') })
  const refused = await runHere(['restore', at('newer.zst')], { ...env, DATABASE_URL: older.direct_url })
  expect(refused.code).toBe(1)
  expect(refused.stderr).toMatch(/error: The backup has migration 9999-future\.sql, which this release does not know/)
})

async function tablesOf(db: Database): Promise<string[]> {
  const text = `select table_name::text as name from information_schema.tables where table_schema = 'public' order by 1`
  return (await query<{ name: string }>(db, text, [])).map(({ name }) => name)
}

/** Checksum of the rows of each table, or null if it is empty. */
async function contentsOf(db: Database, tables: readonly string[]): Promise<Record<string, string | null>> {
  const contents: Record<string, string | null> = {}
  for (const name of tables) {
    const text = `select md5(string_agg(each::text, chr(10) order by each::text)) as content from ${name} as each`
    const [row] = await query<{ content: string | null }>(db, text, [])
    contents[name] = row?.content ?? null
  }
  return contents
}

function schemaOf(db: Database): Promise<{ thing: string }[]> {
  return query(
    db,
    `select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || ' ' || convalidated as thing
       from pg_constraint where connamespace = 'public'::regnamespace
     union all select indexdef from pg_indexes where schemaname = 'public'
     union all select pg_get_triggerdef(oid) || ' ' || tgenabled::text from pg_trigger where not tgisinternal
     union all select sequencename || ' ' || coalesce(last_value, 0) from pg_sequences where schemaname = 'public'
     union all select c.oid::regclass || ' ' || coalesce(array_to_string(reloptions, ','), '') || ' ' || coalesce(pg_get_expr(relpartbound, oid), '')
       from pg_class c where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'of_others'
     order by 1`,
    [],
  )
}
