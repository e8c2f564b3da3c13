// Builds the dashboard and detects outdated builds. Runs on any Node from 20 on.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const STAMP = 'dashboard/dist/.built'

/** Derived files, and files that are not part of a build. */
const LEFT_OUT = ['dist', 'dist.new', 'dist.old', 'node_modules', 'test', 'src/generated']

/** True if the build does not match the sources; false if there is no dashboard, as in tests of the installation. */
export function isOutdated() {
  return textOf('dashboard/package.json') !== null && textOf(STAMP) !== sourceHash()
}

/**
 * Builds with the Node of the packages. A failure is only printed, because `/dashboard` of the server then explains
 * what to do.
 */
export async function buildDashboard() {
  const began = Date.now()
  console.error('Building the dashboard …')
  const newer = path.join(ROOT, 'node_modules/.bin/node')
  const node = existsSync(newer) ? newer : process.execPath
  const child = spawn(node, ['dashboard/scripts/build.ts'], { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] })
  const [status] = await once(child, 'close')
  if (status === 0) console.error(`Built the dashboard in ${((Date.now() - began) / 1000).toFixed(1)} s.`)
  else
    console.error('Could not build the dashboard. Tidings runs without it; try again with `npm run dashboard:build`.')
}

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
