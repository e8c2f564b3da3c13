import { existsSync, readFileSync } from 'node:fs'
import { cp, mkdir } from 'node:fs/promises'
import path from 'node:path'

type Manifest = {
  name: string
  version: string
  license?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

/**
 * Folders below `modules` of these packages and their dependencies, resolved as Node does: a package's own
 * `node_modules` first. Skips optional packages that are not installed.
 */
export function packagesWithNeeds(modules: string, names: readonly string[]): string[] {
  const found = new Set<string>()
  const add = (name: string, from: string, isOptional: boolean) => {
    const folder = resolve(modules, name, from)
    if (folder === null) {
      if (isOptional) return
      throw new Error(`Package ${name} is missing in ${modules}.`)
    }
    if (found.has(folder)) return
    found.add(folder)
    const { dependencies = {}, optionalDependencies = {} } = manifestIn(path.join(modules, folder))
    const optional = new Set(Object.keys(optionalDependencies))
    for (const needed of Object.keys(dependencies)) add(needed, folder, optional.has(needed))
    for (const needed of optional) add(needed, folder, true)
  }
  for (const name of names) add(name, '', false)
  return [...found].toSorted()
}

function resolve(modules: string, name: string, from: string): string | null {
  for (let place = from; ; place = path.dirname(place)) {
    const folder = place === '' || place === '.' ? name : path.join(place, 'node_modules', name)
    if (existsSync(path.join(modules, folder, 'package.json'))) return folder
    if (place === '' || place === '.') return null
  }
}

export async function copyPackages(modules: string, folders: readonly string[], target: string): Promise<void> {
  for (const folder of folders) {
    const to = path.join(target, folder)
    await mkdir(path.dirname(to), { recursive: true })
    await cp(path.join(modules, folder), to, { recursive: true, verbatimSymlinks: true })
  }
}

export function manifestIn(folder: string): Manifest {
  return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
}
