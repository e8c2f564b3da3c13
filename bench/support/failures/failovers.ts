import { setTimeout as wait } from 'node:timers/promises'
import type { Cluster } from '../../../test/support/servers/high-availability/cluster.ts'

/** A failure in a database of three machines. Resolves when all three are healthy again. */
type Play = (cluster: Cluster, freeze_ms: number) => Promise<void>

/** Downtime of a dead machine after another has become primary. */
const DEAD_MS = 2_000
const POLL_MS = 300

export const FAILOVERS = {
  /** Kills the primary's machine, and starts it again later. */
  kill: async (cluster) => {
    const [primary] = await cluster.healthy()
    await cluster.kill(primary)
    await until(cluster, 'leader', primary)
    await wait(DEAD_MS)
    await cluster.start(primary)
  },
  /** Freezes the primary until another takes over, then resumes it. */
  freeze: async (cluster, freeze_ms) => {
    const [primary] = await cluster.healthy()
    await cluster.freeze(primary)
    await wait(freeze_ms)
    await cluster.thaw(primary)
  },
  /** Planned switchover, as for an upgrade. */
  switchover: async (cluster) => {
    const [primary, synchronous] = await cluster.healthy()
    await cluster.patronictl('switchover', 'tidings', '--leader', primary, '--candidate', synchronous, '--force')
  },
  /** Kills the machine of the synchronous standby. */
  standby: async (cluster) => {
    const [, synchronous] = await cluster.healthy()
    await cluster.kill(synchronous)
    await until(cluster, 'sync_standby', synchronous)
    await wait(DEAD_MS)
    await cluster.start(synchronous)
  },
  /** Freezes the synchronous standby, whose connections stay open. */
  'standby-freeze': async (cluster, freeze_ms) => {
    const [, synchronous] = await cluster.healthy()
    await cluster.freeze(synchronous)
    await wait(freeze_ms)
    await cluster.thaw(synchronous)
  },
  /** Freezes PostgreSQL on both standbys, so that no event can be accepted. */
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
