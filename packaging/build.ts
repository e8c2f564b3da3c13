import { rm } from 'node:fs/promises'
import path from 'node:path'
import { packFolder } from './archive.ts'
import type { Bundled } from './bundle.ts'
import { buildDebianPackage, type Compression } from './debian-package.ts'
import { layRelease } from './lay-release.ts'
import { VERSION } from './project.ts'
import { layPostgres, type Parts, treeName } from './tree.ts'

/** Paths of the build results for one architecture. */
export type Built = { archive: string; debian_package: string; postgres_archive: string }

type Options = {
  /** Temporary folder. */
  working: string
  dist: string
  level: number
  compression: Compression
  /** Wraps each step, for example to print progress. */
  step?<T>(name: string, work: () => Promise<T>): Promise<T>
}

/** Builds the archives and the Debian package of one architecture into `dist`. */
export async function build(parts: Parts & { bundled: Bundled }, options: Options): Promise<Built> {
  const { working, dist, level, compression, step = (_, work) => work() } = options
  const { architecture } = parts
  const tree = path.join(working, treeName(architecture))
  const archive = path.join(dist, `${treeName(architecture)}.tar.gz`)
  const postgres_archive = path.join(dist, `tidings-postgresql-${VERSION}-linux-${architecture}.tar.gz`)
  await step(`archive for ${architecture}`, async () => {
    await layRelease(tree, parts)
    await packFolder(tree, archive, level)
  })
  const debian_package = await step(`Debian package for ${architecture}`, () =>
    buildDebianPackage(tree, architecture, dist, compression),
  )
  await rm(tree, { recursive: true })
  await step(`embedded PostgreSQL for ${architecture}`, async () => {
    await layPostgres(tree, parts)
    await packFolder(tree, postgres_archive, level)
  })
  await rm(tree, { recursive: true })
  return { archive, debian_package, postgres_archive }
}
