import { LRUCache } from 'lru-cache'
import type { Database } from '../../../db/database.ts'
import type { ReleaseRef } from '../sql/choose.ts'
import { heapBytes } from './rules/heap-bytes.ts'

/** A published release: what it holds never changes. */
export type Ref = Pick<ReleaseRef, 'owner_id' | 'release_id'>

/** Data that is never changed by who reads it. */
export type Value = object | string | number

type Load = () => Promise<Value | undefined>

type LoadEach<Loaded> = (ids: readonly string[]) => Promise<Iterable<readonly [id: string, value: Loaded]>>

export type Readings = { held: number; loaded: number }

/**
 * What this process holds of published releases, by release and name. At most `max_bytes`: what was not used for the longest
 * time makes way. Concurrent readers of the same share one load. Whether a release is still in use is not known here: the
 * statement that chooses a shopper's release decides, before each reading.
 */
export class ReleaseCache {
  readonly #entries: LRUCache<string, Value, Load>
  readonly #readings: Readings = { held: 0, loaded: 0 }
  /** Since when each release is known to be published, in milliseconds of `performance.now()`. */
  readonly #seen_at = new LRUCache<string, number>({ max: MOST_CATALOGS })
  /** The latest release that was seen of each catalog. */
  readonly #latest = new LRUCache<string, Ref>({ max: MOST_CATALOGS })

  constructor(max_bytes: number) {
    this.#entries = new LRUCache<string, Value, Load>({
      maxSize: max_bytes,
      sizeCalculation: (value, key) => ENTRY_BYTES + heapBytes(key) + heapBytes(value),
      fetchMethod: (_key, _stale, { context: load }) => load(),
      // Readers that wait for what no longer fits get it all the same.
      ignoreFetchAbort: true,
    })
  }

  get bytes(): number {
    return this.#entries.calculatedSize
  }

  /** How many readings found what they asked for, and how many had to load it or to wait for who loads it. */
  get readings(): Readings {
    return { ...this.#readings }
  }

  /** What the release has of this name. `isValid` is for what also depends on the time. */
  async get<Loaded extends Value>(
    db: Database,
    ref: Ref,
    name: string,
    load: () => Promise<Loaded>,
    isValid: (value: Loaded) => boolean = () => true,
  ): Promise<Loaded> {
    const key = keyOf(ref, name)
    const held = this.#entries.get(key) as Loaded | undefined
    if (held !== undefined && isValid(held)) {
      this.#readings.held += 1
      return held
    }
    this.#readings.loaded += 1
    if (isTransaction(db)) return this.#keep(key, await load())
    const loaded = await this.#entries.fetch(key, { context: load, forceRefresh: held !== undefined })
    return loaded as Loaded
  }

  /** What the release has by id, all that is missing with one `load`. Without ids that it returns nothing for. */
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
      const held = this.#entries.get(keyOf(ref, `${kind} ${id}`)) as Loaded | undefined
      if (held === undefined) missing.push(id)
      else found.set(id, held)
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

  /** Holds what was loaded with something else. */
  set(ref: Ref, name: string, value: Value): void {
    this.#keep(keyOf(ref, name), value)
  }

  /** What is held under the name, without loading it. */
  peek<Loaded extends Value>(ref: Ref, name: string): Loaded | undefined {
    return this.#entries.get(keyOf(ref, name)) as Loaded | undefined
  }

  /** Says that this is the latest release of its catalog: what is held of the one before is dropped. */
  seen({ owner_id, release_id, catalog_id }: ReleaseRef): void {
    const before = this.#latest.get(catalog_id)
    if (before !== undefined && before.release_id >= release_id) return
    this.#latest.set(catalog_id, { owner_id, release_id })
    this.#seen_at.set(release_id, performance.now())
    if (before !== undefined) this.#drop(before)
  }

  /** For how long the release is known to be published; 0 when it is not the latest that was seen. */
  knownFor({ release_id }: Ref): number {
    const seen_at = this.#seen_at.get(release_id)
    return seen_at === undefined ? 0 : performance.now() - seen_at
  }

  #drop(ref: Ref): void {
    const prefix = keyOf(ref, '')
    const replaced = [...this.#entries.keys()].filter((key) => key.startsWith(prefix))
    for (const key of replaced) this.#entries.delete(key)
  }

  #keep<Loaded extends Value>(key: string, value: Loaded): Loaded {
    this.#entries.set(key, value)
    return value
  }

  /** Within a transaction no other reader is waited for: it may wait for the connection that this one has. */
  async #loadAlone<Loaded extends Value>(
    ref: Ref,
    kind: string,
    ids: readonly string[],
    load: LoadEach<Loaded>,
  ): Promise<[string, Loaded][]> {
    const loaded = [...(await load(ids))]
    return loaded.map(([id, value]) => [id, this.#keep(keyOf(ref, `${kind} ${id}`), value)])
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
    // `fetch` has called the context of each id that no other reader is loading.
    if (own.length > 0) load(own).then((loaded) => resolve(new Map(loaded)), reject)
    return (await Promise.all(fetching)).flat()
  }
}

/** Catalogs whose latest release is known. */
const MOST_CATALOGS = 10_000
/** The places of an entry in the cache itself. */
const ENTRY_BYTES = 150

function keyOf({ owner_id, release_id }: Ref, name: string): string {
  return `${owner_id} ${release_id} ${name}`
}

function isTransaction(db: Database): boolean {
  return 'isTransaction' in db
}
