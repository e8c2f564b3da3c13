import { LRUCache } from 'lru-cache'
import type { Database } from '../../../db/database.ts'
import type { ReleaseRef } from '../sql/choose.ts'
import { heapBytes } from './rules/heap-bytes.ts'

/** A published release. Its data never changes. */
export type Ref = Pick<ReleaseRef, 'owner_id' | 'release_id'>

/** Data that readers must not mutate. */
export type Value = object | string | number

type Load = () => Promise<Value | undefined>

type LoadEach<Loaded> = (ids: readonly string[]) => Promise<Iterable<readonly [id: string, value: Loaded]>>

export type Readings = { held: number; loaded: number }

/**
 * LRU cache of data of published releases, by release and name, of at most `max_bytes`. Concurrent readers share one
 * load. The cache does not know if a release is still in use: the statement that chooses a shopper's release decides
 * before each read.
 */
export class ReleaseCache {
  readonly #entries: LRUCache<string, Value, Load>
  readonly #readings: Readings = { held: 0, loaded: 0 }
  /** First time each release was seen as published, in milliseconds of `performance.now()`. */
  readonly #seen_at = new LRUCache<string, number>({ max: MAX_CATALOGS })
  /** The latest release seen, by catalog. */
  readonly #latest = new LRUCache<string, Ref>({ max: MAX_CATALOGS })

  constructor(max_bytes: number) {
    this.#entries = new LRUCache<string, Value, Load>({
      maxSize: max_bytes,
      sizeCalculation: (value, key) => ENTRY_BYTES + heapBytes(key) + heapBytes(value),
      fetchMethod: (_key, _stale, { context: load }) => load(),
      // Evicting an entry must not fail the readers that wait for its load.
      ignoreFetchAbort: true,
    })
  }

  get bytes(): number {
    return this.#entries.calculatedSize
  }

  /** Counts of hits and of misses; waiting for another reader's load is a miss. */
  get readings(): Readings {
    return { ...this.#readings }
  }

  /** Returns the value of this name. `isValid` is for values that also depend on the time. */
  async get<Loaded extends Value>(
    db: Database,
    ref: Ref,
    name: string,
    load: () => Promise<Loaded>,
    isValid: (value: Loaded) => boolean = () => true,
  ): Promise<Loaded> {
    const key = keyOf(ref, name)
    const cached = this.#entries.get(key) as Loaded | undefined
    if (cached !== undefined && isValid(cached)) {
      this.#readings.held += 1
      return cached
    }
    this.#readings.loaded += 1
    if (isTransaction(db)) return this.#store(key, await load())
    const loaded = await this.#entries.fetch(key, { context: load, forceRefresh: cached !== undefined })
    return loaded as Loaded
  }

  /** Returns values by id with one `load` for all that are missing. Ids that it does not return are left out. */
  async getEach<Loaded extends Value>(
    db: Database,
    ref: Ref,
    kind: string,
    ids: readonly string[],
    load: LoadEach<Loaded>,
  ): Promise<Map<string, Loaded>> {
    const found = new Map<string, Loaded>()
    const missing: string[] = []
    for (const id of new Set(ids)) {
      const cached = this.#entries.get(keyOf(ref, `${kind} ${id}`)) as Loaded | undefined
      if (cached === undefined) missing.push(id)
      else found.set(id, cached)
    }
    this.#readings.held += found.size
    this.#readings.loaded += missing.length
    if (missing.length === 0) return found
    const loaded = isTransaction(db)
      ? await this.#loadAlone(ref, kind, missing, load)
      : await this.#loadShared(ref, kind, missing, load)
    for (const [id, value] of loaded) found.set(id, value)
    return found
  }

  /** Caches a value that another query loaded. */
  set(ref: Ref, name: string, value: Value): void {
    this.#store(keyOf(ref, name), value)
  }

  /** Returns the cached value; never loads. */
  peek<Loaded extends Value>(ref: Ref, name: string): Loaded | undefined {
    return this.#entries.get(keyOf(ref, name)) as Loaded | undefined
  }

  /** Records the latest release of a catalog and drops the cached data of the one before. */
  seen({ owner_id, release_id, catalog_id }: ReleaseRef): void {
    const before = this.#latest.get(catalog_id)
    if (before !== undefined && before.release_id >= release_id) return
    this.#latest.set(catalog_id, { owner_id, release_id })
    this.#seen_at.set(release_id, performance.now())
    if (before !== undefined) this.#drop(before)
  }

  /** Milliseconds since the release was first seen as published; 0 unless it is the latest seen. */
  knownFor({ release_id }: Ref): number {
    const seen_at = this.#seen_at.get(release_id)
    return seen_at === undefined ? 0 : performance.now() - seen_at
  }

  #drop(ref: Ref): void {
    const prefix = keyOf(ref, '')
    const replaced = [...this.#entries.keys()].filter((key) => key.startsWith(prefix))
    for (const key of replaced) this.#entries.delete(key)
  }

  #store<Loaded extends Value>(key: string, value: Loaded): Loaded {
    this.#entries.set(key, value)
    return value
  }

  /** Never waits for other readers: inside a transaction, they may be waiting for this very connection. */
  async #loadAlone<Loaded extends Value>(
    ref: Ref,
    kind: string,
    ids: readonly string[],
    load: LoadEach<Loaded>,
  ): Promise<[string, Loaded][]> {
    const loaded = [...(await load(ids))]
    return loaded.map(([id, value]) => [id, this.#store(keyOf(ref, `${kind} ${id}`), value)])
  }

  async #loadShared<Loaded extends Value>(
    ref: Ref,
    kind: string,
    ids: readonly string[],
    load: LoadEach<Loaded>,
  ): Promise<[string, Loaded][]> {
    const own: string[] = []
    const { promise, resolve, reject } = Promise.withResolvers<ReadonlyMap<string, Loaded>>()
    const fetching = ids.map(async (id): Promise<[string, Loaded][]> => {
      const context = () => {
        own.push(id)
        return promise.then((loaded) => loaded.get(id))
      }
      const value = await this.#entries.fetch(keyOf(ref, `${kind} ${id}`), { context })
      return value === undefined ? [] : [[id, value as Loaded]]
    })
    // `fetch` has called `context` for each id that no other reader is loading.
    if (own.length > 0) load(own).then((loaded) => resolve(new Map(loaded)), reject)
    return (await Promise.all(fetching)).flat()
  }
}

const MAX_CATALOGS = 10_000
/** Overhead of an entry in the LRU cache. */
const ENTRY_BYTES = 150

function keyOf({ owner_id, release_id }: Ref, name: string): string {
  return `${owner_id} ${release_id} ${name}`
}

function isTransaction(db: Database): boolean {
  return 'isTransaction' in db
}
