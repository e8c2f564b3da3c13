import { readFileSync } from 'node:fs'
import { mkdir, rm, symlink } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { program } from '../../../bench/support/program.ts'
import { temporaryFolder } from '../folder.ts'
import { programOf } from '../servers/debian.ts'
import { readGuide, type Terminal } from './terminal.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const IN_FOLDER = ['docs', 'examples', 'node_modules', 'package.json', 'src']

type Environment = Readonly<Record<string, string>>

/** A reader who pastes a guide into a terminal, in a folder that resembles the repository and has no data yet. */
export type Reader = {
  folder: string
  /** Runs a guide with replaced texts, and returns the differences from its shown output. */
  reads(file: string, replaced: Readonly<Record<string, string>>): Promise<string[]>
  close(): Promise<void>
}

/** Opens a reader with `settings` in the environment; its PATH takes precedence over the usual one. */
export async function openReader({ PATH: first = '', ...settings }: Environment = {}): Promise<Reader> {
  const cwd = await temporaryFolder('fast')
  const home = path.join(cwd, 'home')
  const bin = path.join(cwd, 'bin')
  await Promise.all([home, bin].map((folder) => mkdir(folder)))
  // Uses the bundle, because the guides start it so often that starting costs as much as the work.
  await symlink(program('bin/tidings.js'), path.join(bin, 'tidings'))
  await Promise.all(IN_FOLDER.map((name) => symlink(path.join(ROOT, name), path.join(cwd, name))))
  const [bash = '', ...others] = ['bash', 'curl', 'jq'].map(programCalled)
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env
  const folders = [first, bin, ...[process.execPath, ...others].map((file) => path.dirname(file)), PATH]
  const env = { PATH: folders.join(':'), LANG: 'C.UTF-8', NODE_COMPILE_CACHE, HOME: home, ...settings }
  const terminal: Terminal = { bash, cwd, env }
  return {
    folder: cwd,
    reads: (file, replaced) => readGuide(replaceAll(textOf(file), replaced), terminal),
    close: () => rm(cwd, { recursive: true }),
  }
}

export function textOf(file: string): string {
  return readFileSync(path.join(ROOT, file), 'utf8')
}

function programCalled(name: string): string {
  const folders = ['/bin', '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin']
  return programOf(
    name,
    folders.map((folder) => path.join(folder, name)),
  )
}

function replaceAll(text: string, replaced: Readonly<Record<string, string>>): string {
  return Object.entries(replaced).reduce((replacing, [named, real]) => replacing.replaceAll(named, real), text)
}
