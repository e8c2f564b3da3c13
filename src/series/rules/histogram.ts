/**
 * Counts of durations by size. The first bucket ends at a millisecond, each following one at the square root of 2 times
 * the previous end; longer durations are counted in the last bucket.
 */
export type Histogram = Uint32Array

/** The last bucket ends at 16 s, because an attempt takes 10 s at most. */
const DURATION_BUCKETS = 29
/** The last bucket starts at 25 minutes. */
const LATENCY_BUCKETS = 43

export const newDurations = (): Histogram => new Uint32Array(DURATION_BUCKETS)
export const newLatencies = (): Histogram => new Uint32Array(LATENCY_BUCKETS)

export function addTo(histogram: Histogram, seconds: number): void {
  const bucket = seconds <= 0.001 ? 0 : Math.min(histogram.length - 1, Math.ceil(2 * Math.log2(seconds * 1000)))
  histogram[bucket] = (histogram[bucket] ?? 0) + 1
}

export function merge(into: Histogram, other: Histogram): void {
  for (let bucket = 0; bucket < other.length; bucket += 1) {
    into[bucket] = (into[bucket] ?? 0) + (other[bucket] ?? 0)
  }
}

/** Drops the empty buckets at the end. */
export function trimmed(histogram: Histogram): number[] {
  return [...histogram.subarray(0, histogram.findLastIndex((count) => count > 0) + 1)]
}

/** Factor from the middle of a bucket to its ends. */
const HALF_BUCKET = 2 ** 0.25

/**
 * Quantile of the durations in seconds; null if empty. The error is at most a factor of 1.19 above a millisecond, and
 * at most a millisecond below it.
 */
export function quantileOf(counts: readonly number[], share: number): number | null {
  const rank = Math.ceil(share * counts.reduce((sum, count) => sum + count, 0))
  if (rank === 0) return null
  let below = 0
  const bucket = counts.findIndex((count) => {
    below += count
    return below >= rank
  })
  return bucket === 0 ? 0.0005 : Number((2 ** (bucket / 2) / HALF_BUCKET / 1000).toPrecision(3))
}
