import type { ConfirmChannel } from 'amqplib'
import type { Clock } from '../../kernel/clock.ts'
import { Coalescer } from '../../kernel/coalescer.ts'
import { Fifo } from '../../kernel/fifo.ts'
import { type Loop, repeat } from '../../kernel/repeat.ts'
import { type Connection, type ConnectionOptions, openReconnecting } from './connection.ts'
import { declareQueue, QUEUE } from './queue.ts'
import { type Reference, writeReferences } from './reference.ts'
import type { TransportTelemetry } from './telemetry.ts'

export type PublisherOptions = Pick<ConnectionOptions, 'url' | 'report'> & {
  clock: Clock
  /** Called with integrations whose references may not reach any worker: notify the workers in another way. */
  onUnsent: (integration_ids: readonly string[]) => void
  telemetry: TransportTelemetry
}

/** Time window in which references share messages. */
const WINDOW_MS = 2
/** References in one message: few enough to spread a large commit over several workers. */
const MAX_REFERENCES = 100
/** Maximum number of unconfirmed references; more are dropped. */
const MAX_WAITING = 10_000
/** A broker that has not confirmed a message for this time gets no more until it has. */
const SLOW_AFTER_MS = 2_000
const CHECK_INTERVAL_MS = 500

type Sent = { references: readonly Reference[]; at: number; abandoned: boolean }

/**
 * Publishes references to free jobs to the broker. The references are hints: they are dropped while the broker is unavailable or
 * slow, which loses nothing, since the jobs are in the table.
 */
export class Publisher {
  readonly #options: PublisherOptions
  readonly #connection: Connection
  readonly #loop: Loop
  /** Unconfirmed messages, oldest first. */
  readonly #sent = new Set<Sent>()
  readonly #coalescer = new Coalescer<Reference>({
    queue: new Fifo({ full: MAX_REFERENCES, most: MAX_REFERENCES }),
    window_ms: WINDOW_MS,
    running: Number.POSITIVE_INFINITY,
    write: async (references) => this.#send(references),
  })
  #waiting = 0
  #channel: ConfirmChannel | null = null

  constructor(options: PublisherOptions) {
    this.#options = options
    this.#connection = openReconnecting({
      ...options,
      name: 'tidings publisher',
      prepare: async (model, abandon) => {
        const channel = await model.createConfirmChannel()
        channel.on('error', () => {})
        channel.once('close', () => abandon('The channel was closed.'))
        await declareQueue(channel)
        this.#channel = channel
      },
      onLost: () => {
        this.#channel = null
      },
    })
    this.#loop = repeat(CHECK_INTERVAL_MS, async () => this.#abandonSlow())
  }

  isUp(): boolean {
    return this.#connection.isUp()
  }

  /** Messages in the queue that no worker has received; null if unknown. */
  async queued(): Promise<number | null> {
    if (!this.isUp() || this.#channel === null) return null
    return this.#channel.checkQueue(QUEUE).then(
      ({ messageCount }) => messageCount,
      () => null,
    )
  }

  publish(references: readonly Reference[]): void {
    if (references.length === 0) return
    if (!this.#mayPublish(references.length)) {
      this.#drop(references)
      return
    }
    this.#waiting += references.length
    for (const { id, integration_id } of references) void this.#coalescer.add({ id, integration_id })
  }

  /** Sends pending references and closes the connection. */
  async close(): Promise<void> {
    await this.#coalescer.drain()
    await this.#loop.stop()
    await this.#connection.close()
  }

  #mayPublish(references: number): boolean {
    const [oldest] = this.#sent
    const isSlow = oldest !== undefined && this.#isLate(oldest)
    return this.isUp() && !isSlow && this.#waiting + references <= MAX_WAITING
  }

  #send(references: readonly Reference[]): [] {
    const sent = { references, at: this.#options.clock(), abandoned: false }
    this.#sent.add(sent)
    const onConfirmed = (error: unknown) => this.#finish(sent, error === null)
    const content = writeReferences(references)
    try {
      if (this.#channel === null) this.#finish(sent, false)
      else this.#channel.sendToQueue(QUEUE, content, { persistent: true, contentType: 'application/json' }, onConfirmed)
    } catch {
      // The channel has closed, but its event has not been emitted yet.
      this.#finish(sent, false)
    }
    return []
  }

  #finish(sent: Sent, confirmed: boolean): void {
    if (!this.#sent.delete(sent)) return
    this.#waiting -= sent.references.length
    if (confirmed) this.#options.telemetry.passed('published', sent.references.length)
    else if (!sent.abandoned) this.#drop(sent.references)
  }

  #isLate({ at }: Sent): boolean {
    return this.#options.clock() - at > SLOW_AFTER_MS
  }

  /** Drops messages that take too long. If they arrive anyway, workers are notified twice, which is harmless. */
  #abandonSlow(): void {
    for (const sent of this.#sent) {
      if (!this.#isLate(sent)) return
      if (!sent.abandoned) this.#drop(sent.references)
      sent.abandoned = true
    }
  }

  #drop(references: readonly Reference[]): void {
    this.#options.telemetry.passed('dropped', references.length)
    this.#options.onUnsent([...new Set(references.map(({ integration_id }) => integration_id))])
  }
}
