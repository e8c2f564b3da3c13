// Builds dist/, which the server serves below /dashboard and as the storefront explorer: node
// dashboard/scripts/build.ts
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { type BuildOptions, build, type Rolldown } from 'vite'
import { sourceHash } from '../../scripts/dashboard.mjs'
import { generateSources } from './generate.ts'

const WORKSPACE = path.resolve(import.meta.dirname, '..')
const DIST = path.join(WORKSPACE, 'dist')
/** Replaces `dist` only when complete, so that a server never mixes two builds. */
const NEW = path.join(WORKSPACE, 'dist.new')
const OLD = path.join(WORKSPACE, 'dist.old')

const hash = sourceHash()
generateSources()
const dashboard = await buildInto({ emptyOutDir: true })
// A separate build that shares no files with the dashboard, so that the explorer only loads `explorer/`, which its page
// finds beside itself.
const explorer = await buildInto({
  emptyOutDir: false,
  copyPublicDir: false,
  assetsDir: 'explorer',
  manifest: '.vite/explorer.json',
  rolldownOptions: { input: path.join(WORKSPACE, 'explorer.html') },
})
for (const file of readdirSync(NEW, { recursive: true, encoding: 'utf8' }))
  if (/[.](js|css|svg|json)$/.test(file)) compress(path.join(NEW, file))
writeFileSync(path.join(NEW, '.packages.json'), JSON.stringify(packagesIn([...dashboard, ...explorer])))
// Compared by scripts/install.mjs.
writeFileSync(path.join(NEW, '.built'), hash)
rmSync(OLD, { recursive: true, force: true })
try {
  renameSync(DIST, OLD)
} catch {
  // The first build has no folder to replace.
}
renameSync(NEW, DIST)
rmSync(OLD, { recursive: true, force: true })

async function buildInto(options: BuildOptions): Promise<Rolldown.RolldownOutput[]> {
  const configFile = path.join(WORKSPACE, 'vite.config.ts')
  const built = await build({ configFile, logLevel: 'warn', build: { outDir: NEW, ...options } })
  return [built].flat() as Rolldown.RolldownOutput[]
}

/** Stored beside the file, where the server looks for it. */
function compress(file: string): void {
  const content = readFileSync(file)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  writeFileSync(`${file}.br`, brotliCompressSync(content, { params }))
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
}

/** Folders below `node_modules` of the packages in the build, which a release lists with their licenses. */
function packagesIn(outputs: readonly Rolldown.RolldownOutput[]): string[] {
  const modules = outputs.flatMap(({ output }) =>
    output.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : part.originalFileNames)),
  )
  const folders = modules.flatMap((id) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[0] ?? [])
  const root = path.resolve(WORKSPACE, '../node_modules')
  return [...new Set(folders.map((folder) => path.relative(root, folder)))].toSorted()
}
