import { setTimeout as wait } from 'node:timers/promises'
import { archiveExpired } from '../archive/archive-expired.ts'
import type { Config } from '../config.ts'
import type { Part } from '../db/partitions/partition-names.ts'
import {
  createPartitions,
  dropPartitions,
  expiredPartitions,
  type Retention,
  restoredPartitions,
  retentionOf,
} from '../db/partitions/partitions.ts'
import { isNeededByJobs } from '../deliveries/jobs/unfinished.ts'
import { HOUR, SECOND } from '../kernel/duration.ts'
import { type Loop, repeat } from '../kernel/repeat.ts'
import { openArchive } from './file-storage.ts'
import type { Foundation } from './foundation.ts'

const INTERVAL_MS = HOUR
/** Timeout for running statements on stop; the next process completes an interrupted change. */
const STOP_TIMEOUT_MS = 5 * SECOND

export function partitionRetention(config: Config): Retention {
  const { TIDINGS_RETENTION_DAYS: days, TIDINGS_AUDIT_RETENTION_DAYS: audit_days } = config
  return retentionOf({ days, audit_days })
}

/**
 * Creates future partitions, and archives and drops expired partitions: immediately, in the background, and every hour.
 * Archiving may take hours, so it does not block the creation of partitions.
 */
export function keepPartitions(foundation: Foundation): Loop {
  const { direct, config, log, clock } = foundation
  const stopping = new AbortController()
  const onError = (error: unknown) => log.error(error, 'partition maintenance failed')
  const make = () => createPartitions(direct, clock(), config.TIDINGS_PARTITION_WIDTH)
  const drop = () => dropExpired(foundation, stopping.signal)
  const first = [make, drop].map((step) => step().catch(onError))
  const loops = [make, drop].map((step) => repeat(INTERVAL_MS, step, onError))
  return {
    async stop() {
      stopping.abort()
      const stopped = Promise.all([...first, ...loops.map((loop) => loop.stop())])
      await Promise.race([stopped, wait(STOP_TIMEOUT_MS, undefined, { ref: false })])
    },
  }
}

/** Archives expired partitions, if there is an archive, and drops the partitions that are no longer needed. */
async function dropExpired(foundation: Foundation, signal: AbortSignal): Promise<void> {
  const { direct, config, clock, log } = foundation
  const retention = partitionRetention(config)
  const archived = await archiveOf(foundation, await expiredPartitions(direct, clock(), retention), signal)
  const mayDrop = async (part: Part) => {
    if (part.table === 'audit_entries') return true
    const kept_until = (await restoredPartitions(direct)).get(part.name)
    const isOver = kept_until === undefined ? archived(part) : kept_until.getTime() <= clock()
    return isOver && !(await isNeededByJobs(direct, part))
  }
  const dropped = await dropPartitions(direct, clock(), retention, { signal, mayDrop })
  if (dropped.length > 0) log.info({ dropped }, 'dropped expired partitions')
}

/** Returns the expired partitions that are archived; all of them if there is no archive. */
async function archiveOf(
  { direct, source, config, log, clock }: Foundation,
  expired: readonly Part[],
  signal: AbortSignal,
): Promise<(part: Part) => boolean> {
  const archive = await openArchive(config)
  if (archive === null) return () => true
  try {
    await archive.spool.sweep(clock() - HOUR)
    const found = await archiveExpired(
      {
        db: direct,
        url: source.direct_url,
        archive,
        isNeeded: (part) => isNeededByJobs(direct, part),
        onArchived: ({ name }) => log.info({ partition: name }, 'archived an expired partition'),
        onFailed: ({ name }, error) => log.error({ partition: name, err: error }, FAILED),
      },
      expired,
      { signal },
    )
    return ({ name }) => found.has(name)
  } finally {
    archive.bytes.close()
  }
}

const FAILED = 'archiving an expired partition failed; it and later partitions are kept, so the disk fills up'
