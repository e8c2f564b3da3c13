import { spawnSync } from 'node:child_process'
import { sizesOfBuild } from '../../../dashboard/test/support/chunks.ts'
import { program } from '../program.ts'

/** Rebuilds the dashboard. Returns CPU seconds of all threads and gzipped sizes in KB. */
export function measureBuild() {
  const script = program('dashboard/scripts/build.ts')
  // A process can only read its own usage.
  const code = `await import(${JSON.stringify(script)}); const { user, system } = process.cpuUsage(); console.log((user + system) / 1e6)`
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error('Could not build the dashboard.')
  const { first, pages, all } = sizesOfBuild()
  const page = pages.toSorted(([, one], [, other]) => other - one)[0]?.[1] ?? 0
  return {
    cpu_s: Number(Number(stdout.trim().split('\n').at(-1)).toFixed(1)),
    ...{ first_scripts_kb: inKilobytes(first.scripts), first_styles_kb: inKilobytes(first.styles) },
    ...{ largest_page_kb: inKilobytes(page), all_scripts_kb: inKilobytes(all) },
  }
}

function inKilobytes(bytes: number): number {
  return Number((bytes / 1024).toFixed(1))
}
