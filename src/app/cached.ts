/** Caches the result of `read` for `ttl_ms` milliseconds. Concurrent callers share one read. */
export function cached<T>(ttl_ms: number, read: () => Promise<T>): () => Promise<T> {
  let latest: Promise<T> | null = null
  const forget = () => {
    latest = null
  }
  return () => {
    latest ??= read().finally(() => setTimeout(forget, ttl_ms).unref())
    return latest
  }
}
