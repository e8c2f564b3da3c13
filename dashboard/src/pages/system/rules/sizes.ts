const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB']
const STEP = 1024

/** "512 bytes", "1.5 MiB", "20 GiB": three digits at most. */
export function formatBytes(bytes: number): string {
  let size = bytes
  let unit = 0
  while (size >= STEP - 0.5 && unit < UNITS.length - 1) {
    size /= STEP
    unit += 1
  }
  const text = size < 10 && unit > 0 ? size.toFixed(1).replace('.0', '') : Math.round(size).toLocaleString('en-US')
  return `${text} ${UNITS[unit]}`
}

type Partition = { table: string; day: string; bytes: number; row_estimate: number }

export type TableOf<P> = { table: string; bytes: number; row_estimate: number; partitions: readonly P[] }

/**
 * Partitions by table, largest table first. Today's partition comes first, then older partitions, then those created
 * ahead.
 */
export function tablesOf<P extends Partition>(partitions: readonly P[], today: string): TableOf<P>[] {
  return [...Map.groupBy(partitions, ({ table }) => table)]
    .map(([table, those]) => ({
      table,
      bytes: those.reduce((sum, { bytes }) => sum + bytes, 0),
      row_estimate: those.reduce((sum, { row_estimate }) => sum + Math.max(0, row_estimate), 0),
      partitions: those.toSorted((a, b) => byDay(a.day, b.day, today)),
    }))
    .toSorted((a, b) => b.bytes - a.bytes || (a.table < b.table ? -1 : 1))
}

function byDay(a: string, b: string, today: string): number {
  const isAhead = Number(a > today) - Number(b > today)
  if (isAhead !== 0) return isAhead
  return a > today ? a.localeCompare(b) : b.localeCompare(a)
}
