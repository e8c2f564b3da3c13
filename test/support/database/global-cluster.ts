import type { TestProject } from 'vitest/node'
import { bundlePrograms } from '../programs/bundle.ts'
import { startCluster } from './cluster.ts'

/** One server for the whole run: the one at TEST_DATABASE_URL, or an embedded one in a temporary folder. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // The workers, and what they start, inherit it.
  process.env.BUNDLED_PROGRAMS = await bundlePrograms()
  const { close, ...cluster } = await startCluster(process.env.TEST_DATABASE_URL)
  project.provide('cluster', cluster)
  return close
}
