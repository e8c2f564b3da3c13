import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const FOLDER = path.join(import.meta.dirname, 'browser')

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
}

export type Asset = { name: string; address: string; type: string; content: Buffer }

/** The scripts and styles of the pages. An address names its content by a hash, so that caches may keep it. */
export function readAssets(): Asset[] {
  return readdirSync(FOLDER).flatMap((name) => {
    const { name: stem, ext } = path.parse(name)
    const type = TYPES[ext]
    if (type === undefined) return []
    const content = readFileSync(path.join(FOLDER, name))
    const hash = createHash('sha256').update(content).digest('base64url').slice(0, 12)
    return [{ name, address: `assets/${stem}-${hash}${ext}`, type, content }]
  })
}
