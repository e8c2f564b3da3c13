// `npm test`: static checks in parallel, then the tests; stops at the first failure. Runs on any Node from 20 on, and
// runs the checks on the newest.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const DERIVED = ['docs', 'ARCHITECTURE.md', 'README.md', 'src/db/rows.ts']

const CHECKS = [
  // One tsc checker each, because several would check the same library types again.
  ['types', typesOf],
  ['types of dashboard', () => typesOf('-p', 'dashboard')],
  ['format and lint', () => run('biome', 'ci', '--error-on-warnings')],
  ['boundaries', () => run('npm', 'run', '--silent', 'boundaries')],
  ['dead code', () => run('knip')],
  ['derived files', derivedFilesAreCurrent],
  // Not a check: the tests need the bundle, and a core is idle now.
  ['programs to test', () => run('node', 'test/support/programs/bundle.ts')],
]

const began = Date.now()
const derivedOfDashboard = run('node', 'dashboard/scripts/generate.ts', '--types')
const failures = (await Promise.all(CHECKS.map(check))).filter((failure) => failure !== null)
if (failures.length > 0) {
  for (const { name, output } of failures) console.error(`${output.trim()}\n\nFAILED: ${name}`)
  process.exit(1)
}
const env = { ...process.env, TEST_RUN_BEGAN_AT: String(began) }
const tests = spawnSync('vitest', ['run', ...process.argv.slice(2)], { stdio: 'inherit', env })
process.exitCode = tests.status ?? 1

/** Runs one check and prints its time; returns the failure, if any. */
async function check([name, start]) {
  const output = await start()
  if (output !== null) return { name, output }
  console.log(`${name.padEnd(18)} ok  ${((Date.now() - began) / 1000).toFixed(1)} s`)
  return null
}

/** Derives the dashboard's knowledge of the API first; the tests use it, too. */
async function typesOf(...project) {
  return (await derivedOfDashboard) ?? run('tsc', '--noEmit', '--checkers', '1', ...project)
}

/** Output of a failing program; null on success. */
async function run(program, ...args) {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  try {
    const [status] = await once(child, 'close')
    return status === 0 ? null : output
  } catch (error) {
    return `${program}: ${error.message}`
  }
}

/** Regenerates derived files. A difference is a failure, and is already corrected on disk. */
async function derivedFilesAreCurrent() {
  const before = derivedFiles()
  const failure = await run('node', 'scripts/generate.ts')
  if (failure !== null) return failure
  const after = derivedFiles()
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    (file) => before.get(file) !== after.get(file),
  )
  if (changed.length === 0) return null
  return `Out of date, now regenerated; review and commit:\n  ${changed.join('\n  ')}`
}

function derivedFiles() {
  const files = DERIVED.flatMap((file) => filesIn(file))
  return new Map(files.map((file) => [file, createHash('sha256').update(readFileSync(file)).digest('hex')]))
}

function filesIn(file) {
  if (path.extname(file) !== '') return [file]
  return readdirSync(file, { withFileTypes: true }).flatMap((entry) => filesIn(path.join(file, entry.name)))
}
