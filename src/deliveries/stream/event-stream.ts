import { Readable } from 'node:stream'

/** Maximum number of buffered bytes of a reader, including its connection; slower readers are disconnected. */
const MAX_WAITING_BYTES = 262_144

export class EventStream {
  readonly body: Readable
  readonly #waiting: () => number
  #onDemand: (() => void)[] = []
  #text = ''
  #isEnding = false
  #isEnded = false

  /** `waiting` returns the number of bytes buffered in the connection. */
  constructor(waiting: () => number) {
    this.#waiting = waiting
    this.body = new Readable({ read: () => this.#demand(), destroy: (error, done) => this.#destroyed(error, done) })
  }

  isOpen(): boolean {
    return !this.body.destroyed && !this.#isEnded
  }

  /** `json` must be a single line, as `JSON.stringify` writes it. */
  send(event: string, json: string, id?: string): void {
    this.#push(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${json}\n\n`)
  }

  comment(text: string): void {
    this.#push(`: ${text}\n\n`)
  }

  /** Ends the stream after the events sent before. */
  end(reason: string): void {
    if (this.#isEnding) return
    this.#isEnding = true
    this.send('end', JSON.stringify({ reason }))
  }

  /** Resolves when the reader wants more data or has disconnected. */
  async drained(): Promise<void> {
    if (this.body.readableLength === 0 || !this.isOpen()) return
    await new Promise<void>((resolve) => this.#onDemand.push(resolve))
  }

  /** Batches the events of one microtask into one write, because a write costs as much as ten events. */
  #push(text: string): void {
    if (this.#text === '') queueMicrotask(() => this.#flush())
    this.#text += text
  }

  #flush(): void {
    const text = this.#text
    this.#text = ''
    if (!this.isOpen()) return
    this.body.push(text)
    if (this.#isEnding) {
      this.#isEnded = true
      this.body.push(null)
    }
    if (!this.#isEnded && this.body.readableLength + this.#waiting() > MAX_WAITING_BYTES) this.body.destroy()
  }

  #demand(): void {
    for (const resolve of this.#onDemand.splice(0)) resolve()
  }

  #destroyed(error: Error | null, done: (error: Error | null) => void): void {
    this.#demand()
    done(error)
  }
}
