import { readFile, realpath, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { makeFolder, removeDrafts } from '../disk/durable-files.ts'
import { isProcessAlive } from '../disk/is-process-alive.ts'
import { choosePort, type Folder, makeData, passwordFile, storePort } from './folder.ts'
import { checkMajor } from './major.ts'
import { ensurePassword } from './password.ts'
import { postmasterOf, removeStalePidFile, spawnPostmaster, stopPostmaster } from './postmaster.ts'
import { findPrograms } from './programs.ts'

export type Embedded = { url: string; close(): Promise<void> }

export type EmbeddedOptions = {
  report(line: string): void
  /** Server settings in addition to ours, for example `{ fsync: 'off' }` for tests. */
  extra?: Readonly<Record<string, string>>
}

const USER = 'tidings'
/** Milliseconds. Recovery from a crash can take long; a server that does not start at all fails sooner. */
const RECOVERY_TIMEOUT_MS = 120_000
const START_TIMEOUT_MS = 3_000
const STOP_TIMEOUT_MS = 30_000
const WATCH_INTERVAL_MS = 500
const WRONG_PASSWORD = 'password authentication failed'

/** Settings for a small machine. PostgreSQL's defaults apply to the rest. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '128MB',
  // Keeps WAL files for reuse, because allocating a new file stalls all commits for tens of milliseconds.
  min_wal_size: '1GB',
  max_wal_size: '1GB',
  wal_compression: 'on',
  random_page_cost: '1.1',
  autovacuum_naptime: '15s',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
}

type Site = Folder & { password: string; settings: Readonly<Record<string, string>>; report(line: string): void }

/** A server that accepts connections. `own` is the id of its process if we must stop it. */
type Served = { port: number; own: number | null }

/**
 * A PostgreSQL server with its data in `root`, on 127.0.0.1 and the same port each time. All processes that open the
 * folder share one server. The process that started it stops it on close(); if that process dies, another process
 * restarts it. Call this from the main thread, because on Linux the server dies with the thread that started it.
 */
export async function openEmbedded(root: string, options: EmbeddedOptions): Promise<Embedded> {
  await makeFolder(root)
  const real = await realpath(root)
  const programs = await findPrograms(real)
  await removeDrafts(real)
  const settings = { ...SETTINGS, ...options.extra }
  const folder = { root: real, data: path.join(real, 'postgres'), programs }
  await checkMajor(folder)
  const password = await ensurePassword(folder, USER, options.report)
  const site = { ...folder, password, settings, report: options.report }
  const made = await makeData(site, USER, options.extra?.fsync !== 'off')
  if (made === 'made') options.report(`Created an embedded PostgreSQL database in ${real}.`)
  const served = await serve(site)
  return { url: urlOf(site, served.port), close: watch(site, served) }
}

/**
 * Uses the running server or starts one, and retries until a server accepts connections. PostgreSQL's postmaster.pid
 * names the running server.
 */
async function serve(site: Site): Promise<Served> {
  const began = Date.now()
  let deadline = began + START_TIMEOUT_MS
  let refusal = ''
  while (Date.now() < deadline) {
    const found = await postmasterOf(site.data)
    if (found === null) {
      const port = await choosePort(site.root)
      const started = await start(site, port)
      if (typeof started === 'number') {
        await storePort(site.root, port)
        return checkOwn(site, { port, own: started })
      }
      refusal = started.refusal
    } else if (found.ready) {
      refusal = await refusalOf(urlOf(site, found.port))
      if (refusal.startsWith(WRONG_PASSWORD)) throw new Error(wrongPassword(site))
      if (refusal === '') return { port: found.port, own: (await adopt(site)) ? found.pid : null }
    } else {
      deadline = began + RECOVERY_TIMEOUT_MS
    }
    await pause(50)
  }
  throw new Error(`The embedded PostgreSQL in ${site.root} does not start.\n${refusal}`.trim())
}

/** Stops a server that we started if it rejects our password. */
async function checkOwn(site: Site, served: Served & { own: number }): Promise<Served> {
  const refusal = await refusalOf(urlOf(site, served.port))
  if (!refusal.startsWith(WRONG_PASSWORD)) return served
  await stopPostmaster(site.data, served.own, STOP_TIMEOUT_MS)
  throw new Error(wrongPassword(site))
}

function wrongPassword(site: Site): string {
  const file = passwordFile(site.root)
  return (
    `The embedded PostgreSQL rejects the password in ${file}. Restore the file from a backup, or stop every ` +
    `Tidings that uses ${site.root} and delete the file: the next start sets a new password. No data are lost.`
  )
}

/** The process id of the new server, or the reason why PostgreSQL did not start. */
async function start(site: Site, port: number): Promise<number | { refusal: string }> {
  await removeStalePidFile(site.data)
  const log = path.join(site.root, 'postgres.log')
  const child = spawnPostmaster(site.programs.postgres, site.data, { ...site.settings, port: String(port) }, log)
  while (!child.over()) {
    const found = await postmasterOf(site.data)
    if (found !== null && found.pid === child.pid && found.ready) {
      await writeFile(ownerFile(site), String(process.pid))
      return found.pid
    }
    await pause(10)
  }
  return { refusal: await child.lastLines() }
}

/** Takes over a server that outlived its owner, on systems whose kernel does not stop it. */
async function adopt(site: Site): Promise<boolean> {
  const owner = Number(await readFile(ownerFile(site), 'utf8').catch(() => ''))
  if (owner > 0 && isProcessAlive(owner)) return false
  await writeFile(ownerFile(site), String(process.pid))
  return true
}

/** Restarts the server when it dies. Returns a function that stops watching, and stops the server if it is ours. */
function watch(site: Site, served: Served): () => Promise<void> {
  const closing = new AbortController()
  let own = served.own
  const look = async () => {
    if ((await postmasterOf(site.data)) !== null) return
    const started = await start(site, served.port)
    if (typeof started !== 'number') return
    own = started
    site.report('The embedded PostgreSQL had stopped and was restarted.')
  }
  const watching = (async () => {
    while (await rest(closing.signal)) {
      await look().catch((error) =>
        site.report(`The embedded PostgreSQL has stopped and does not start: ${error.message}`),
      )
    }
  })()
  return async () => {
    closing.abort()
    await watching
    if (own !== null) await stopPostmaster(site.data, own, STOP_TIMEOUT_MS)
  }
}

/** Returns false when it is time to close. */
async function rest(signal: AbortSignal): Promise<boolean> {
  await pause(WATCH_INTERVAL_MS, undefined, { signal, ref: false }).catch(() => {})
  return !signal.aborted
}

/** The reason why a client cannot use the server; empty if it can. */
async function refusalOf(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return ''
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    await client.end()
  }
}

function urlOf(site: Site, port: number): string {
  return `postgres://${USER}:${site.password}@127.0.0.1:${port}/postgres`
}

function ownerFile(site: Site): string {
  return path.join(site.root, 'postgres.owner')
}
