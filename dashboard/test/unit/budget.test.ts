import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

const DIST = path.resolve(import.meta.dirname, '../../dist')
const KILOBYTE = 1024

/** What is loaded before a person sees a first list. */
const FIRST = ['index.html', 'src/pages/integrations/integrations.tsx']
const MOST_SCRIPT = 300 * KILOBYTE
const MOST_STYLE = 45 * KILOBYTE
/** A page may load so much more. */
const MOST_OF_A_PAGE = 40 * KILOBYTE

type Chunk = { file: string; imports?: string[]; css?: string[]; isDynamicEntry?: boolean }

const manifest: Record<string, Chunk> = readManifest()

function readManifest(): Record<string, Chunk> {
  const file = path.join(DIST, '.vite/manifest.json')
  if (!existsSync(file)) throw new Error('The dashboard has not been built: npm run dashboard:build')
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** The chunks that are loaded with some, themselves included. */
function loadedWith(names: readonly string[]): Set<string> {
  const loaded = new Set<string>()
  const load = (name: string) => {
    if (loaded.has(name)) return
    loaded.add(name)
    for (const next of manifest[name]?.imports ?? []) load(next)
  }
  for (const name of names) load(name)
  return loaded
}

function sizeOf(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + gzipSync(readFileSync(path.join(DIST, file)), { level: 9 }).length, 0)
}

const scripts = (names: Iterable<string>) => [...names].flatMap((name) => manifest[name]?.file ?? [])
const styles = (names: Iterable<string>) => [...new Set([...names].flatMap((name) => manifest[name]?.css ?? []))]

test('the first list costs at most 300 KB of scripts and 45 KB of styles, gzipped', () => {
  const first = loadedWith(FIRST)
  expect(sizeOf(scripts(first))).toBeLessThanOrEqual(MOST_SCRIPT)
  expect(sizeOf(styles(first))).toBeLessThanOrEqual(MOST_STYLE)
})

test('every further page costs at most 40 KB of scripts, gzipped', () => {
  const first = loadedWith(FIRST)
  const pages = Object.entries(manifest).filter(([, { isDynamicEntry }]) => isDynamicEntry)
  const sizes = pages.map(
    ([name]) => [name, sizeOf(scripts([...loadedWith([name])].filter((one) => !first.has(one))))] as const,
  )
  expect(sizes.length).toBeGreaterThan(20)
  expect(sizes.filter(([, size]) => size > MOST_OF_A_PAGE)).toEqual([])
})
