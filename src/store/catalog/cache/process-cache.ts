import type { Database, Executor } from '../../../db/database.ts'
import { readerOf } from '../../../db/reading/reader-of.ts'
import { type Ref, ReleaseCache, type Value } from './release-cache.ts'

const MEBIBYTE = 2 ** 20

let cache = new ReleaseCache(64 * MEBIBYTE)

/** What this process holds of releases. */
export function releaseCache(): ReleaseCache {
  return cache
}

/**
 * Reads what a published release has, which never changes: on a standby once that is certain to have the release. Which release
 * a shopper sees is read on the primary, so that it does not go backward from one request to the next.
 */
export function readRelease<T>(db: Database, ref: Ref, work: (db: Executor) => Promise<T>): Promise<T> {
  const reader = readerOf(db)
  if (reader === null) return work(db)
  return reader.read(cache.knownFor(ref) > reader.max_lag_ms ? 'recent' : 'latest', work)
}

/** What a release has of this name, held once it was read. `isValid` is for what also depends on the time. */
export function heldOf<Loaded extends Value>(
  db: Database,
  ref: Ref,
  name: string,
  load: (read: Executor) => Promise<Loaded>,
  isValid?: (value: Loaded) => boolean,
): Promise<Loaded> {
  return cache.get(db, ref, name, () => readRelease(db, ref, load), isValid)
}

/** What a release has by id, held once it was read: `load` reads all that are missing. */
export function eachHeldOf<Loaded extends Value>(
  db: Database,
  ref: Ref,
  kind: string,
  ids: readonly string[],
  load: (read: Executor, missing: readonly string[]) => Promise<readonly (readonly [id: string, value: Loaded])[]>,
): Promise<Map<string, Loaded>> {
  return cache.getEach(db, ref, kind, ids, (missing) => readRelease(db, ref, (read) => load(read, missing)))
}

/** Sets how much this process holds of releases at most. What it held is dropped. */
export function limitReleaseCache(mebibytes: number): void {
  cache = new ReleaseCache(Math.ceil(mebibytes * MEBIBYTE))
}
