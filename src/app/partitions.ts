import { setTimeout as wait } from 'node:timers/promises'
import { dropPartitions, makePartitions } from '../db/partitions.ts'
import { type Loop, repeat } from '../kernel/repeat.ts'
import type { Foundation } from './foundation.ts'

const EVERY = 3_600_000
/** Milliseconds that an end waits for what is under way; the next process finishes what it interrupts. */
const STOP_WITHIN = 5_000

/** Makes the partitions of the days to come and drops those past the retention: now, in the background, and every hour. */
export function keepPartitions({ direct, config, log, clock }: Foundation): Loop {
  const stopping = new AbortController()
  const keep = async () => {
    await makePartitions(direct, clock())
    const dropped = await dropPartitions(direct, clock(), config.TIDINGS_RETENTION_DAYS, stopping.signal)
    if (dropped.length > 0) log.info({ dropped }, 'dropped partitions past the retention')
  }
  const onError = (error: unknown) => log.error(error, 'keeping partitions failed')
  const first = keep().catch(onError)
  const loop = repeat(EVERY, keep, onError)
  return {
    async stop() {
      stopping.abort()
      await Promise.race([Promise.all([first, loop.stop()]), wait(STOP_WITHIN, undefined, { ref: false })])
    },
  }
}
