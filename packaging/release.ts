// Builds a release into dist/: archives for Linux, the npm package, Debian packages, checksums.
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { COMPRESSION_LEVEL, sha256Of } from './archive.ts'
import { build } from './build.ts'
import { bundleProgram } from './bundle.ts'
import { buildGoClient } from './clients/go.ts'
import { buildPythonClient } from './clients/python.ts'
import { buildTypescriptClient } from './clients/typescript.ts'
import type { Compression } from './debian-package.ts'
import { installPackages } from './install-packages.ts'
import { packNpmPackage } from './npm-package.ts'
import { ROOT } from './project.ts'
import { runProgram } from './run-program.ts'
import { ARCHITECTURES, type Architecture } from './tree.ts'

const DIST = path.join(ROOT, 'dist')
/** Level 6 takes ten times as long for a tenth less. */
const SMALL_PACKAGE: Compression = { method: 'xz', level: 2 }

const { values } = parseArgs({
  options: {
    arch: { type: 'string', multiple: true, default: [...ARCHITECTURES] },
    // Adds the Python and Go clients, which need the tools of these languages.
    clients: { type: 'boolean', default: false },
  },
})
const architectures = values.arch.map(expectArchitecture)

const working = await mkdtemp(path.join(tmpdir(), 'tidings-release-'))
try {
  await rm(DIST, { recursive: true, force: true })
  await mkdir(DIST)
  const program = path.join(working, 'program')
  await step('dashboard', () => runProgram(process.execPath, ['dashboard/scripts/build.ts'], { cwd: ROOT }))
  const bundled = await step('bundle', () => bundleProgram(program))
  await step('npm package', () => packNpmPackage(program, working, DIST))
  await step('client for TypeScript', () => buildTypescriptClient(DIST))
  if (values.clients) {
    await step('client for Python', () => buildPythonClient(DIST))
    await step('client for Go', () => buildGoClient(DIST))
  }
  for (const architecture of architectures) {
    const modules = await step(`packages for ${architecture}`, () => installPackages(architecture, working))
    const parts = { architecture, program, modules, bundled }
    await build(parts, { working, dist: DIST, level: COMPRESSION_LEVEL, compression: SMALL_PACKAGE, step })
  }
  await writeFile(path.join(DIST, 'SHA256SUMS'), await checksums())
} finally {
  await rm(working, { recursive: true, force: true })
}

async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  const began = Date.now()
  const made = await work()
  console.log(`${name.padEnd(30)} ${((Date.now() - began) / 1_000).toFixed(1)} s`)
  return made
}

async function checksums(): Promise<string> {
  const files = (await readdir(DIST)).toSorted()
  const lines = await Promise.all(files.map(async (file) => `${await sha256Of(path.join(DIST, file))}  ${file}\n`))
  return lines.join('')
}

function expectArchitecture(name: string): Architecture {
  const found = ARCHITECTURES.find((each) => each === name)
  if (found === undefined) throw new Error(`--arch must be ${ARCHITECTURES.join(' or ')}, not ${name}.`)
  return found
}
