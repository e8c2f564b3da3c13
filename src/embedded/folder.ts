import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { draftOf, replaceFile, syncFolder } from '../disk/durable-files.ts'
import { hasCode } from '../kernel/error-code.ts'
import type { Programs } from './programs.ts'

export type Folder = { root: string; data: string; programs: Programs }

/** Below the ephemeral ports of Linux and macOS, so that no other process takes the port during a restart. */
const PORTS = { lowest: 20_000, count: 12_000 }

/** The port of the last start if it is free, otherwise another free port. */
export async function choosePort(root: string): Promise<number> {
  const previous = Number(await readFile(portFile(root), 'utf8').catch(() => ''))
  if (previous > 0 && (await isFree(previous))) return previous
  for (let tries = 0; tries < 100; tries++) {
    const port = PORTS.lowest + (randomBytes(4).readUInt32BE() % PORTS.count)
    if (await isFree(port)) return port
  }
  throw new Error('No free port for the embedded PostgreSQL on 127.0.0.1.')
}

export async function storePort(root: string, port: number): Promise<void> {
  await replaceFile(portFile(root), `${port}\n`)
}

/**
 * Creates the data folder unless it exists. The folder is built under another name and then renamed, so that a crash
 * leaves nothing half built. If two processes start at once, one wins and the other uses the winner's folder.
 */
export async function makeData(folder: Folder, user: string, durable: boolean): Promise<'made' | 'present'> {
  if (existsSync(folder.data)) {
    await changeOwner(folder.data, folder.programs.files)
    return 'present'
  }
  const draft = draftOf(folder.data)
  const [program = '', ...before] = folder.programs.initdb
  const options = ['-A', 'scram-sha-256', '-E', 'UTF8', '--locale=C.UTF-8', '--no-instructions']
  if (!durable) options.push('--no-sync')
  await promisify(execFile)(program, [
    ...before,
    '-D',
    draft,
    '-U',
    user,
    '--pwfile',
    passwordFile(folder.root),
    ...options,
  ])
  try {
    await rename(draft, folder.data)
  } catch (error) {
    await rm(draft, { recursive: true })
    unlessCode('ENOTEMPTY', 'EEXIST')(error)
    return 'present'
  }
  if (durable) await syncFolder(folder.root)
  return 'made'
}

export function hasData(root: string): boolean {
  return existsSync(path.join(root, 'postgres'))
}

export function passwordFile(root: string): string {
  return path.join(root, 'postgres.password')
}

function portFile(root: string): string {
  return path.join(root, 'postgres.port')
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)))
  })
}

/** Changes the owner of the data if root runs PostgreSQL as another user. `uid` is null if no other user is needed. */
export async function changeOwner(data: string, uid: number | null): Promise<void> {
  if (uid === null || (await stat(data)).uid === uid) return
  const names = await readdir(data, { recursive: true })
  for (const name of names) await chown(path.join(data, name), uid, uid)
  await chown(data, uid, uid)
}

function unlessCode(...codes: string[]): (error: unknown) => void {
  return (error) => {
    if (!hasCode(error, ...codes)) throw error
  }
}
