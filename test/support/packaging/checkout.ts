import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { ROOT } from '../../../packaging/project.ts'
import { runProgram } from '../../../packaging/run-program.ts'

const FILES = ['bin', 'src', 'migrations', 'docs', 'examples', 'package.json', 'package-lock.json', '*.md']

/** Copies this checkout with the production packages of the lockfile, as `npm ci --omit=dev` would install them. */
export async function installCheckout(folder: string): Promise<void> {
  const { stdout: listed } = await runProgram('git', ['ls-files', ...FILES], { cwd: ROOT })
  const copied = [...listed.trim().split('\n'), ...(await productionPackages())]
  await runProgram('cp', ['--archive', '--parents', '--target-directory', folder, ...copied], { cwd: ROOT })
}

/** Folders of production packages, without nested ones. */
async function productionPackages(): Promise<string[]> {
  const { packages } = JSON.parse(await readFile(path.join(ROOT, 'package-lock.json'), 'utf8'))
  const entries: [string, { dev?: true }][] = Object.entries(packages)
  const production = entries.filter(([, { dev }]) => dev !== true).map(([place]) => place)
  // Packages for other platforms are not installed.
  return production.filter((place) => isOutermost(place) && existsSync(path.join(ROOT, place)))
}

function isOutermost(place: string): boolean {
  return place.split('node_modules').length === 2
}
