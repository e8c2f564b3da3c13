import { splitKey } from '../event-type.ts'

/** Fewer letters than this in common are chance. */
const FEWEST_SHARED = 3

/** More suggestions than this do not help. */
const MOST_KEYS = 8

/** The known keys that may have been meant: of resources named alike, those with the same action if there are any. */
export function nearestKeys(key: string, known: readonly string[]): readonly string[] {
  const meant = splitKey(key)
  const scores = known.map((candidate) => likeness(plain(splitKey(candidate).prefix), plain(meant.prefix)))
  const best = Math.max(...scores)
  if (best < FEWEST_SHARED) return []
  const alike = known.filter((_, index) => scores[index] === best)
  const same = alike.filter((candidate) => splitKey(candidate).action === meant.action)
  return (same.length > 0 ? same : alike).slice(0, MOST_KEYS)
}

/** Without what is easily mistaken: `Account_Member` is `account-member`. */
function plain(prefix: string): string {
  return prefix.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}

/** The letters that both start with; two more when nothing of the known name is missing. */
function likeness(known: string, meant: string): number {
  let shared = 0
  while (shared < known.length && known[shared] === meant[shared]) shared += 1
  return shared === known.length ? shared + 2 : shared
}
