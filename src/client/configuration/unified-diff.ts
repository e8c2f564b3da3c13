type DiffLine = { mark: ' ' | '-' | '+'; text: string }

const CONTEXT = 3

/** Returns a unified diff of two texts without file names; empty if they are equal. */
export function unifiedDiff(before: readonly string[], after: readonly string[]): string[] {
  const lines = compareLines(before, after)
  return hunksOf(lines).flatMap(([start, end]) => {
    const count = (mark: '-' | '+', to: number, from = 0) =>
      lines.slice(from, to).filter((line) => line.mark === ' ' || line.mark === mark).length
    const range = (mark: '-' | '+') => {
      const length = count(mark, end, start)
      // The format counts lines from 1, and names the line before an empty range.
      return `${count(mark, start) + (length === 0 ? 0 : 1)},${length}`
    }
    const shown = lines.slice(start, end).map(({ mark, text }) => `${mark}${text}`)
    return [`@@ -${range('-')} +${range('+')} @@`, ...shown]
  })
}

/** Aligns all lines of both texts by their longest common subsequence. */
function compareLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  const common = commonLengths(before, after)
  const lines: DiffLine[] = []
  let [one, other] = [0, 0]
  while (one < before.length || other < after.length) {
    const [old = '', next = ''] = [before[one], after[other]]
    if (one < before.length && other < after.length && old === next) {
      lines.push({ mark: ' ', text: old })
      one += 1
      other += 1
    } else if (one < before.length && (common[one + 1]?.[other] ?? 0) >= (common[one]?.[other + 1] ?? 0)) {
      lines.push({ mark: '-', text: old })
      one += 1
    } else {
      lines.push({ mark: '+', text: next })
      other += 1
    }
  }
  return lines
}

/** Lengths of the longest common subsequence of both suffixes, by their starts. */
function commonLengths(before: readonly string[], after: readonly string[]): number[][] {
  const lengths = Array.from({ length: before.length + 1 }, () => new Array<number>(after.length + 1).fill(0))
  for (let one = before.length - 1; one >= 0; one--)
    for (let other = after.length - 1; other >= 0; other--) {
      const [row = [], below = []] = [lengths[one], lengths[one + 1]]
      row[other] =
        before[one] === after[other] ? 1 + (below[other + 1] ?? 0) : Math.max(below[other] ?? 0, row[other + 1] ?? 0)
    }
  return lengths
}

/** Returns the line ranges to show: differences with context, merged where they touch. */
function hunksOf(lines: readonly DiffLine[]): [start: number, end: number][] {
  const hunks: [number, number][] = []
  for (const [index, { mark }] of lines.entries()) {
    if (mark === ' ') continue
    const [start, end] = [Math.max(0, index - CONTEXT), Math.min(lines.length, index + CONTEXT + 1)]
    const last = hunks.at(-1)
    if (last !== undefined && start <= last[1]) last[1] = end
    else hunks.push([start, end])
  }
  return hunks
}
