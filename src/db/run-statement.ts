import type pg from 'pg'
import { expectReplicated } from './replication/unreplicated.ts'

/**
 * Runs a statement and detaches its values from the driver afterwards. Otherwise V8 keeps everything that the driver's
 * promise references until the next full garbage collection, and copies all values twice before.
 */
export async function ask(
  client: pg.PoolClient,
  { name, text, values }: { name?: string; text: string; values: readonly unknown[] },
): Promise<pg.QueryResult> {
  const parameters = [...values]
  try {
    const result = await client.query({ text, values: parameters, ...(name !== undefined && { name }) })
    expectReplicated(client)
    return result
  } finally {
    parameters.length = 0
  }
}
