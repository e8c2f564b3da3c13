import { chmod, mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { packFolder } from '../../../packaging/archive.ts'
import { bundleProgram, ROOT } from '../../../packaging/bundle.ts'
import { buildDebianPackage } from '../../../packaging/debian-package.ts'
import { layRelease } from '../../../packaging/lay-release.ts'
import { packNpmPackage } from '../../../packaging/npm-package.ts'
import { type Architecture, layPostgres, treeName, VERSION } from '../../../packaging/tree.ts'
import { temporaryFolder } from '../folder.ts'

/** What `npm run release` makes for this machine, compressed less. */
export type Release = {
  /** The folder of the files below, where an image is built from. */
  folder: string
  archive: string
  postgres_archive: string
  npm_package: string
  debian_package: string
  /** What the archives unpack to. */
  tree: string
  close(): Promise<void>
}

/** Takes seconds instead of a minute. */
const QUICK = 1

export const ARCHITECTURE: Architecture = process.arch === 'arm64' ? 'arm64' : 'x64'

export async function buildRelease(): Promise<Release> {
  const folder = await temporaryFolder('durable')
  await chmod(folder, 0o755)
  const dist = path.join(folder, 'dist')
  await mkdir(dist)
  const program = path.join(folder, 'program')
  const parts = {
    architecture: ARCHITECTURE,
    program,
    modules: path.join(ROOT, 'node_modules'),
    bundled: await bundleProgram(program),
  }
  const tree = path.join(folder, treeName(ARCHITECTURE))
  const release = {
    folder,
    tree: treeName(ARCHITECTURE),
    archive: path.join(dist, `${treeName(ARCHITECTURE)}.tar.gz`),
    postgres_archive: path.join(dist, `tidings-postgresql-${VERSION}-linux-${ARCHITECTURE}.tar.gz`),
    npm_package: await packNpmPackage(program, folder, dist),
    close: () => rm(folder, { recursive: true, force: true }),
  }
  await layRelease(tree, parts)
  await packFolder(tree, release.archive, QUICK)
  const debian_package = await buildDebianPackage(tree, ARCHITECTURE, dist, { method: 'none', level: 0 })
  await rm(tree, { recursive: true })
  await layPostgres(tree, parts)
  await packFolder(tree, release.postgres_archive, QUICK)
  await rm(tree, { recursive: true })
  return { ...release, debian_package }
}
