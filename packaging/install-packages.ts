import { cp, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { ROOT } from './project.ts'
import { runProgram } from './run-program.ts'
import type { Architecture } from './tree.ts'

/** A `node_modules` for an architecture: this checkout's own, or a new installation below `working` for another. */
export async function installPackages(architecture: Architecture, working: string): Promise<string> {
  if (process.platform === 'linux' && process.arch === architecture) return path.join(ROOT, 'node_modules')
  const folder = path.join(working, `packages-${architecture}`)
  await mkdir(folder, { recursive: true })
  for (const file of ['package.json', 'package-lock.json', '.npmrc'])
    await cp(path.join(ROOT, file), path.join(folder, file))
  const target = ['--os=linux', '--libc=glibc', `--cpu=${architecture}`]
  await runProgram('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund', ...target], { cwd: folder })
  return path.join(folder, 'node_modules')
}
