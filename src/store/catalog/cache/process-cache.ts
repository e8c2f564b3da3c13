import type { Database, Executor } from '../../../db/database.ts'
import { readerOf } from '../../../db/reading/reader-of.ts'
import { type Ref, ReleaseCache, type Value } from './release-cache.ts'

const MEBIBYTE = 2 ** 20

let cache = new ReleaseCache(64 * MEBIBYTE)

export function releaseCache(): ReleaseCache {
  return cache
}

/**
 * Reads immutable data of a published release, on a standby once it certainly has the release. The shopper's release
 * itself is chosen on the primary, so that it does not go backward between requests.
 */
export function readRelease<T>(db: Database, ref: Ref, work: (db: Executor) => Promise<T>): Promise<T> {
  const reader = readerOf(db)
  if (reader === null) return work(db)
  return reader.read(cache.knownFor(ref) > reader.max_lag_ms ? 'recent' : 'latest', work)
}

/** Returns a cached value of a release by name. `isValid` is for values that also depend on the time. */
export function readCached<Loaded extends Value>(
  db: Database,
  ref: Ref,
  name: string,
  load: (read: Executor) => Promise<Loaded>,
  isValid?: (value: Loaded) => boolean,
): Promise<Loaded> {
  return cache.get(db, ref, name, () => readRelease(db, ref, load), isValid)
}

/** Returns values of a release by id, cached after the first read: `load` reads all missing ids at once. */
export function readEachCached<Loaded extends Value>(
  db: Database,
  ref: Ref,
  kind: string,
  ids: readonly string[],
  load: (read: Executor, missing: readonly string[]) => Promise<readonly (readonly [id: string, value: Loaded])[]>,
): Promise<Map<string, Loaded>> {
  return cache.getEach(db, ref, kind, ids, (missing) => readRelease(db, ref, (read) => load(read, missing)))
}

/** Sets the size limit of the release cache and empties it. */
export function limitReleaseCache(mebibytes: number): void {
  cache = new ReleaseCache(Math.ceil(mebibytes * MEBIBYTE))
}
