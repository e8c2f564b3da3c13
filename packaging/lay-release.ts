import { cp, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Bundled } from './bundle.ts'
import { billOfMaterials, licenseTexts } from './components.ts'
import { ROOT } from './project.ts'
import { layTree, type Parts, packagesBeside } from './tree.ts'

/** Lays out the tree with its documents: readme, bill of materials, and licenses. */
export async function layRelease(tree: string, parts: Parts & { bundled: Bundled }): Promise<void> {
  const { architecture, modules, bundled } = parts
  await layTree(tree, parts)
  const node = `node-linux-${architecture}`
  const folders = [...new Set([...bundled.packages, ...packagesBeside(modules), node])].toSorted()
  await writeFile(path.join(tree, 'tidings.cdx.json'), await billOfMaterials(modules, folders))
  await writeFile(path.join(tree, 'LICENSES-OF-PACKAGES.txt'), licenseTexts(modules, folders))
  for (const file of ['LICENSE', 'CHANGELOG.md']) await cp(path.join(ROOT, file), path.join(tree, file))
  await cp(path.join(ROOT, 'packaging/archive-readme.md'), path.join(tree, 'README.md'))
}
