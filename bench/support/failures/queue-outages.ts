import { setTimeout as wait } from 'node:timers/promises'
import { type Database, query } from '../../../src/db/database.ts'
import { lowestIdAt } from '../../../src/kernel/ids.ts'
import type { Fleet } from '../fleet.ts'
import type { Broker } from '../servers/broker.ts'
import type { FifoQueue } from '../servers/fifo-queue.ts'

/** An outage, its duration, and the time after it until all events accepted before its end were delivered. */
export type Outage = { what: 'broker' | 'queue' | 'worker'; down_s: number; recovered_s: number }

export type Outages = {
  db: Database
  fleet: Fleet
  broker: Broker
  fifo: FifoQueue
  integrations: { broker: readonly string[]; queue: readonly string[] }
  /** Duration of the load. */
  duration_ms: number
  kills: number
  report: (line: string) => void
}

const QUEUE_DOWN_MS = 3_000
const WORKER_DOWN_MS = 500
const POLL_MS = 50
/** Later deliveries are left to the final check. */
const TIMEOUT_MS = 90_000

/**
 * Makes the queue unreachable from the first quarter of each part of the run on, and kills the broker halfway. Kills a
 * worker near the end. Resolves when all have recovered.
 */
export async function causeOutages(outages: Outages): Promise<Outage[]> {
  const { broker, fifo, fleet, integrations, kills, duration_ms } = outages
  const began = performance.now()
  const until = (share: number) => wait(Math.max(0, began + share * duration_ms - performance.now()))
  const parts = Array.from({ length: kills }, (_, part) => part)

  async function eachPart(share: number, cause: () => Promise<Outage>): Promise<Outage[]> {
    const seen: Outage[] = []
    for (const part of parts) {
      await until((part + share) / kills)
      seen.push(await cause())
    }
    return seen
  }

  const seen = await Promise.all([
    eachPart(0.25, () =>
      observe(outages, 'queue', integrations.queue, async () => {
        fifo.shut()
        await wait(QUEUE_DOWN_MS)
        fifo.reopen()
      }),
    ),
    eachPart(0.5, () =>
      observe(outages, 'broker', integrations.broker, async () => {
        await broker.rabbit.stop('kill')
        await broker.rabbit.start()
      }),
    ),
    until(0.75).then(() =>
      observe(outages, 'worker', [...integrations.queue, ...integrations.broker], async () => {
        fleet.kill('worker', WORKER_DOWN_MS)
      }),
    ),
  ])
  return seen.flat()
}

async function observe(
  { db, report }: Outages,
  what: Outage['what'],
  integration_ids: readonly string[],
  happen: () => Promise<void>,
): Promise<Outage> {
  const began = performance.now()
  await happen()
  const back_at = Date.now()
  const down_s = secondsSince(began)
  const back = performance.now()
  while ((await countUnfinished(db, integration_ids, back_at)) > 0 && performance.now() - back < TIMEOUT_MS) {
    await wait(POLL_MS)
  }
  const outage = { what, down_s, recovered_s: secondsSince(back) }
  report(`the ${what} was down for ${down_s} s, and caught up ${outage.recovered_s} s later`)
  return outage
}

/** Number of unfinished jobs of events accepted before `time` (milliseconds since the epoch). */
async function countUnfinished(db: Database, integration_ids: readonly string[], time: number): Promise<number> {
  const rows = await query<{ count: number }>(
    db,
    `select count(*) as count from jobs where integration_id = any($1) and id < $2 and status <> 'succeeded'`,
    [integration_ids, lowestIdAt(time)],
  )
  return rows[0]?.count ?? 0
}

function secondsSince(time: number): number {
  return Number(((performance.now() - time) / 1000).toFixed(1))
}
