import type { Database } from '../db/database.ts'
import type { DueJob, LeasedJob } from '../events/jobs.ts'
import { selectEvent } from '../events/store.ts'
import { FairQueue } from '../kernel/flow/fair-queue.ts'
import { nextIteration } from '../kernel/flow/next-iteration.ts'

/** Maximum length of a payload that a waiting job keeps in memory; a larger payload is read when the attempt starts. */
const MAX_HELD_LENGTH = 65_536
/** Size above which fewer attempts are in flight, because each takes about three times as much memory. */
const LARGE_BYTES = 1_048_576
/** Attempts in flight with payloads above the maximum length: in total, and per organization. */
const MAX_AT_ONCE = 128
const MAX_AT_ONCE_OF_ONE = 64
/** Attempts in flight above `LARGE_BYTES`: in total, and per organization. */
const MAX_LARGE_AT_ONCE = 16
const MAX_LARGE_AT_ONCE_OF_ONE = 4

/** SQL column `payload` that is null if the payload is too large to keep in memory. */
export const INLINE_PAYLOAD = `case when octet_length(payload) <= ${MAX_HELD_LENGTH} then payload end as payload`

export function withoutLargePayload(job: LeasedJob): LeasedJob {
  const { payload } = job.event
  if (typeof payload !== 'string' || payload.length <= MAX_HELD_LENGTH) return job
  return { ...job, event: { ...job.event, payload: { bytes: Buffer.byteLength(payload) } } }
}

type IncompleteJob = Exclude<LeasedJob, DueJob>

export function isComplete(job: LeasedJob): job is DueJob {
  return typeof job.event.payload === 'string'
}

/** Limits the memory of payloads in flight, fairly among organizations. */
export class LargePayloads {
  readonly #db: Database
  readonly #queue = queueOf(MAX_AT_ONCE, MAX_AT_ONCE_OF_ONE)
  readonly #largeQueue = queueOf(MAX_LARGE_AT_ONCE, MAX_LARGE_AT_ONCE_OF_ONE)

  constructor(db: Database) {
    this.#db = db
  }

  /** Loads the payload and runs the work with the complete job. Rejects if the payload cannot be read. */
  run<T>(job: IncompleteJob, work: (job: DueJob) => Promise<T>): Promise<T> {
    const { event } = job
    const queue = event.payload.bytes > LARGE_BYTES ? this.#largeQueue : this.#queue
    return queue.run({ owner_id: event.organization_id }, async () => {
      const read = await this.#read(event.id)
      await nextIteration()
      return work({ ...job, event: { ...event, payload: read } })
    })
  }

  async #read(event_id: string): Promise<string> {
    const event = await selectEvent(this.#db, event_id)
    if (event === undefined) throw new Error('the event is no longer stored')
    return event.payload
  }
}

function queueOf(at_once: number, at_once_of_one: number): FairQueue {
  return new FairQueue({
    ...{ at_once, at_once_of_one, waiting: Infinity, waiting_of_one: Infinity, timeout_ms: { later: Infinity } },
    refuse: () => new Error('the queue is full'),
  })
}
