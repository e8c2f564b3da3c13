import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { organizationOfStore } from '../../../access/store.ts'
import { MINUTE, SECOND } from '../../../kernel/duration.ts'
import { busy, FairQueue } from '../../../kernel/flow/fair-queue.ts'
import { type File, keyOf } from '../file.ts'
import { makeSize, type SizeDeps } from './make-size.ts'
import type { StoredSize, Width } from './size.ts'

/** Time for which a request waits for a size; then the original is served, while the conversion continues. */
const WAIT_TIMEOUT_MS = 10 * SECOND
/** Queued pictures, in total and per organization. Beyond this limit the originals are served. */
const MAX_WAITING = 100
const MAX_WAITING_OF_ONE = 40
/** Time for which the original is served without another attempt, after a failure and for an animation. */
const RETRY_AFTER_MS = 10 * MINUTE
/** Failed files to remember. */
const MAX_FAILED = 10_000

type OnFailure = (file: File, error: unknown) => void

/**
 * Smaller pictures, each made on its first request and then read from storage by all processes. Each process makes one
 * picture at a time, to leave cores and memory to requests and deliveries; organizations take turns.
 */
export class Sizes {
  readonly #deps: SizeDeps
  readonly #onFailure: OnFailure
  readonly #making = new Map<string, Promise<StoredSize | null>>()
  readonly #failed = new LRUCache<string, true>({ max: MAX_FAILED, ttl: RETRY_AFTER_MS })
  readonly #queue = new FairQueue({
    at_once: 1,
    waiting: MAX_WAITING,
    waiting_of_one: MAX_WAITING_OF_ONE,
    timeout_ms: { later: Infinity },
    refuse: () => busy('Too many pictures are waiting to be resized.'),
  })

  constructor(deps: SizeDeps, onFailure: OnFailure) {
    this.#deps = deps
    this.#onFailure = onFailure
  }

  /** Returns the bytes of a picture in a width from `sizesOf`; null if they cannot be made, or not in time. */
  async open(file: File, width: Width): Promise<{ content: Readable; file_size: number } | null> {
    const stored = file.sizes[width]
    const known = stored === undefined ? null : await this.#read(stored)
    if (known !== null) return known
    const size = await inTime(this.#make(file, width))
    return size === null ? null : this.#read(size)
  }

  async #read({ key, file_size }: StoredSize) {
    const content = await this.#deps.fileStorage.bytes.read(key)
    return content === null ? null : { content, file_size }
  }

  #make(file: File, width: Width): Promise<StoredSize | null> {
    const name = `${keyOf(file)}-${width}`
    const running = this.#making.get(name)
    if (running !== undefined) return running
    if (this.#failed.has(keyOf(file))) return Promise.resolve(null)
    const conversion = organizationOfStore(this.#deps.db, file.owner_id)
      .then((owner_id) => this.#queue.run({ owner_id }, () => this.#makeNow(file, width)))
      // The queue is full.
      .catch(() => null)
      .finally(() => this.#making.delete(name))
    this.#making.set(name, conversion)
    return conversion
  }

  async #makeNow(file: File, width: Width): Promise<StoredSize | null> {
    const size = await makeSize(this.#deps, file, width).catch((error: unknown) => {
      this.#onFailure(file, error)
      return null
    })
    if (size === null) this.#failed.set(keyOf(file), true)
    return size
  }
}

async function inTime<Value>(promise: Promise<Value>): Promise<Value | null> {
  const over = new AbortController()
  const late = wait(WAIT_TIMEOUT_MS, null, { signal: over.signal, ref: false }).catch(() => null)
  try {
    return await Promise.race([promise, late])
  } finally {
    over.abort()
  }
}
