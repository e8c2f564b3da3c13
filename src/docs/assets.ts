import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

const FOLDER = path.join(import.meta.dirname, 'browser')
/** Colors and fonts of the dashboard. */
const TOKENS = path.join(import.meta.dirname, '../../dashboard/src/ui/theme/tokens.css')

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
}

export type Asset = { name: string; address: string; type: string; content: Buffer }

/** The scripts and styles of the pages. Addresses contain a hash of the content, so that caches may keep it. */
export function readAssets(): Asset[] {
  return [TOKENS, ...globSync('*.{css,js}', { cwd: FOLDER })].map((file) => {
    const { base, name, ext } = path.parse(file)
    const content = readFileSync(path.resolve(FOLDER, file))
    const hash = createHash('sha256').update(content).digest('base64url').slice(0, 12)
    return { name: base, address: `assets/${name}-${hash}${ext}`, type: TYPES[ext] ?? '', content }
  })
}
