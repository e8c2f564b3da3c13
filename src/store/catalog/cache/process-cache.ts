import { ReleaseCache } from './release-cache.ts'

const MEBIBYTE = 2 ** 20

let cache = new ReleaseCache(64 * MEBIBYTE)

/** What this process holds of releases. */
export function releaseCache(): ReleaseCache {
  return cache
}

/** Sets how much this process holds of releases at most. What it held is dropped. */
export function limitReleaseCache(mebibytes: number): void {
  cache = new ReleaseCache(Math.ceil(mebibytes * MEBIBYTE))
}
