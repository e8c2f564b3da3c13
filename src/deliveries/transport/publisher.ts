import type { ConfirmChannel } from 'amqplib'
import type { Clock } from '../../kernel/clock.ts'
import { type Loop, repeat } from '../../kernel/repeat.ts'
import { type Connection, type ConnectionOptions, keepConnected } from './connection.ts'
import { declareQueue, QUEUE } from './queue.ts'
import { type Reference, writeReferences } from './reference.ts'
import type { TransportTelemetry } from './telemetry.ts'

export type PublisherOptions = Pick<ConnectionOptions, 'url' | 'report'> & {
  clock: Clock
  /** Workers will not hear of these integrations' jobs through the broker, or not for sure: tell them otherwise. */
  onUnsent: (integration_ids: readonly string[]) => void
  telemetry: TransportTelemetry
}

/** What is published within this time shares messages, in milliseconds. */
const WINDOW_MS = 2
/** References in one message: few enough to spread a big commit over several workers. */
const MOST_REFERENCES = 100
/** References on their way to the broker; more are dropped. */
const MOST_WAITING = 10_000
/** A broker that has not confirmed a message for so long, in milliseconds, gets no more until it has. */
const SLOW_AFTER = 2_000
const LOOK_EVERY = 500

type Sent = { references: readonly Reference[]; at: number; given_up: boolean }

/**
 * Tells the broker of free jobs. References are hints: while the broker is away or slow they are dropped, and nothing is
 * lost, since the jobs stand in the table.
 */
export class Publisher {
  readonly #options: PublisherOptions
  readonly #connection: Connection
  readonly #loop: Loop
  /** Not confirmed yet, oldest first. */
  readonly #sent = new Set<Sent>()
  #gathered: Reference[] = []
  #waiting = 0
  #timer: NodeJS.Timeout | null = null
  #channel: ConfirmChannel | null = null

  constructor(options: PublisherOptions) {
    this.#options = options
    this.#connection = keepConnected({
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
    this.#loop = repeat(LOOK_EVERY, async () => this.#giveUpSlow())
  }

  isUp(): boolean {
    return this.#connection.isUp()
  }

  /** Tells of jobs whose commit is done. */
  publish(references: readonly Reference[]): void {
    if (references.length === 0) return
    if (!this.#mayPublish(references.length)) {
      this.#drop(references)
      return
    }
    for (const { id, integration_id } of references) this.#gathered.push({ id, integration_id })
    this.#waiting += references.length
    this.#timer ??= setTimeout(() => this.#send(), WINDOW_MS)
  }

  /** Sends what is gathered and lets go of the broker. */
  async close(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#send()
    await this.#loop.stop()
    await this.#connection.close()
  }

  #mayPublish(references: number): boolean {
    const [oldest] = this.#sent
    const isSlow = oldest !== undefined && this.#isLate(oldest)
    return this.isUp() && !isSlow && this.#waiting + references <= MOST_WAITING
  }

  #send(): void {
    this.#timer = null
    const gathered = this.#gathered
    this.#gathered = []
    for (let from = 0; from < gathered.length; from += MOST_REFERENCES) {
      this.#sendOne(gathered.slice(from, from + MOST_REFERENCES))
    }
  }

  #sendOne(references: readonly Reference[]): void {
    const sent = { references, at: this.#options.clock(), given_up: false }
    this.#sent.add(sent)
    const onConfirmed = (error: unknown) => this.#over(sent, error === null)
    const content = writeReferences(references)
    try {
      if (this.#channel === null) this.#over(sent, false)
      else this.#channel.sendToQueue(QUEUE, content, { persistent: true, contentType: 'application/json' }, onConfirmed)
    } catch {
      // The channel has closed, and its end is not told yet.
      this.#over(sent, false)
    }
  }

  #over(sent: Sent, confirmed: boolean): void {
    if (!this.#sent.delete(sent)) return
    this.#waiting -= sent.references.length
    if (confirmed) this.#options.telemetry.passed('published', sent.references.length)
    else if (!sent.given_up) this.#drop(sent.references)
  }

  #isLate({ at }: Sent): boolean {
    return this.#options.clock() - at > SLOW_AFTER
  }

  /** They may still get through; then they are told of twice, which does no harm. */
  #giveUpSlow(): void {
    for (const sent of this.#sent) {
      if (!this.#isLate(sent)) return
      if (!sent.given_up) this.#drop(sent.references)
      sent.given_up = true
    }
  }

  #drop(references: readonly Reference[]): void {
    this.#options.telemetry.passed('dropped', references.length)
    this.#options.onUnsent([...new Set(references.map(({ integration_id }) => integration_id))])
  }
}
