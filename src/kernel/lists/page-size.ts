import { badQuery } from '../errors.ts'

const MIB = 1_048_576

/**
 * Throws `malformed_query` if the rows of a page are too large together; the error names the number of rows that fit.
 * `sizes` are in bytes.
 */
export function rejectLargePage(sizes: readonly number[], max_mib: number): void {
  let bytes = 0
  const fitting = sizes.findIndex((size) => {
    bytes += size
    return bytes > max_mib * MIB
  })
  if (fitting === -1) return
  const most = `request at most ${Math.max(1, fitting)} with page[limit]`
  throw badQuery('page[limit]', `The page is larger than ${max_mib} MiB: ${most}.`)
}

/** An estimate of a value's size as JSON: the characters of names and texts, and a constant for each other value. */
export function roughSize(value: unknown): number {
  if (typeof value === 'string') return value.length + 2
  if (typeof value !== 'object' || value === null) return 8
  let size = 2
  for (const [name, member] of Object.entries(value)) size += name.length + roughSize(member)
  return size
}
