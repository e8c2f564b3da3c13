// `npm test`: every check in turn; stops at the first that fails. It runs on any Node from 20 on, the checks on the newest.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const DERIVED = ['docs', 'ARCHITECTURE.md', 'README.md']

const CHECKS = [
  ['format and lint', () => run('biome', 'ci', '--error-on-warnings')],
  ['types', () => run('tsc', '--noEmit')],
  ['types of a page', () => run('tsc', '--noEmit', '-p', 'src/storefront/explorer')],
  ['boundaries', () => run('npm', 'run', '--silent', 'boundaries')],
  ['dead code', () => run('knip')],
  ['derived files', derivedFilesAreCurrent],
]

for (const [name, check] of CHECKS) {
  const began = Date.now()
  const trouble = check()
  if (trouble !== null) {
    console.error(`${trouble.trim()}\n\nFAILED: ${name}`)
    process.exit(1)
  }
  console.log(`${name.padEnd(16)} ok  ${((Date.now() - began) / 1000).toFixed(1)} s`)
}
const tests = spawnSync('vitest', ['run', ...process.argv.slice(2)], { stdio: 'inherit' })
process.exitCode = tests.status ?? 1

/** What a failing program printed; null when it succeeds. */
function run(program, ...args) {
  const { status, error, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 2 ** 26 })
  if (status === 0) return null
  return error ? `${program}: ${error.message}` : `${stdout}\n${stderr}`
}

/** Regenerates what is generated; a difference is trouble, and is then already mended on disk. */
function derivedFilesAreCurrent() {
  if (!existsSync('scripts/generate.ts')) return null
  const before = derivedFiles()
  const trouble = run('node', 'scripts/generate.ts')
  if (trouble !== null) return trouble
  const after = derivedFiles()
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    (file) => before.get(file) !== after.get(file),
  )
  if (changed.length === 0) return null
  return `Out of date, now regenerated; look at them and commit them:\n  ${changed.join('\n  ')}`
}

function derivedFiles() {
  const files = DERIVED.filter((file) => existsSync(file)).flatMap((file) => filesIn(file))
  return new Map(files.map((file) => [file, createHash('sha256').update(readFileSync(file)).digest('hex')]))
}

function filesIn(place) {
  if (path.extname(place) !== '') return [place]
  return readdirSync(place, { withFileTypes: true }).flatMap((entry) => filesIn(path.join(place, entry.name)))
}
