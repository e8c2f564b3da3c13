import { setTimeout as wait } from 'node:timers/promises'
import type { Cluster } from '../../../test/support/servers/high-availability/cluster.ts'

/** What happens to a database of three machines. Resolves when all three are well again. */
type Play = (cluster: Cluster, freeze_ms: number) => Promise<void>

/** A dead machine stays dead for so long after another has taken its place. */
const DEAD_MS = 2_000
const POLL_MS = 300

export const FAILOVERS = {
  /** The machine of the primary dies, and starts again later. */
  kill: async (cluster) => {
    const [primary] = await cluster.healthy()
    await cluster.kill(primary)
    await until(cluster, 'leader', primary)
    await wait(DEAD_MS)
    await cluster.start(primary)
  },
  /** It stands still until another is primary, and goes on as if nothing had happened. */
  freeze: async (cluster, freeze_ms) => {
    const [primary] = await cluster.healthy()
    await cluster.freeze(primary)
    await wait(freeze_ms)
    await cluster.thaw(primary)
  },
  /** As for an upgrade. */
  switchover: async (cluster) => {
    const [primary, synchronous] = await cluster.healthy()
    await cluster.patronictl('switchover', 'tidings', '--leader', primary, '--candidate', synchronous, '--force')
  },
  /** The machine dies on whose disk each commit waits. */
  standby: async (cluster) => {
    const [, synchronous] = await cluster.healthy()
    await cluster.kill(synchronous)
    await until(cluster, 'sync_standby', synchronous)
    await wait(DEAD_MS)
    await cluster.start(synchronous)
  },
  /** The same machine stands still: its connections stay open. */
  'standby-freeze': async (cluster, freeze_ms) => {
    const [, synchronous] = await cluster.healthy()
    await cluster.freeze(synchronous)
    await wait(freeze_ms)
    await cluster.thaw(synchronous)
  },
  /** PostgreSQL of both standbys stands still: nothing can be accepted. */
  'no-standby': async (cluster, freeze_ms) => {
    const [, ...standbys] = await cluster.healthy()
    for (const standby of standbys) await cluster.stall(standby)
    await wait(freeze_ms)
    for (const standby of standbys) await cluster.thaw(standby)
  },
} satisfies Record<string, Play>

export type Failover = keyof typeof FAILOVERS

async function until(cluster: Cluster, role: string, not: string): Promise<void> {
  const isAnother = async () => (await cluster.members()).some((member) => member.role === role && member.name !== not)
  while (!(await isAnother())) await wait(POLL_MS)
}
