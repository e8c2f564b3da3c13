import { freePort } from '../../../src/app/address/port.ts'
import { makeDatabase, startCluster } from '../../../test/support/database/cluster.ts'
import { ask, endChild, requestReport, startChild } from '../child.ts'
import type { LoadOrder, LoadReport } from '../children/load.ts'
import { cpuOfPostgres } from '../postgres-cpu.ts'

export type Cost = { cpu_us: number; postgres_us: number }

/** The relay of `children/relay.ts` with its own PostgreSQL, for comparison at a steady rate. */
export type Relay = {
  /** Cost per event at this many events per second. */
  costAt(rate: number, seconds: number): Promise<Cost>
  close(): Promise<void>
}

/** Seconds at full speed before measuring, in which its code is compiled. */
const WARM_UP_S = 3

export async function startRelay(receiver: string): Promise<Relay> {
  const cluster = await startCluster(undefined, {})
  const database = await makeDatabase(cluster, 'empty')
  const PORT = String(await freePort('127.0.0.1'))
  const child = await startChild('relay.ts', [], {
    ...process.env,
    DATABASE_URL: database.url,
    RECEIVER: receiver,
    PORT,
  })
  const cpuOfDatabase = await cpuOfPostgres(database.db)
  const used = async () => ({ cpu_us: await requestReport<number>(child, 'usage'), database_ms: await cpuOfDatabase() })

  async function offer(rate: number | null, seconds: number): Promise<Cost> {
    const order = { base_url: `http://127.0.0.1:${PORT}`, token: 'none', organization_id: '', store_id: '' }
    const before = await used()
    const more = { integrations: 1, batch: 1, concurrency: 64, sample_every: Number.MAX_SAFE_INTEGER }
    const { accepted } = await ask<LoadOrder, LoadReport>('load.ts', { ...order, ...more, rate, seconds })
    const after = await used()
    return {
      cpu_us: (after.cpu_us - before.cpu_us) / accepted,
      postgres_us: ((after.database_ms - before.database_ms) * 1000) / accepted,
    }
  }

  await offer(null, WARM_UP_S)
  return {
    costAt: offer,
    async close() {
      await endChild(child)
      await database.close()
      await cluster.close()
    },
  }
}
