import type { AppOptions } from '../app.ts'
import type { TestDatabase } from '../database/cluster.ts'
import { testDatabase } from '../database/database.ts'
import { openReceiver, type Receiver } from '../servers/receiver.ts'
import { openWire, type Wire } from '../servers/wire.ts'
import { openProcess, type Process } from './process.ts'

/**
 * Statement by which workers learn of changed integrations. The zero byte that ends it on the wire sets it apart from
 * longer statements.
 */
export const READS_REVISION = `select value from revisions where name = 'integrations'\0`

export type Pair = {
  database: TestDatabase
  receiver: Receiver
  /** Publishes, but does not deliver. */
  publisher: Process
  /** Delivers, over its own wire to the database. */
  worker: Process
  wire: Wire
  close(): Promise<void>
}

export async function openPair(options: AppOptions = {}): Promise<Pair> {
  const database = await testDatabase()
  const wire = await openWire(database.url)
  const receiver = await openReceiver()
  const publisher = await openProcess(database, { parts: [] })
  const worker = await openProcess({ ...database, url: wire.url }, { parts: ['deliveries'], ...options })
  return {
    ...{ database, receiver, publisher, worker, wire },
    async close() {
      await worker.close()
      await publisher.close()
      await receiver.close()
      await wire.close()
      await database.close()
    },
  }
}
