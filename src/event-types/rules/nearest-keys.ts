import { splitKey } from '../event-type.ts'

/** Fewer common letters may be a coincidence. */
const MIN_SHARED = 3

/** More suggestions do not help. */
const MAX_KEYS = 8

/** Returns similar known keys: those of resources with similar names, limited to the same action if possible. */
export function nearestKeys(key: string, known: readonly string[]): readonly string[] {
  const target = splitKey(key)
  const scores = known.map((candidate) => similarity(normalize(splitKey(candidate).prefix), normalize(target.prefix)))
  const best = Math.max(...scores)
  if (best < MIN_SHARED) return []
  const similar = known.filter((_, index) => scores[index] === best)
  const same = similar.filter((candidate) => splitKey(candidate).action === target.action)
  return (same.length > 0 ? same : similar).slice(0, MAX_KEYS)
}

/** Normalizes case and separators: `Account_Member` becomes `accountmember`. */
function normalize(prefix: string): string {
  return prefix.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}

/** Length of the common prefix, plus two if it is the whole known name. */
function similarity(known: string, target: string): number {
  let shared = 0
  while (shared < known.length && known[shared] === target[shared]) shared += 1
  return shared === known.length ? shared + 2 : shared
}
