import type pg from 'pg'
import { expectReplicated } from './replication/unreplicated.ts'

/**
 * Runs a statement and takes its values back from the driver when it has ended: else V8 keeps what hangs on the driver's
 * promise until its next full garbage collection, and copies all values twice before.
 */
export async function ask(
  client: pg.PoolClient,
  { name, text, values }: { name?: string; text: string; values: readonly unknown[] },
): Promise<pg.QueryResult> {
  const lent = [...values]
  try {
    const result = await client.query({ text, values: lent, ...(name !== undefined && { name }) })
    expectReplicated(client)
    return result
  } finally {
    lent.length = 0
  }
}
