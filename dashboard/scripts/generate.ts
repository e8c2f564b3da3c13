// Writes src/generated/, which is derived from docs/openapi.json and the declarations in src/resources. Git ignores it.
// node dashboard/scripts/generate.ts writes what a build needs; --types adds the types of the operations for the
// compiler.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describeOperations } from './describe-operations.ts'
import { printPlainResources, readPlainResources } from './plain-resources.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const DOCUMENT = path.join(ROOT, 'docs/openapi.json')
const FOLDER = path.resolve(import.meta.dirname, '../src/generated')
const RESOURCES = path.resolve(import.meta.dirname, '../src/resources')

/** Replaces existing files, synchronously. */
export function generateSources(): void {
  const { operations, summaries, areas } = describeOperations(JSON.parse(readFileSync(DOCUMENT, 'utf8')))
  const folder = path.join(FOLDER, 'areas')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const [area, facts] of Object.entries(areas)) write(`areas/${area}.json`, JSON.stringify(facts))
  write('operations.json', JSON.stringify(operations))
  write('summaries.json', JSON.stringify(summaries))
  write('plain-resources.ts', printPlainResources(readPlainResources(RESOURCES)))
}

function generateTypes(): void {
  mkdirSync(FOLDER, { recursive: true })
  const generator = path.join(ROOT, 'packaging/clients/typescript-types.ts')
  const { status } = spawnSync(process.execPath, [generator, DOCUMENT, FOLDER], { stdio: 'inherit' })
  if (status !== 0) throw new Error(`Could not generate the types of ${DOCUMENT}.`)
}

/** Atomic, so that a concurrent reader never sees a partial file. */
function write(name: string, text: string): void {
  const file = path.join(FOLDER, name)
  writeFileSync(`${file}.new`, text)
  renameSync(`${file}.new`, file)
}

if (import.meta.main) {
  generateSources()
  if (process.argv.includes('--types')) generateTypes()
}
