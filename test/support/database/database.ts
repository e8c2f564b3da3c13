import { inject } from 'vitest'
import { type Cluster, makeDatabase, type TestDatabase } from './cluster.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    cluster: Cluster
  }
}

/** A new migrated database with partitions, for one test file. */
export function testDatabase(): Promise<TestDatabase> {
  return makeDatabase(inject('cluster'), 'migrated')
}

export function emptyDatabase(): Promise<TestDatabase> {
  return makeDatabase(inject('cluster'), 'empty')
}
