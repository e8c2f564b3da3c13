import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown } from 'node:fs/promises'
import { text } from 'node:stream/consumers'

/** User and group of a service that owns no files. */
const SERVICE_ID = 65_534
const AS_SERVICE = ['setpriv', `--reuid=${SERVICE_ID}`, `--regid=${SERVICE_ID}`, '--clear-groups', '--']

/** An installed Tidings: its command and its entire environment. */
export type Installed = { command: readonly string[]; env: Readonly<Record<string, string>>; cwd?: string }

/** Runs it as a user without write access to the installation, if this user may switch users. */
export function asService(installed: Installed): Installed {
  return isRoot() ? { ...installed, command: [...AS_SERVICE, ...installed.command] } : installed
}

export async function giveToService(folder: string): Promise<void> {
  if (isRoot()) await chown(folder, SERVICE_ID, SERVICE_ID)
}

function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** Runs a command and returns its output; throws the output if it fails. */
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

/** Stops the process as a service manager would; returns its exit code. */
export async function stopInstalled(child: ChildProcess): Promise<number | null> {
  child.kill('SIGTERM')
  const [code] = await once(child, 'close')
  return code
}
