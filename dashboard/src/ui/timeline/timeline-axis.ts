/** Interval between two neighboring moments. */
type AxisPart = {
  from: number
  to: number
  /** Fractions of the width, from 0 to 1. */
  start: number
  end: number
  /** True if a pixel covers much more time than elsewhere. */
  compressed: boolean
}

export type TimeAxis = {
  parts: AxisPart[]
  /** Position of a moment as a fraction of the width; moments outside are clamped. */
  at: (time: number) => number
}

/** Minimum width of a part, unless there are too many parts. */
const MIN_SHARE = 0.035
/** Parts whose pixels cover this many times the time of the most detailed part are marked. */
const MARKED_FROM = 30

/**
 * Axis on which both 12 ms and 10 minutes are visible. Widths grow with the logarithm of the duration, so a longer part
 * is never narrower than a shorter part.
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

/** Milliseconds per fraction of the width. */
function scaleOf({ from, to, start, end }: AxisPart): number {
  return (to - from) / (end - start)
}

/** Fractions of the width, with a sum of 1. */
function weightsOf(times: number[]): number[] {
  const durations = times.slice(1).map((time, index) => time - (times[index] ?? time))
  if (durations.length === 0) return []
  const shortest = Math.min(...durations)
  const lengths = durations.map((duration) => Math.log2(1 + duration / shortest))
  const sum = lengths.reduce((total, length) => total + length, 0)
  const least = Math.min(MIN_SHARE, 1 / (2 * lengths.length))
  // Each part gets the minimum, and the rest is shared by length, which keeps the order of lengths.
  return lengths.map((length) => least + (1 - least * lengths.length) * (length / sum))
}

function shareOf(parts: AxisPart[], time: number): number {
  const part = parts.find(({ to }) => time <= to)
  if (part === undefined) return parts.length === 0 ? 0 : 1
  const inside = Math.max(0, (time - part.from) / (part.to - part.from))
  return part.start + inside * (part.end - part.start)
}

/** Moments whose labels do not overlap: the first, each that is far enough from the previous label, and the end. */
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
