/** A part of the axis between two neighboring moments. */
type AxisPart = {
  from: number
  to: number
  /** Shares of the width, from 0 to 1. */
  start: number
  end: number
  /** A pixel stands for much more time than elsewhere. */
  compressed: boolean
}

export type TimeAxis = {
  parts: AxisPart[]
  /** The share of the width at which a moment stands; moments outside stand at the ends. */
  at: (time: number) => number
}

/** No part is narrower than this share, unless there are too many. */
const LEAST_SHARE = 0.035
/** A part on which a pixel stands for this many times as long as on the most detailed one is marked. */
const MARKED_FROM = 30

/**
 * An axis on which 12 ms beside 10 minutes can be seen: the width of a part grows with the logarithm of its duration,
 * so a longer part is never drawn shorter than another.
 */
export function compressedAxis(moments: number[]): TimeAxis {
  const times = [...new Set(moments)].sort((one, other) => one - other)
  const [first = 0, last = 0] = [times[0], times.at(-1)]
  const parts: AxisPart[] = []
  const weights = weightsOf(times)
  let end = 0
  for (const [index, weight] of weights.entries()) {
    const [from = first, to = last] = [times[index], times[index + 1]]
    const start = end
    end = index === weights.length - 1 ? 1 : start + weight
    parts.push({ from, to, start, end, compressed: false })
  }
  const finest = Math.min(...parts.map(scaleOf))
  const marked = parts.map((part) => ({ ...part, compressed: scaleOf(part) >= finest * MARKED_FROM }))
  return { parts: marked, at: (time) => shareOf(marked, time) }
}

/** Milliseconds for each share of the width. */
function scaleOf({ from, to, start, end }: AxisPart): number {
  return (to - from) / (end - start)
}

/** Shares of the width; their sum is 1. */
function weightsOf(times: number[]): number[] {
  const durations = times.slice(1).map((time, index) => time - (times[index] ?? time))
  if (durations.length === 0) return []
  const shortest = Math.min(...durations)
  const lengths = durations.map((duration) => Math.log2(1 + duration / shortest))
  const sum = lengths.reduce((total, length) => total + length, 0)
  const least = Math.min(LEAST_SHARE, 1 / (2 * lengths.length))
  // The least goes to each, the rest by length: the order of lengths stays.
  return lengths.map((length) => least + (1 - least * lengths.length) * (length / sum))
}

function shareOf(parts: AxisPart[], time: number): number {
  const part = parts.find(({ to }) => time <= to)
  if (part === undefined) return parts.length === 0 ? 0 : 1
  const inside = Math.max(0, (time - part.from) / (part.to - part.from))
  return part.start + inside * (part.end - part.start)
}

/** Moments whose labels do not touch: the first, and each that is far enough from the one before. The end is one. */
export function labeledMoments(axis: TimeAxis, leastDistance: number): number[] {
  const [first] = axis.parts
  if (first === undefined) return []
  const taken = [first.from]
  let last = 0
  for (const { to, end } of axis.parts) {
    const tooClose = end - last < leastDistance || (end < 1 && 1 - end < leastDistance)
    if (tooClose) continue
    taken.push(to)
    last = end
  }
  return taken
}
