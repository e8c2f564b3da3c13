import type { Database } from '../db/database.ts'
import type { Connection, ConnectionOptions } from '../deliveries/transport/connection.ts'
import { consume } from '../deliveries/transport/consumer.ts'
import { Publisher } from '../deliveries/transport/publisher.ts'
import { type Lessee, Taker } from '../deliveries/transport/taker.ts'
import type { TransportState, TransportTelemetry } from '../deliveries/transport/telemetry.ts'
import type { Outbox } from '../events/outbox.ts'
import type { Snapshot } from '../integrations/snapshot.ts'
import type { Foundation } from './foundation.ts'

/** Transport of references of free jobs to workers, in addition to notifications and polling. */
export type Transport = {
  /** Announces free jobs through the broker; if it cannot take them, wakes the workers of their integrations. */
  announcing(wake: (integration_ids: readonly string[]) => void): Outbox['announce']
  deliverTo(receiver: { worker: Receiver; db: Database; snapshot: Snapshot }): void
  /** See `ClaimerOptions`. */
  newJobsDelivered(): number
  /** Null without a broker. */
  state(): TransportState | null
  /** See `Publisher`. */
  queued(): Promise<number | null>
  close(): Promise<void>
}

/** `poll` is called when references may have been lost. */
type Receiver = Lessee & { poll(): void }

/** Age below which polling skips jobs while references arrive. */
const DELIVERED_WITHIN_MS = 3_000

/**
 * Opens the transport of `TRANSPORT_URL`, or none. Connects on first use, and never fails because the broker is
 * unavailable.
 */
export function openTransport(foundation: Foundation, telemetry: TransportTelemetry): Transport {
  const { TRANSPORT_URL: url } = foundation.config
  if (url === undefined) return noTransport
  return new RabbitTransport(foundation, url, telemetry)
}

export const noTransport: Transport = {
  announcing: (wake) => (jobs) => wake(jobs.map((job) => job.integration_id)),
  deliverTo() {},
  newJobsDelivered: () => 0,
  state: () => null,
  queued: async () => null,
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

  announcing(wake: (integration_ids: readonly string[]) => void): Outbox['announce'] {
    const publisher = new Publisher({
      url: this.#url,
      clock: this.#foundation.clock,
      onUnsent: wake,
      telemetry: this.#telemetry,
      report: this.#report('publishing'),
    })
    this.#publisher = publisher
    return (jobs) => publisher.publish(jobs)
  }

  deliverTo({ worker, db, snapshot }: { worker: Receiver; db: Database; snapshot: Snapshot }): void {
    const { clock, log } = this.#foundation
    const taker = new Taker({
      db,
      clock,
      snapshot,
      lessee: worker,
      telemetry: this.#telemetry,
      onError: (error) => log.error(error, 'deliveries: claiming referenced jobs failed'),
    })
    this.#taker = taker
    this.#consumer = consume({
      url: this.#url,
      report: this.#report('taking'),
      onDelivered: (delivered) => taker.add(delivered),
      onUnreadable: (bytes) => log.warn({ bytes }, 'transport: dropped an unknown message'),
      onLost: () => worker.poll(),
    })
  }

  newJobsDelivered(): number {
    return this.#consumer?.isUp() === true ? DELIVERED_WITHIN_MS : 0
  }

  state(): TransportState {
    const connections = [this.#publisher, this.#consumer].filter((connection) => connection !== null)
    const up = connections.filter((connection) => connection.isUp()).length
    return { up, down: connections.length - up }
  }

  async queued(): Promise<number | null> {
    return (await this.#publisher?.queued()) ?? null
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
      else log.warn({ use, reason }, 'transport: RabbitMQ is unreachable, workers poll for new jobs')
    }
  }
}
