// Builds dist/, which the server serves below /dashboard: node dashboard/scripts/build.ts
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vite'
import { generateOperations } from './generate.ts'

const WORKSPACE = path.resolve(import.meta.dirname, '..')
const DIST = path.join(WORKSPACE, 'dist')

generateOperations()
await build({ configFile: path.join(WORKSPACE, 'vite.config.ts'), logLevel: 'warn' })
for (const file of readdirSync(DIST, { recursive: true, encoding: 'utf8' }))
  if (/[.](js|css|svg|json)$/.test(file)) compress(path.join(DIST, file))

/** Beside the file, as the server looks for it. */
function compress(file: string): void {
  const content = readFileSync(file)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  writeFileSync(`${file}.br`, brotliCompressSync(content, { params }))
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
}
