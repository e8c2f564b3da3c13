import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown } from 'node:fs/promises'
import { text } from 'node:stream/consumers'

/** The user and group of a service that owns nothing. */
const SERVICE_ID = 65_534
const AS_SERVICE = ['setpriv', `--reuid=${SERVICE_ID}`, `--regid=${SERVICE_ID}`, '--clear-groups', '--']

/** An installed Tidings: how it is called, and the settings that it gets, which are its whole environment. */
export type Installed = { command: readonly string[]; env: Readonly<Record<string, string>>; cwd?: string }

/** The same as a user who may not write to the installation, where this user can become another one. */
export function asService(installed: Installed): Installed {
  return isRoot() ? { ...installed, command: [...AS_SERVICE, ...installed.command] } : installed
}

export async function giveToService(folder: string): Promise<void> {
  if (isRoot()) await chown(folder, SERVICE_ID, SERVICE_ID)
}

function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** What a command prints; throws what it says when it fails. */
export async function runInstalled(installed: Installed, args: readonly string[]): Promise<string> {
  const child = startInstalled(installed, args)
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  if (code !== 0) throw new Error(`${[...installed.command, ...args].join(' ')} ended with ${code}: ${stdout}${stderr}`)
  return stdout
}

export function startInstalled({ command, env, cwd }: Installed, args: readonly string[]) {
  const [program = '', ...before] = command
  return spawn(program, [...before, ...args], { env: { ...env }, cwd, stdio: ['ignore', 'pipe', 'pipe'] })
}

/** Ends it as a service manager does; its exit code. */
export async function stopInstalled(child: ChildProcess): Promise<number | null> {
  child.kill('SIGTERM')
  const [code] = await once(child, 'close')
  return code
}
