import type { TestProject } from 'vitest/node'
import { bundlePrograms } from '../programs/bundle.ts'
import { startPgBouncer } from '../servers/pgbouncer.ts'
import { type Cluster, startCluster } from './cluster.ts'

/**
 * One server for the whole run: the one at TEST_DATABASE_URL, or an embedded one in a temporary folder. The first project
 * starts it, the others use it; the pooled one through a pooler.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const started: Cluster | undefined = project.vitest.getRootProject().getProvidedContext().cluster
  if (started !== undefined) return provide(project, started)
  // The workers, and what they start, inherit it.
  process.env.BUNDLED_PROGRAMS = await bundlePrograms()
  const { close, ...cluster } = await startCluster(process.env.TEST_DATABASE_URL)
  project.vitest.provide('cluster', cluster)
  const closePooler = await provide(project, cluster)
  return async () => {
    await closePooler()
    await close()
  }
}

async function provide(project: TestProject, cluster: Cluster): Promise<() => Promise<void>> {
  if (project.name !== 'pooled') return async () => {}
  const pooler = await startPgBouncer(cluster.url)
  project.provide('cluster', { ...cluster, pooled_url: pooler.through(cluster.url) })
  return pooler.close
}
