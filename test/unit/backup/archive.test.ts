import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { PassThrough, Writable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkArchive, readArchive, readContents } from '../../../src/backup/archive/read.ts'
import { writeArchive } from '../../../src/backup/archive/write.ts'
import { FORMAT_VERSION, type Head, partName } from '../../../src/backup/manifest.ts'
import { describeFailure } from '../../../src/tool/failure.ts'
import { temporaryFolder } from '../../support/folder.ts'

const HEAD: Head = {
  format_version: FORMAT_VERSION,
  tidings_version: '0.1.0',
  created_at: '2026-11-25T10:00:00.000Z',
  postgresql_version: '18.4',
  migrations: [],
  tables: [{ name: 'orders', columns: ['id'], is_partition: false }],
  key_ids: [],
}

let folder: string
let small: Buffer
beforeAll(async () => {
  folder = await temporaryFolder('fast')
  await write('small', Buffer.from('1\n2\n'))
  small = await readFile(file('small'))
})
afterAll(() => rm(folder, { recursive: true }))

const file = (name: string) => path.join(folder, name)

/** A backup of one table with the given content. */
function write(name: string, rows: Buffer, head: object = HEAD): Promise<void> {
  return writeArchive(createWriteStream(file(name)), async ({ add, addParts, entries }) => {
    await add('backup.json', Buffer.from(JSON.stringify(head)))
    const chunks = async function* () {
      for (let at = 0; at < rows.length; at += 60_000) yield rows.subarray(at, at + 60_000)
    }
    await addParts((part) => partName('tables', 'orders', part), chunks())
    const manifest = { entries: entries(), tables: [{ name: 'orders', rows: 2 }], sequences: [], files: 0 }
    await add('manifest.json', Buffer.from(JSON.stringify(manifest)))
  })
}

async function contentOf(name: string): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const { bytes } of readContents(file(name))) for await (const chunk of bytes) chunks.push(chunk)
  return Buffer.concat(chunks)
}

test('reads back what was written, also in several parts', async () => {
  const rows = Buffer.alloc(9_500_000, 'a row of some bytes\n')
  await write('large', rows)
  const { head, manifest } = await checkArchive(file('large'))
  expect(head).toEqual(HEAD)
  expect(manifest.entries.map(({ name, bytes }) => `${name} ${bytes}`).slice(1)).toEqual([
    'tables/orders/000001 4194304',
    'tables/orders/000002 4194304',
    'tables/orders/000003 1111392',
  ])
  expect((await contentOf('large')).equals(rows)).toBe(true)
})

// The compression ends with an empty frame, part of which readers may ignore, so only the content must match.
const LAST_FRAME = 13

test('rejects a backup that ends early, at any byte', async () => {
  for (let length = 0; length < small.length - LAST_FRAME; length += 7) {
    await writeFile(file('short'), small.subarray(0, length))
    await expect(checkArchive(file('short')), String(length)).rejects.toThrow(
      /short is not a backup, or it is truncated/,
    )
  }
})

test('rejects a backup with any changed byte, or reads the original content', async () => {
  const written = await checkArchive(file('small'))
  let refused = 0
  for (let position = 0; position < small.length; position += 5) {
    const altered = Buffer.from(small)
    altered[position] = (altered[position] ?? 0) ^ 0x41
    await writeFile(file('altered'), altered)
    const read = await checkArchive(file('altered')).catch(describeFailure)
    if (typeof read === 'string') refused += 1
    else expect(read).toEqual(written)
    if (typeof read === 'string') expect(read).toMatch(/altered (is not|was)/)
  }
  expect(refused).toBeGreaterThan(small.length / 5 - LAST_FRAME)
})

test('rejects a repacked backup with other rows by its manifest', async () => {
  await writeArchive(createWriteStream(file('forged')), async ({ add }) => {
    const entries: { name: string; bytes: Buffer }[] = []
    for (const name of ['backup.json', 'tables/orders/000001', 'manifest.json']) {
      const bytes = name.startsWith('tables') ? Buffer.from('1\n3\n') : await entryOf('small', name)
      entries.push({ name, bytes })
    }
    for (const { name, bytes } of entries) await add(name, bytes)
  })
  await expect(checkArchive(file('forged'))).rejects.toThrow('its entry tables/orders/000001 is not what was written')
})

async function entryOf(name: string, entry: string): Promise<Buffer> {
  let found = Buffer.alloc(0)
  for await (const each of readArchive(file(name))) {
    const chunks: Uint8Array[] = []
    for await (const chunk of each.bytes) chunks.push(chunk)
    if (each.name === entry) found = Buffer.concat(chunks)
  }
  return found
}

test('rejects a backup of a newer format as such', async () => {
  await write('newer', Buffer.from('1\n'), { format_version: FORMAT_VERSION + 1, of: 'the future' })
  await expect(checkArchive(file('newer'))).rejects.toThrow(
    /^The backup has format 2, and this release reads 1: use a newer/,
  )
})

test('names a missing file', async () => {
  await expect(checkArchive(file('nowhere'))).rejects.toThrow(/ENOENT/)
})

