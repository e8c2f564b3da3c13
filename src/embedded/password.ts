import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { createFile, removeIfUnchanged, replaceFile, syncFile } from '../disk/durable-files.ts'
import { changeOwner, type Folder, passwordFile } from './folder.ts'
import { postmasterOf, removeStalePidFile } from './postmaster.ts'

/** Milliseconds in which another process may recover the data or reset the password. */
const TIMEOUT_MS = 120_000

/**
 * The password of the database user, created on first use and stored in `postgres.password`. If that file is missing or
 * empty but data exist, a new password is set, because the owner of the folder owns the database.
 */
export async function ensurePassword(folder: Folder, user: string, report: (line: string) => void): Promise<string> {
  const file = passwordFile(folder.root)
  const deadline = Date.now() + TIMEOUT_MS
  while (existsSync(folder.data)) {
    const stored = await readPassword(file)
    if (stored !== null) {
      await syncFile(file)
      return stored
    }
    const server = await postmasterOf(folder.data)
    if (server?.ready || Date.now() > deadline) throw new Error(inUse(file, server?.pid))
    if (server === null && (await resetPassword(folder, user))) report(`${file} was lost: a new password has been set.`)
    else await pause(50)
  }
  return makePassword(file)
}

async function makePassword(file: string): Promise<string> {
  const left = await readText(file)
  // Left by an interrupted first start. No data use this password.
  if (left !== null && passwordIn(left) === null) await removeIfUnchanged(file, left)
  await createFile(file, newPassword())
  return (await readFile(file, 'utf8')).trim()
}

/** Null if the file is missing, or was left empty or filled with zeros by a power failure. */
async function readPassword(file: string): Promise<string | null> {
  return passwordIn((await readText(file)) ?? '')
}

function passwordIn(text: string): string | null {
  const password = text.trim()
  return /^[!-~]+$/.test(password) ? password : null
}

function readText(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
}

/**
 * Resets the password in single-user mode, which requires no password and locks out every other server. If several
 * processes start at once, one sets the password and the others read it. Returns false if another process was first.
 */
async function resetPassword(folder: Folder, user: string): Promise<boolean> {
  const file = passwordFile(folder.root)
  await changeOwner(folder.data, folder.programs.files)
  await removeStalePidFile(folder.data)
  const session = openSession(folder)
  try {
    if (await session.isPrompting()) return await setPassword(session, file, user)
  } finally {
    await session.close()
  }
  if ((await postmasterOf(folder.data)) !== null || (await readPassword(file)) !== null) return false
  throw new Error(cannotSet(file, session))
}

async function setPassword(session: Session, file: string, user: string): Promise<boolean> {
  if ((await readPassword(file)) !== null) return false
  const password = newPassword()
  if (!(await session.run(`alter role ${user} password '${password}'`))) throw new Error(cannotSet(file, session))
  await replaceFile(file, password)
  return true
}

function cannotSet(file: string, session: Session): string {
  return `The file ${file} is lost or empty, and a new password cannot be set:\n${session.failure()}`
}

type Session = {
  /** True if the session accepts a statement; false if it has ended. */
  isPrompting(): Promise<boolean>
  /** Runs the session's only statement. Returns true on success. */
  run(statement: string): Promise<boolean>
  failure(): string
  close(): Promise<void>
}

const PROMPT = 'backend> '
const TROUBLE = /\b(FATAL|PANIC|ERROR|HINT|DETAIL): /

function openSession({ data, programs }: Folder): Session {
  const [program = '', ...before] = programs.postgres
  // Disables logging of failed statements, because the statement contains the password.
  const options = ['--single', '-D', data, '-c', 'log_min_error_statement=panic', 'postgres']
  const child: ChildProcessByStdio<Writable, Readable, Readable> = spawn(program, [...before, ...options], {
    cwd: '/',
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let printed = ''
  let said = ''
  let isOver = false
  const ended = new Promise<void>((resolve) => {
    child.once('close', resolve)
    child.once('error', (error) => {
      said += `FATAL: ${error.message}`
      resolve()
    })
  }).then(() => {
    isOver = true
  })
  child.stdout.on('data', (chunk) => {
    printed += String(chunk)
  })
  child.stderr.on('data', (chunk) => {
    said += String(chunk)
  })
  child.stdin.on('error', () => {})
  const hasPrompted = async (count: number) => {
    while (printed.split(PROMPT).length <= count && !isOver) await pause(10)
    return printed.split(PROMPT).length > count
  }
  return {
    isPrompting: () => hasPrompted(1),
    async run(statement) {
      child.stdin.write(`${statement}\n`)
      return (await hasPrompted(2)) && !said.includes('ERROR: ')
    },
    failure: () =>
      said
        .split('\n')
        .filter((line) => TROUBLE.test(line))
        .join('\n'),
    async close() {
      child.stdin.end()
      await ended
    },
  }
}

function inUse(file: string, pid: number | undefined): string {
  return (
    `The file ${file} is lost or empty, and PostgreSQL is running on these data (process ${pid ?? 'unknown'}). Stop every Tidings ` +
    `that uses the folder${pid === undefined ? '' : `, or PostgreSQL itself with \`kill -INT ${pid}\``}, and start again, which sets a new password.`
  )
}

function newPassword(): string {
  return randomBytes(24).toString('base64url')
}
