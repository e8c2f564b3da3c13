import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'

const DIST = path.resolve(import.meta.dirname, '../../dist')

/** Entries that are loaded before the first list is shown. */
const FIRST = ['index.html', 'src/pages/integrations/integrations.tsx']

type Chunk = { file: string; imports?: string[]; css?: string[]; isDynamicEntry?: boolean }

export type Sizes = {
  /** Gzipped bytes of scripts and styles before the first list. */
  first: { scripts: number; styles: number }
  /** Gzipped bytes of the additional scripts of each page. */
  pages: (readonly [name: string, bytes: number])[]
  all: number
}

export function sizesOfBuild(): Sizes {
  const manifest = readManifest('manifest.json')
  const first = loadedWith(manifest, FIRST)
  const scripts = (names: Iterable<string>) => [...names].flatMap((name) => manifest[name]?.file ?? [])
  const styles = (names: Iterable<string>) => [...names].flatMap((name) => manifest[name]?.css ?? [])
  const pages = Object.entries(manifest).filter(([, { isDynamicEntry }]) => isDynamicEntry)
  return {
    first: { scripts: sizeOf(scripts(first)), styles: sizeOf(styles(first)) },
    pages: pages.map(([name]) => {
      const beside = [...loadedWith(manifest, [name])].filter((one) => !first.has(one))
      return [name, sizeOf(scripts(beside))]
    }),
    all: sizeOf(scripts(Object.keys(manifest)).filter((file) => file.endsWith('.js'))),
  }
}

/** Gzipped bytes that the storefront's explorer loads at first. */
export function sizesOfExplorer(): Sizes['first'] {
  const manifest = readManifest('explorer.json')
  const chunks = [...loadedWith(manifest, ['explorer.html'])].flatMap((name) => manifest[name] ?? [])
  return { scripts: sizeOf(chunks.map(({ file }) => file)), styles: sizeOf(chunks.flatMap(({ css = [] }) => css)) }
}

function readManifest(name: string): Record<string, Chunk> {
  const file = path.join(DIST, '.vite', name)
  if (!existsSync(file)) throw new Error('The dashboard has not been built: npm run dashboard:build')
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** The named chunks and their static imports. */
function loadedWith(manifest: Record<string, Chunk>, names: readonly string[]): Set<string> {
  const loaded = new Set<string>()
  const load = (name: string) => {
    if (loaded.has(name)) return
    loaded.add(name)
    for (const next of manifest[name]?.imports ?? []) load(next)
  }
  for (const name of names) load(name)
  return loaded
}

const sizes = new Map<string, number>()

function sizeOf(files: readonly string[]): number {
  return [...new Set(files)].reduce((sum, file) => {
    const size = sizes.get(file) ?? gzipSync(readFileSync(path.join(DIST, file)), { level: 9 }).length
    sizes.set(file, size)
    return sum + size
  }, 0)
}
