import { createHash } from 'node:crypto'
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** Cache of downloads and builds, so that a second run is quick. Git ignores it. */
const CACHE = path.join(ROOT, '.interop')

type Build = (folder: string) => Promise<unknown>

/**
 * Copies a folder of this repository into the cache and builds it once for each state of its files and of `inputs`,
 * which are copied into it. `build` gets the copy's path; after a failure the next run tries again.
 */
export async function built(source: string, build: Build, inputs: readonly string[] = []): Promise<string> {
  const folder = path.join(CACHE, source.replaceAll('/', '-'))
  const from = path.join(ROOT, source)
  const others = inputs.map((file) => path.join(ROOT, file))
  const state = await hashOf([...(await filesIn(from)), ...others])
  const stamp = path.join(folder, '.built')
  if ((await readFile(stamp, 'utf8').catch(() => '')) === state) return folder
  await mkdir(folder, { recursive: true })
  await rm(stamp, { force: true })
  await cp(from, folder, { recursive: true })
  for (const file of others) await cp(file, path.join(folder, path.basename(file)))
  await build(folder)
  await writeFile(stamp, state)
  return folder
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
}

async function hashOf(files: readonly string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const file of files.toSorted()) hash.update(file).update(await readFile(file))
  return hash.digest('hex')
}
