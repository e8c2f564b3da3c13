import type { Exchange } from './exchange.ts'

const MAX_ENTRIES = 50
/** Limit for bodies in memory. */
const MAX_BYTES = 16_000_000
/** Limits for bodies that survive a reload, because browsers store only about five million characters. */
const MAX_STORED = 10
const MAX_STORED_BYTES = 200_000

/** Requests and responses of this browser tab, newest first. */
export class RequestLog {
  entries: readonly Exchange[]
  readonly #key: string

  constructor(base: string) {
    this.#key = `storefront-explorer requests ${base}`
    this.entries = JSON.parse(sessionStorage.getItem(this.#key) ?? '[]')
  }

  add(exchange: Exchange): void {
    let kept_bytes = 0
    this.entries = [exchange, ...this.entries].slice(0, MAX_ENTRIES).map((entry) => {
      kept_bytes += entry.bytes
      return kept_bytes > MAX_BYTES && entry !== exchange ? { ...entry, json: undefined } : entry
    })
    this.#save()
  }

  find(id: string): Exchange | null {
    return this.entries.find((entry) => entry.id === id) ?? null
  }

  clear(): void {
    this.entries = []
    sessionStorage.removeItem(this.#key)
  }

  #save(): void {
    const stored = this.entries.map((entry, index) =>
      index < MAX_STORED && entry.bytes <= MAX_STORED_BYTES ? entry : { ...entry, json: undefined },
    )
    try {
      sessionStorage.setItem(this.#key, JSON.stringify(stored))
    } catch {
      // Storage is full: the log stays in memory and is lost with the next reload.
      sessionStorage.removeItem(this.#key)
    }
  }
}
