import path from 'node:path'
import { runProgram } from './run-program.ts'

/** Packs the npm package in a folder into `dist`; returns its path. */
export async function packWithNpm(folder: string, dist: string): Promise<string> {
  const { stdout } = await runProgram('npm', ['pack', '--json', `--pack-destination=${path.resolve(dist)}`], {
    cwd: folder,
  })
  const [{ filename }] = JSON.parse(stdout)
  return path.join(dist, filename)
}
