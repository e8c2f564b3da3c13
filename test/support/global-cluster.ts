import type { TestProject } from 'vitest/node'
import { startCluster } from './cluster.ts'

/** One server for the whole run: the one at TEST_DATABASE_URL, or an embedded one in a temporary folder. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, template, close } = await startCluster(process.env.TEST_DATABASE_URL)
  project.provide('cluster', { url, template })
  return close
}
