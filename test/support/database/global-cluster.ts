import type { TestProject } from 'vitest/node'
import { bundlePrograms } from '../programs/bundle.ts'
import { startCluster } from './cluster.ts'

/** One server for the whole run: the server at TEST_DATABASE_URL, or an embedded one in a temporary folder. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Workers and their child processes inherit this variable.
  process.env.BUNDLED_PROGRAMS = await bundlePrograms()
  const { close, ...cluster } = await startCluster(process.env.TEST_DATABASE_URL)
  project.provide('cluster', cluster)
  return close
}
