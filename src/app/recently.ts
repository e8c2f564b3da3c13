/**
 * What was read last, read again when that was more than `good_for` milliseconds ago. However many ask, one reading is under
 * way at a time.
 */
export function recently<T>(good_for: number, read: () => Promise<T>): () => Promise<T> {
  let latest: Promise<T> | null = null
  const forget = () => {
    latest = null
  }
  return () => {
    latest ??= read().finally(() => setTimeout(forget, good_for).unref())
    return latest
  }
}
