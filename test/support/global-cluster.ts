import type { TestProject } from 'vitest/node'
import { startCluster } from './cluster.ts'
import { startPgBouncer } from './pgbouncer.ts'

/** One server for the whole run: the one at TEST_DATABASE_URL, or an embedded one in a temporary folder. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, template, close } = await startCluster(process.env.TEST_DATABASE_URL)
  if (project.name !== 'pooled') {
    project.provide('cluster', { url, template })
    return close
  }
  const pooler = await startPgBouncer(url)
  project.provide('cluster', { url, template, pooled_url: pooler.through(url) })
  return async () => {
    await pooler.close()
    await close()
  }
}
