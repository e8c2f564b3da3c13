import type { Api } from '../../../api/client.ts'
import { type Delivery, type DeliveryFilter, type StreamState, watchDeliveries } from '../../../api/stream.ts'
import { LatestRows } from '../rules/live-rows.ts'

export type LiveView = {
  /** Newest first; frozen while paused. */
  rows: readonly Delivery[]
  /** Deliveries since the page was opened. */
  total: number
  /** Deliveries since the pause. */
  waiting: number
  /** Deliveries that the server left out. */
  skipped: number
  /** True after a break so long that the number of missing deliveries is unknown. */
  has_gap: boolean
  state: StreamState
}

/** Limits rendering, however fast deliveries arrive. */
const REDRAW_INTERVAL_MS = 250

const NOTHING: LiveView = {
  rows: [],
  total: 0,
  waiting: 0,
  skipped: 0,
  has_gap: false,
  state: { kind: 'connecting' },
}

/** Deliveries of a page. The stream is connected only while there are subscribers. */
export class LiveStore {
  readonly #api: Api
  readonly #filter: DeliveryFilter
  readonly #rows = new LatestRows<Delivery>()
  readonly #listeners = new Set<() => void>()
  #view = NOTHING
  #state: StreamState = NOTHING.state
  #skipped = 0
  #has_gap = false
  #paused_at: number | null = null
  #timer: number | undefined
  #connection: AbortController | null = null

  constructor(api: Api, filter: DeliveryFilter) {
    this.#api = api
    this.#filter = filter
  }

  readonly view = (): LiveView => this.#view

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    if (this.#connection === null) this.#connect()
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size > 0) return
      this.#connection?.abort()
      this.#connection = null
      window.clearTimeout(this.#timer)
      this.#timer = undefined
    }
  }

  /** Rows on the screen do not change while paused. */
  pause(isPaused: boolean): void {
    if (isPaused === (this.#paused_at !== null)) return
    this.#paused_at = isPaused ? this.#rows.total : null
    this.#draw()
  }

  #connect(): void {
    this.#connection = new AbortController()
    const handlers = {
      onDeliveries: (deliveries: readonly Delivery[]) => {
        this.#rows.add(deliveries)
        this.#drawSoon()
      },
      onSkipped: (count: number | null) => {
        if (count === null) this.#has_gap = true
        else this.#skipped += count
        this.#drawSoon()
      },
      onState: (state: StreamState) => {
        this.#state = state
        this.#drawSoon()
      },
    }
    void watchDeliveries(this.#api, this.#filter, handlers, this.#connection.signal)
  }

  #drawSoon(): void {
    this.#timer ??= window.setTimeout(() => this.#draw(), REDRAW_INTERVAL_MS)
  }

  #draw(): void {
    window.clearTimeout(this.#timer)
    this.#timer = undefined
    const { total } = this.#rows
    this.#view = {
      rows: this.#paused_at === null ? this.#rows.newest() : this.#view.rows,
      total,
      waiting: this.#paused_at === null ? 0 : total - this.#paused_at,
      skipped: this.#skipped,
      has_gap: this.#has_gap,
      state: this.#state,
    }
    for (const listener of this.#listeners) listener()
  }
}
