import { setTimeout as wait } from 'node:timers/promises'
import type { Config } from '../config.ts'
import type { Part } from '../db/partition-names.ts'
import { dropPartitions, makePartitions, type Retention, retentionOf } from '../db/partitions.ts'
import { isNeededByJobs } from '../deliveries/jobs/unfinished.ts'
import { HOUR, SECOND } from '../kernel/duration.ts'
import { type Loop, repeat } from '../kernel/repeat.ts'
import type { Foundation } from './foundation.ts'

const INTERVAL_MS = HOUR
/** Time that stopping waits for running statements; the next process completes an interrupted change. */
const STOP_TIMEOUT_MS = 5 * SECOND

/** How long the partitions of each table are kept. */
export function partitionRetention(config: Config): Retention {
  const { TIDINGS_RETENTION_DAYS: days, TIDINGS_AUDIT_RETENTION_DAYS: audit_days } = config
  return retentionOf({ days, audit_days })
}

/** Creates future partitions and drops expired ones: immediately, in the background, and every hour. */
export function keepPartitions({ direct, config, log, clock }: Foundation): Loop {
  const stopping = new AbortController()
  const retention = partitionRetention(config)
  const keep = async () => {
    await makePartitions(direct, clock(), config.TIDINGS_PARTITION_WIDTH)
    const mayDrop = async (part: Part) => part.table === 'audit_entries' || !(await isNeededByJobs(direct, part))
    const dropped = await dropPartitions(direct, clock(), retention, { signal: stopping.signal, mayDrop })
    if (dropped.length > 0) log.info({ dropped }, 'dropped expired partitions')
  }
  const onError = (error: unknown) => log.error(error, 'partition maintenance failed')
  const first = keep().catch(onError)
  const loop = repeat(INTERVAL_MS, keep, onError)
  return {
    async stop() {
      stopping.abort()
      await Promise.race([Promise.all([first, loop.stop()]), wait(STOP_TIMEOUT_MS, undefined, { ref: false })])
    },
  }
}
