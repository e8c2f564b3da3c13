import { LRUCache } from 'lru-cache'
import type { Database } from '../db/database.ts'
import { builtInTypes, isBuiltIn, isObservableBy, type KnownTypes } from '../event-types/catalog.ts'
import type { EventPayload } from '../event-types/event-type.ts'
import type { OwnTypes } from '../event-types/own-types.ts'
import type { Clock } from '../kernel/clock.ts'
import { SECOND } from '../kernel/duration.ts'
import { isOwnKeyForm } from './rules/key.ts'
import { selectKeys, selectOwnType, shareKeys } from './store.ts'

/** Maximum age of the cached keys for publishing, for which a deleted key may still be accepted. */
const MAX_AGE_MS = SECOND
/** Cache capacity in keys of all stores together; a store without keys counts as one. */
const MAX_CACHED_KEYS = 100_000

/**
 * Event types that stores declare, read from the database, or for publishing from a cache. `clock` returns
 * milliseconds.
 */
export function openOwnTypes({ db, clock }: { db: Database; clock: Clock }): OwnTypes {
  const cache = new KeyCache((store_id) => selectKeys(db, store_id), clock)
  return {
    async known({ store_id }, texts) {
      if (store_id === null) return builtInTypes.organization
      const candidates = texts.filter(isToBeRead)
      return candidates.length === 0 ? builtInTypes.store : cache.get(store_id, candidates)
    },
    async lock(tx, { store_id }, texts) {
      if (store_id === null) return builtInTypes.organization
      return texts.some(isToBeRead) ? knownWith(await shareKeys(tx, store_id)) : builtInTypes.store
    },
    async sample({ store_id }, key) {
      if (store_id === null || !isToBeRead(key)) return undefined
      return (await selectOwnType(db, store_id, key))?.sample as EventPayload | undefined
    },
  }
}

/** True for texts that can stand for a declared type. Other texts cause no read, so that they cost no more. */
function isToBeRead(text: unknown): text is string {
  return typeof text === 'string' && !isBuiltIn(text, 'store') && isOwnKeyForm(text)
}

function knownWith(keys: readonly string[]): KnownTypes {
  return { level: 'store', own: new Set(keys) }
}

type Read = { started_at: number; known: KnownTypes }

/** Cache of the keys of each store, at most a second old. */
class KeyCache {
  readonly #select: (store_id: string) => Promise<readonly string[]>
  readonly #clock: Clock
  readonly #reads = new LRUCache<string, Read>({
    maxSize: MAX_CACHED_KEYS,
    sizeCalculation: ({ known }) => known.own.size + 1,
  })
  readonly #running = new Map<string, Promise<KnownTypes>>()

  constructor(select: (store_id: string) => Promise<readonly string[]>, clock: Clock) {
    this.#select = select
    this.#clock = clock
  }

  /** Returns the store's types, from the cache if it is fresh and knows all of these keys and patterns. */
  async get(store_id: string, texts: readonly string[]): Promise<KnownTypes> {
    const isKnown = (known: KnownTypes) => texts.every((text) => isObservableBy(text, known))
    const cached = this.#reads.get(store_id)
    if (cached !== undefined && this.#clock() - cached.started_at <= MAX_AGE_MS && isKnown(cached.known))
      return cached.known
    const running = this.#running.get(store_id)
    if (running !== undefined) {
      const known = await running
      if (isKnown(known)) return known
    }
    // A running read may have begun before the type was committed; a read that is running by now began after this call.
    return this.#running.get(store_id) ?? this.#read(store_id)
  }

  #read(store_id: string): Promise<KnownTypes> {
    const started_at = this.#clock()
    const read = this.#select(store_id)
      .then((keys) => {
        const known = knownWith(keys)
        this.#reads.set(store_id, { started_at, known })
        return known
      })
      .finally(() => this.#running.delete(store_id))
    this.#running.set(store_id, read)
    return read
  }
}
