import type { Executor } from '../db/database.ts'
import type { Permission } from '../kernel/permissions.ts'
import { searchTerms } from '../kernel/text/words.ts'
import { type FoundType, SOURCES, TYPES } from './source.ts'
import { type Found, type IdRange, MAX_OF_TYPE, selectResults } from './store.ts'

export type Group = { type: FoundType; results: Found[] }

/** Hexadecimal digits of an id that are searched for. Fewer digits would match most ids. */
const MIN_DIGITS = 8
const DIGITS = 32

/**
 * Searches a store or an organization by the beginning of a text, of words or of an id, in the areas that the caller
 * may read.
 */
export async function search(
  db: Executor,
  { owner_id, permissions }: { owner_id: string; permissions: ReadonlySet<Permission> },
  text: string,
): Promise<Group[]> {
  const sources = SOURCES.filter(({ area }) => permissions.has(`${area}:read`))
  const found = await selectResults(db, owner_id, sources, { text, terms: searchTerms(text), ids: idsOf(text) })
  const types = Map.groupBy(found, ({ type }) => type)
  return TYPES.flatMap((type) => {
    const results = firstOnes(types.get(type) ?? [])
    return results.length === 0 ? [] : [{ type, results }]
  })
}

/** Keeps each result once, because a resource may match in several ways. */
function firstOnes(found: readonly Found[]): Found[] {
  return [...new Map(found.toReversed().map((one) => [one.id, one])).values()].toReversed().slice(0, MAX_OF_TYPE)
}

/** The ids that start with the text; null if no id can. */
function idsOf(text: string): IdRange | null {
  const digits = text.replaceAll('-', '').toLowerCase()
  if (!/^[0-9a-f]+$/.test(digits) || digits.length < MIN_DIGITS || digits.length > DIGITS) return null
  return { from: uuid(digits.padEnd(DIGITS, '0')), to: uuid(digits.padEnd(DIGITS, 'f')) }
}

function uuid(digits: string): string {
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