test('fails with the error of the output', async () => {
  const full = new Writable({ write: (_chunk, _encoding, done) => done(new Error('no space left')) })
  const endless = async function* () {
    for (;;) yield crypto.getRandomValues(Buffer.alloc(60_000))
  }
  const writing = writeArchive(full, async ({ addParts }) => void (await addParts((part) => `x/${part}`, endless())))
  await expect(writing).rejects.toThrow('no space left')
})

test('an error during writing leaves an output that is recognized as incomplete', async () => {
  const output = new PassThrough()
  const ended = new Promise((resolve) => output.once('error', resolve))
  const failing = writeArchive(output, async ({ add }) => {
    await add('backup.json', Buffer.from('{}'))
    throw new Error('the database is gone')
  })
  await expect(failing).rejects.toThrow('the database is gone')
  expect(await ended).toBeInstanceOf(Error)
})

test.each(['backup.json', 'encryption.key', 'manifest.json'])(
  'rejects a backup whose %s inflates to gigabytes while reading it',
  async (name) => {
    await writeArchive(createWriteStream(file('bomb')), async ({ add }) => {
      if (name !== 'backup.json') await add('backup.json', Buffer.from(JSON.stringify(HEAD)))
      await add(name, Buffer.alloc(40 * 2 ** 20, ' '))
    })
    expect((await readFile(file('bomb'))).length).toBeLessThan(10_000)
    await expect(checkArchive(file('bomb'))).rejects.toThrow(new RegExp(`${name} is longer than 167\\d{5} bytes`))
  },
)

test('the manifest of a backup may grow with the number of entries', async () => {
  const files = 1_000
  await writeArchive(createWriteStream(file('many')), async ({ add, entries }) => {
    await add('backup.json', Buffer.from(JSON.stringify(HEAD)))
    for (let number = 0; number < files; number += 1) await add(partName('files', `${number}`, 1), Buffer.from('x'))
    const manifest = JSON.stringify({ entries: entries(), tables: [], sequences: [], files })
    await add('manifest.json', Buffer.from(manifest.padEnd(16 * 2 ** 20 + files * 500)))
  })
  expect((await checkArchive(file('many'))).manifest.files).toBe(files)
})

/** The entries follow `backup.json`, whose only table is `orders`. */
const FORGED: [string, [string, string][], string][] = [
  ['an entry that no backup has', [['tables/orders', '']], 'entry "tables/orders", which no backup has after "backup'],
  ['an empty part', [['tables/orders/000001', '']], 'its entry tables/orders/000001 is empty'],
  ['a table that its head lacks', [['tables/others/000001', '1']], 'entry "tables/others/000001", which'],
  [
    'parts that do not follow',
    [
      ['files/a/000001', '1'],
      ['files/a/000003', '1'],
    ],
    '"files/a/000003", which',
  ],
  [
    'a part twice',
    [
      ['files/a/000001', '1'],
      ['files/a/000001', '1'],
    ],
    '"files/a/000001", which no backup has after "fil',
  ],
  ['a second head', [['backup.json', '{}']], 'entry "backup.json", which'],
  [
    'a late key',
    [
      ['files/a/000001', '1'],
      ['encryption.key', '1'],
    ],
    'entry "encryption.key", which',
  ],
  [
    'entries after its manifest',
    [
      ['manifest.json', '{}'],
      ['files/a/000001', '1'],
    ],
    'after manifest.json',
  ],
]

test.each(FORGED)('rejects a backup with %s at that entry', async (_, entries, sentence) => {
  await writeArchive(createWriteStream(file('forged')), async ({ add }) => {
    await add('backup.json', Buffer.from(JSON.stringify(HEAD)))
    for (const [name, content] of entries) await add(name, Buffer.from(content))
    await add('files/a/000001', Buffer.alloc(0))
  })
  await expect(checkArchive(file('forged'))).rejects.toThrow(sentence)
})

test('rejects a backup with another first entry', async () => {
  await writeArchive(createWriteStream(file('headless')), ({ add }) => add('files/a/000001', Buffer.from('1')))
  await expect(checkArchive(file('headless'))).rejects.toThrow('its first entry is not backup.json')
})

test('rejects a backup with fewer or more entries than its manifest lists', async () => {
  const one = { name: 'files/a/000001', bytes: 1, sha256: createHash('sha256').update('1').digest('hex') }
  const refusal = async (listed: number) => {
    await writeArchive(createWriteStream(file('counted')), async ({ add, entries }) => {
      await add('backup.json', Buffer.from(JSON.stringify(HEAD)))
      const [head] = entries()
      await add(one.name, Buffer.from('1'))
      const manifest = { entries: [head, one, one].slice(0, listed), tables: [], sequences: [], files: 1 }
      await add('manifest.json', Buffer.from(JSON.stringify(manifest)))
    })
    return checkArchive(file('counted')).then(() => null, describeFailure)
  }
  expect(await refusal(1)).toContain('it has entries that were not written')
  expect(await refusal(2)).toBeNull()
  expect(await refusal(3)).toContain('its entry files/a/000001 is not what was written')
})
