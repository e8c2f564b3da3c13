import { chmod, mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { type Built, build } from '../../../packaging/build.ts'
import { bundleProgram } from '../../../packaging/bundle.ts'
import { packNpmPackage } from '../../../packaging/npm-package.ts'
import { ROOT } from '../../../packaging/project.ts'
import { type Architecture, treeName } from '../../../packaging/tree.ts'
import { temporaryFolder } from '../folder.ts'

/** Output of `npm run release` for this machine, with less compression, which takes seconds instead of a minute. */
export type Release = Built & {
  /** Folder of the files, from which an image is built. */
  folder: string
  npm_package: string
  tree: string
  close(): Promise<void>
}

export const ARCHITECTURE: Architecture = process.arch === 'arm64' ? 'arm64' : 'x64'

export async function buildRelease(): Promise<Release> {
  const folder = await temporaryFolder('large')
  await chmod(folder, 0o755)
  const dist = path.join(folder, 'dist')
  await mkdir(dist)
  const program = path.join(folder, 'program')
  const bundled = await bundleProgram(program)
  const npm_package = await packNpmPackage(program, folder, dist)
  const parts = { architecture: ARCHITECTURE, program, modules: path.join(ROOT, 'node_modules'), bundled }
  const built = await build(parts, { working: folder, dist, level: 1, compression: { method: 'none', level: 0 } })
  const close = () => rm(folder, { recursive: true, force: true })
  return { ...built, folder, npm_package, tree: treeName(ARCHITECTURE), close }
}
