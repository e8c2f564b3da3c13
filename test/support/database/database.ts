import { inject } from 'vitest'
import { type Cluster, makeDatabase, type TestDatabase } from './cluster.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    cluster: Cluster
  }
}

/** A fresh migrated database with its partitions, for one test file. */
export function testDatabase(): Promise<TestDatabase> {
  return makeDatabase(inject('cluster'), 'migrated')
}

/** A fresh database without any table. */
export function emptyDatabase(): Promise<TestDatabase> {
  return makeDatabase(inject('cluster'), 'empty')
}
