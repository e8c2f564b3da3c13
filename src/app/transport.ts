import type { Database } from '../db/tables.ts'
import type { Connection, ConnectionOptions } from '../deliveries/transport/connection.ts'
import { consume } from '../deliveries/transport/consumer.ts'
import { Publisher } from '../deliveries/transport/publisher.ts'
import { Taker } from '../deliveries/transport/taker.ts'
import type { TransportState, TransportTelemetry } from '../deliveries/transport/telemetry.ts'
import type { Worker } from '../deliveries/worker/worker.ts'
import { changedJobSink, type JobSink } from '../events/jobs.ts'
import type { Snapshot } from '../integrations/snapshot.ts'
import type { Foundation } from './foundation.ts'

/** How references of free jobs come to the workers besides notices and looking. */
export type Transport = {
  /** The job sink, with references of the jobs that it would leave free sent through the broker. */
  publishing(jobSink: JobSink): JobSink
  /** Brings references to a worker. */
  bringTo(receiver: { worker: Worker; db: Database; snapshot: Snapshot }): void
  /** As in `ClaimerOptions`. */
  newAreBrought(): number
  /** Null without a broker. */
  state(): TransportState | null
  close(): Promise<void>
}

/** While references arrive, looking for jobs leaves those alone that are younger, in milliseconds. */
const BROUGHT_WITHIN = 3_000

/** The transport of `TRANSPORT_URL`, or none. Connects when it is first used, and never fails because the broker is away. */
export function openTransport(foundation: Foundation, telemetry: TransportTelemetry): Transport {
  const { TRANSPORT_URL: url } = foundation.config
  if (url === undefined) return noTransport
  return new RabbitTransport(foundation, url, telemetry)
}

export const noTransport: Transport = {
  publishing: (jobSink) => jobSink,
  bringTo() {},
  newAreBrought: () => 0,
  state: () => null,
  async close() {},
}

class RabbitTransport implements Transport {
  readonly #foundation: Foundation
  readonly #url: string
  readonly #telemetry: TransportTelemetry
  #publisher: Publisher | null = null
  #consumer: Connection | null = null
  #taker: Taker | null = null

  constructor(foundation: Foundation, url: string, telemetry: TransportTelemetry) {
    this.#foundation = foundation
    this.#url = url
    this.#telemetry = telemetry
  }

  publishing(jobSink: JobSink): JobSink {
    const publisher = new Publisher({
      url: this.#url,
      clock: this.#foundation.clock,
      onUnsent: (integration_ids) => jobSink.wake(integration_ids),
      telemetry: this.#telemetry,
      report: this.#report('publishing'),
    })
    this.#publisher = publisher
    return changedJobSink(jobSink, {
      committed(jobs) {
        jobSink.committed(jobs.filter((job) => job.worker_id !== null))
        publisher.publish(jobs.filter((job) => job.worker_id === null))
      },
    })
  }

  bringTo({ worker, db, snapshot }: { worker: Worker; db: Database; snapshot: Snapshot }): void {
    const { clock, log } = this.#foundation
    const taker = new Taker({
      db,
      clock,
      snapshot,
      worker,
      telemetry: this.#telemetry,
      onError: (error) => log.error(error, 'deliveries: taking failed'),
    })
    this.#taker = taker
    this.#consumer = consume({
      url: this.#url,
      report: this.#report('taking'),
      onDelivered: (delivered) => taker.add(delivered),
      onUnreadable: (bytes) => log.warn({ bytes }, 'transport: a message that is none of ours was dropped'),
      onLost: () => worker.look(),
    })
  }

  newAreBrought(): number {
    return this.#consumer?.isUp() === true ? BROUGHT_WITHIN : 0
  }

  state(): TransportState {
    const connections = [this.#publisher, this.#consumer].filter((connection) => connection !== null)
    const up = connections.filter((connection) => connection.isUp()).length
    return { up, down: connections.length - up }
  }

  async close(): Promise<void> {
    await this.#consumer?.close()
    await this.#taker?.stop()
    await this.#publisher?.close()
  }

  #report(use: 'publishing' | 'taking'): ConnectionOptions['report'] {
    const { log } = this.#foundation
    return (state, reason) => {
      if (state === 'connected') log.info({ use }, 'transport: connected')
      else log.warn({ use, reason }, 'transport: RabbitMQ is away, workers look for new jobs themselves')
    }
  }
}
