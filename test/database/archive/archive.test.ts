import { rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Archive, readManifest } from '../../../src/archive/archive.ts'
import { archiveExpired } from '../../../src/archive/archive-expired.ts'
import { archivedBetween, restorePartition } from '../../../src/archive/restore.ts'
import { type Database, query } from '../../../src/db/database.ts'
import { newId } from '../../../src/db/new-id.ts'
import { type Part, partitionOf, partOf } from '../../../src/db/partitions/partition-names.ts'
import { createPartitions, dropPartitions } from '../../../src/db/partitions/partitions.ts'
import { folderStore } from '../../../src/store/files/bytes/folder.ts'
import { objectStore } from '../../../src/store/files/bytes/object-store.ts'
import { openSpool } from '../../../src/store/files/bytes/spool.ts'
import type { TestDatabase } from '../../support/database/cluster.ts'
import { testDatabase } from '../../support/database/database.ts'
import { insertRows } from '../../support/database/insert-rows.ts'
import { keepFor } from '../../support/database/keep-for.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { OBJECT_STORE_KEYS, startObjectStore, type TestObjectStore } from '../../support/servers/object-store.ts'

const DAY = 86_400_000
const NOW = Date.now()
/** The day of all rows here, past the retention of 3 days. */
const THEN = Math.floor(NOW / DAY) * DAY - 6 * DAY + 3_600_000
const TABLES = ['events', 'jobs', 'logs'] as const
const PARTS = TABLES.flatMap((table) => partOf(partitionOf(table, THEN)) ?? [])
const EVENTS = 5
/** Texts that a copy or JSON might alter. */
const TEXTS = [
  '{"a":"line\\nbreak"}',
  'tab\tquote"\\.',
  '\\.',
  '\u0001\u0002 control',
  '😀 ü ﷽',
  '{"sealed":"AbCd+/=="}',
]

