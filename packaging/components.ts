import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { json } from './json.ts'
import { manifestIn } from './packages.ts'
import { BUILT_AT_S, ROOT } from './project.ts'
import { runProgram } from './run-program.ts'

type Component = { 'bom-ref': string; name: string; version: string }
type Bom = {
  serialNumber?: string
  metadata: { timestamp: string; component: object }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

/**
 * CycloneDX bill of materials of an archive: npm's list, restricted to the packages in the archive. `folders` are below
 * `modules`.
 */
export async function billOfMaterials(modules: string, folders: readonly string[]): Promise<string> {
  const listing = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only']
  const bom: Bom = JSON.parse((await runProgram('npm', listing, { cwd: ROOT })).stdout)
  const included = new Set(folders.map((folder) => refOf(manifestIn(placeOf(modules, folder)))))
  const components = bom.components.filter((component) => included.has(refOf(component)))
  const missing = [...included].filter((ref) => !components.some((component) => refOf(component) === ref))
  if (missing.length > 0) throw new Error(`npm sbom does not list ${missing.join(', ')}.`)
  const refs = new Set([...components.map((component) => component['bom-ref']), bom.dependencies[0]?.ref])
  const dependencies = bom.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => refs.has(each)) }))
  // Omitted, so that the same packages produce the same list.
  const { serialNumber: _, ...rest } = bom
  const metadata = { ...bom.metadata, timestamp: new Date(BUILT_AT_S * 1_000).toISOString() }
  return json({ ...rest, metadata, components, dependencies })
}

/** License texts of the packages, which must accompany copies. */
export function licenseTexts(modules: string, folders: readonly string[]): string {
  return folders
    .map((folder) => {
      const { name, version, license = 'see below' } = manifestIn(placeOf(modules, folder))
      const texts = licensesIn(placeOf(modules, folder))
      return [`${name} ${version} (${license})`, ...texts].join('\n\n')
    })
    .join(`\n\n${'-'.repeat(80)}\n\n`)
}

function licensesIn(folder: string): string[] {
  const files = readdirSync(folder)
    .filter((name) => /^(licen[cs]e|notice|copying)/i.test(name))
    .toSorted()
  return files.map((name) => readFileSync(path.join(folder, name), 'utf8').trim())
}

/**
 * Folder of a package: the bundle also contains packages that only this checkout has, because others use them if
 * present.
 */
function placeOf(modules: string, folder: string): string {
  const place = path.join(modules, folder)
  return existsSync(place) ? place : path.join(ROOT, 'node_modules', folder)
}

function refOf({ name, version }: Pick<Component, 'name' | 'version'>): string {
  return `${name}@${version}`
}
