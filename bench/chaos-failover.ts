// `npm run chaos -- --failover`: machines of a three-node database die, freeze and switch over while events are
// published to two `serve --work`; the database is that of docs/guides/high-availability.md. Ends with one line of
// JSON, and fails if an accepted event was lost or a Tidings process had to be restarted.
import { startCluster } from '../test/support/servers/high-availability/cluster.ts'
import { playFailovers } from './support/failures/failover-run.ts'
import { FAILOVERS, type Failover } from './support/failures/failovers.ts'

/** Longer than the ttl of the example. */
const FREEZE_MS = 25_000

type Options = { times: string; only?: string | undefined; rate?: string | undefined }

/** True if anything went wrong. */
export async function failOver({ times, only, rate = '500' }: Options): Promise<boolean> {
  const all = Object.keys(FAILOVERS) as Failover[]
  const chosen = only === undefined ? all : all.filter((failover) => only.split(',').includes(failover))
  const failovers = chosen.flatMap((failover) => Array.from({ length: Number(times) }, () => failover))
  if (failovers.length === 0) throw new Error(`--only must be a comma-separated list of ${all.join(', ')}.`)
  const cluster = await startCluster({ kind: 'durable' })
  try {
    const options = { rate: Number(rate), failovers, freeze_ms: FREEZE_MS, report: console.log }
    const metrics = await playFailovers(cluster, options)
    console.log(JSON.stringify({ times: Number(times), ...metrics }))
    const { lost, stuck, given_up, restarted, twice_share } = metrics
    return lost + stuck + given_up + restarted > 0 || twice_share >= 0.01
  } finally {
    await cluster.close()
  }
}