let folder: string
let server: TestObjectStore
let database: TestDatabase
let db: Database
beforeAll(async () => {
  folder = await temporaryFolder('fast')
  server = await startObjectStore()
  await server.bucket('archive')
  database = await testDatabase()
  db = database.db
})
afterAll(async () => {
  await database.close()
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const spool = () => openSpool(path.join(folder, 'incoming'))
const options = { bucket: 'archive', region: 'us-east-1', credentials: OBJECT_STORE_KEYS }
const kinds: [string, () => Archive][] = [
  ['a folder', () => ({ bytes: folderStore(path.join(folder, newId(NOW))), spool: spool() })],
  ['a bucket', () => ({ bytes: objectStore({ ...options, endpoint: server.endpoint }), spool: spool() })],
]

let archive: Archive
const openFolder = () => kinds[0]?.[1]() as Archive

describe.each(kinds)('archive in %s', (_, open) => {
  test('a restored partition is identical to the archived one, byte for byte', async () => {
    archive = open()
    await fillDay()
    const before = await contents()
    expect(await archiveAndDrop()).toEqual(PARTS.map(({ name }) => name))
    expect(await present()).toEqual([])
    const manifests = await archivedBetween(archive, THEN, THEN + 1)
    expect(manifests.map(({ partition, rows }) => [partition, rows])).toEqual(PARTS.map(({ name }) => [name, EVENTS]))
    for (const manifest of manifests) await restore(manifest.partition)
    expect(await contents()).toEqual(before)
    archive.bytes.close()
  })
})

describe('the archive', () => {
  beforeEach(async () => {
    archive = openFolder()
    await fillDay()
  })

  test('holds lines of JSON that keep sealed values sealed', async () => {
    await archiveAndDrop()
    const stream = await archive.bytes.read(`${PARTS[0]?.name}/000001.jsonl.gz`)
    const lines = gunzipSync(await buffer(stream ?? Readable.from([])))
      .toString()
      .trim()
      .split('\n')
    expect(lines.map((line) => JSON.parse(line).payload)).toEqual(TEXTS.slice(0, 2))
  })

  test('resumes after an interruption, and permits no drop until it is complete', async () => {
    const keys: string[] = []
    const failing = interrupted(archive, 2, keys)
    expect(await archiveAndDrop(failing)).toEqual([])
    expect(await present()).toHaveLength(3)
    expect(await readManifest(archive, String(PARTS[0]?.name))).toBeNull()
    expect(await archiveAndDrop(interrupted(archive, Number.POSITIVE_INFINITY, keys))).toHaveLength(3)
    const [first = ''] = keys
    expect(keys.filter((key) => key === first)).toHaveLength(1)
    expect((await readManifest(archive, String(PARTS[0]?.name)))?.rows).toBe(EVENTS)
  })

  test('rejects a manifest of gigabytes while reading it', async () => {
    const blanks = async function* () {
      for (let read = 0; read < 40; read += 1) yield Buffer.alloc(2 ** 20, ' ')
    }
    const bomb = { ...archive, bytes: { ...archive.bytes, read: async () => Readable.from(blanks()) } }
    await expect(readManifest(bomb, 'logs')).rejects.toThrow('logs/manifest.json is longer than 16777216 bytes')
  })

  test('permits no drop if it does not read back as written', async () => {
    const read = async () => Readable.from([Buffer.from('something else')])
    const broken = {
      ...archive,
      bytes: { ...archive.bytes, read: (key: string) => (key.endsWith('.gz') ? read() : archive.bytes.read(key)) },
    }
    const [errors, archived] = await archiveAll(broken)
    expect(errors).toEqual([`Error: ${PARTS[0]?.name}/000001.jsonl.gz in the archive is not what was written.`])
    expect(archived.size).toBe(0)
  })

  test('survives a crash between writing and the drop without being written again', async () => {
    const keys: string[] = []
    await archiveAll(interrupted(archive, Number.POSITIVE_INFINITY, keys))
    const written = keys.length
    expect(await archiveAndDrop(interrupted(archive, Number.POSITIVE_INFINITY, keys))).toHaveLength(3)
    expect(keys).toHaveLength(written)
  })

  test('gets written again when a job has changed since', async () => {
    await archiveAll(archive)
    await query(db, `update jobs set status = 'failed', updated_at = now() where id >= $1`, [newId(THEN - DAY)])
    const before = await contents()
    await archiveAndDrop()
    for (const { name } of PARTS) await restore(name)
    expect(await contents()).toEqual(before)
  })

  test('stays unchanged if it belongs to another deployment, and permits no drop', async () => {
    await archiveAndDrop()
    const other = await testDatabase()
    await createPartitions(other.db, THEN)
    const [errors, archived] = await archiveAll(archive, other)
    expect(errors[0]).toMatch(/already holds events_\d+, which was not written from this database/)
    expect([...archived]).toEqual([])
    await other.close()
  })

  test('allows one writing process at a time', async () => {
    const keys: string[] = []
    const counted = interrupted(archive, Number.POSITIVE_INFINITY, keys)
    await Promise.all([archiveAll(counted), archiveAll(counted), archiveAll(counted)])
    expect(keys).toHaveLength(new Set(keys).size)
  })

  test('cannot be restored once altered', async () => {
    await archiveAndDrop()
    const key = `${PARTS[0]?.name}/000002.jsonl.gz`
    const stream = await archive.bytes.read(`${PARTS[0]?.name}/000001.jsonl.gz`)
    await archive.bytes.put(key, await archive.spool.take(stream ?? Readable.from([]), null))
    await expect(restore(String(PARTS[0]?.name))).rejects.toThrow(
      /000002.jsonl.gz in the archive is not what was written/,
    )
    const ids = await query(db, `select id from ${PARTS[0]?.name}`, [])
    expect(ids).toHaveLength(2)
  })

  test('restores once despite repeats and interruptions, and the restored rows stay for their time', async () => {
    await archiveAndDrop()
    const [events = ''] = PARTS.map(({ name }) => name)
    const keptUntil = new Date(NOW + DAY)
    await expect(restore(events, interruptedReads(archive, 2), keptUntil)).rejects.toThrow('the disk is gone')
    for (const _ of [1, 2]) expect(await restore(events, archive, keptUntil)).toEqual({ name: events, rows: EVENTS })
    await restore(events, archive, new Date(NOW))
    const text = 'select kept_until from archived_partitions where name = $1'
    expect(await query(db, text, [events])).toEqual([{ kept_until: keptUntil }])
    // Retention and archiving skip the restored partition, and the archive is not written again.
    expect(await archiveAndDrop()).toEqual([])
  })

  test('restores no job that would be attempted', async () => {
    await query(db, `update jobs set status = 'pending', next_at = now(), order_key = 'x' where id >= $1`, [
      newId(THEN - DAY),
    ])
    await archiveAndDrop()
    await restore(partitionOf('jobs', THEN))
    const free = 'select status, next_at, worker_id, lease_until, order_key from jobs'
    const cancelled = { status: 'cancelled', next_at: null, worker_id: null, lease_until: null, order_key: null }
    expect(await query(db, free, [])).toEqual(Array(EVENTS).fill(cancelled))
  })
})

/** Replaces all rows with a day of events, each with a job and a log. */
async function fillDay(): Promise<void> {
  for (const { name } of PARTS) await query(db, `drop table if exists ${name}`, [])
  await query(db, 'truncate archived_partitions', [])
  await createPartitions(db, THEN)
  for (let index = 0; index < EVENTS; index += 1) {
    const [id, job_id, owner] = [newId(THEN + index), newId(THEN + index), newId(NOW)]
    const text = TEXTS[index] ?? ''
    const event = {
      id,
      organization_id: owner,
      owner_id: owner,
      triggered_by: 'order.paid',
      external_id: TEXTS[5 - index],
    }
    await insertRows(db, 'events', [{ ...event, resource_version: '9007199254740993', payload: text }])
    const ids = { integration_id: owner, owner_id: owner }
    const state = { status: 'succeeded', updated_at: new Date(THEN), attempts: 1, manual_retries: 2 }
    await insertRows(db, 'jobs', [{ id: job_id, event_id: id, triggered_by: 'order.paid', ...ids, ...state }])
    const log = { id: newId(THEN + index), job_id, attempt: 1, succeeded: true, processing_time: 0.1 + index / 3 }
    await insertRows(db, 'logs', [{ ...log, ...ids, request_headers: text, body: text }])
  }
}

/** All rows of the day, as PostgreSQL prints them. */
async function contents(): Promise<unknown> {
  const all: unknown[] = []
  for (const { name } of PARTS) all.push(await query(db, `select r::text as row from ${name} as r order by id`, []))
  return all
}

async function present(): Promise<unknown[]> {
  return query(db, 'select 1 from unnest($1::text[]) as name where to_regclass(name) is not null', [
    PARTS.map(({ name }) => name),
  ])
}

/** Archives with two rows a part. Returns error messages and the partitions that may be dropped. */
async function archiveAll(into: Archive, of: TestDatabase = database): Promise<[string[], Set<string>]> {
  const errors: string[] = []
  const archived = await archiveExpired(
    {
      db: of.db,
      url: of.direct_url,
      archive: into,
      isNeeded: async () => false,
      onArchived() {},
      onFailed: (_, error) => errors.push(String(error)),
    },
    PARTS,
    { part_rows: 2 },
  )
  return [errors, archived]
}

async function archiveAndDrop(into: Archive = archive): Promise<string[]> {
  const [, archived] = await archiveAll(into)
  const mayDrop = async ({ name }: Part) => archived.has(name)
  return dropPartitions(db, NOW, keepFor(3), { mayDrop })
}

async function restore(name: string, from: Archive = archive, kept_until = new Date(NOW + DAY)) {
  const manifest = await readManifest(from, name)
  if (manifest === null) throw new Error(`${name} has no manifest`)
  return restorePartition({ db, url: database.direct_url, archive: from }, manifest, kept_until)
}

/** An archive whose puts fail from the given one on, as after a crash. Collects the keys of successful puts. */
function interrupted(inner: Archive, at: number, keys: string[]): Archive {
  let puts = 0
  return {
    ...inner,
    bytes: {
      read: (key) => inner.bytes.read(key),
      close() {},
      async put(key, file) {
        puts += 1
        if (puts >= at) throw new Error('the disk is gone')
        await inner.bytes.put(key, file)
        keys.push(key)
      },
    },
  }
}

/** An archive whose reads fail from the given one on, except those of the manifest. */
function interruptedReads(inner: Archive, at: number): Archive {
  let reads = 0
  return {
    ...inner,
    bytes: {
      ...inner.bytes,
      async read(key) {
        reads += key.endsWith('.gz') ? 1 : 0
        if (reads >= at) throw new Error('the disk is gone')
        return inner.bytes.read(key)
      },
    },
  }
}
