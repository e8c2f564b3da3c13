import { inject } from 'vitest'
import { type Pooler, startPgBouncer } from '../servers/pgbouncer.ts'
import { makeDatabase, type TestDatabase } from './cluster.ts'

/** A pooler, and databases that processes under test reach through it. */
export type PooledDatabases = Pooler & { make(like: 'migrated' | 'empty'): Promise<TestDatabase> }

export async function openPooledDatabases(): Promise<PooledDatabases> {
  const cluster = inject('cluster')
  const pooler = await startPgBouncer(cluster.url)
  const pooled = { ...cluster, pooled_url: pooler.through(cluster.url) }
  return { ...pooler, make: (like) => makeDatabase(pooled, like) }
}

/** A pooled database for one test file, like `testDatabase()`. */
export async function pooledDatabase(): Promise<TestDatabase> {
  const { make, close } = await openPooledDatabases()
  const database = await make('migrated')
  return {
    ...database,
    async close() {
      await database.close()
      await close()
    },
  }
}
