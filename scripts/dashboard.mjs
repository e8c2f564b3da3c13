// The build of the dashboard, and whether it is of the sources that are there. It runs on any Node from 20 on.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const STAMP = 'dashboard/dist/.built'

/** What is derived from the others, or is not part of a build. */
const LEFT_OUT = ['dist', 'dist.new', 'dist.old', 'node_modules', 'test', 'src/generated']

/** False also where there is no dashboard to build, as in tests of the install step. */
export function isOutdated() {
  return textOf('dashboard/package.json') !== null && textOf(STAMP) !== sourceHash()
}

/** Builds it on the Node among the packages; what fails is said, and `/dashboard` of the server then says what to do. */
export async function buildDashboard() {
  const began = Date.now()
  console.error('Building the dashboard …')
  const newer = path.join(ROOT, 'node_modules/.bin/node')
  const node = existsSync(newer) ? newer : process.execPath
  const child = spawn(node, ['dashboard/scripts/build.ts'], { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] })
  const [status] = await once(child, 'close')
  if (status === 0) console.error(`Built the dashboard in ${((Date.now() - began) / 1000).toFixed(1)} s.`)
  else
    console.error('The dashboard could not be built. Tidings runs without it; `npm run dashboard:build` tries again.')
}

/** A hash of all that a build depends on. */
export function sourceHash() {
  const hash = createHash('sha256')
  for (const file of ['package-lock.json', 'docs/openapi.json', ...filesIn('')])
    hash.update(
      `${file}\n${createHash('sha256')
        .update(readFileSync(path.join(ROOT, file)))
        .digest('hex')}\n`,
    )
  return hash.digest('hex')
}

function filesIn(folder) {
  return readdirSync(path.join(ROOT, 'dashboard', folder), { withFileTypes: true })
    .flatMap((entry) => {
      const file = path.posix.join(folder, entry.name)
      if (LEFT_OUT.includes(file)) return []
      return entry.isDirectory() ? filesIn(file) : [`dashboard/${file}`]
    })
    .sort()
}

function textOf(file) {
  try {
    return readFileSync(path.join(ROOT, file), 'utf8')
  } catch {
    return null
  }
}
