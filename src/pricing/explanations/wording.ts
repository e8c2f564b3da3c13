import { type MoneyFormat, money } from '../money.ts'

/**
 * The reader of sentences about a promotion. Sellers read all of it, with the names of products, categories, accounts and
 * shipping options by id as far as they are known; for shoppers `names` is null, and what is private to the store is not named.
 */
export type Wording = {
  /** Null when the currency is unknown. */
  format: MoneyFormat | null
  names: ReadonlyMap<string, string> | null
}

export function amountWords(amount: number, { format }: Wording): string {
  return format === null ? 'a certain amount' : money(amount, format).formatted
}

export function rateWords(ppm: number): string {
  return `${ppm / 10_000}%`
}

const ALTERNATIVES = new Intl.ListFormat('en-GB', { type: 'disjunction' })
/** Names beyond these are counted. */
const MAX_NAMES = 5

/** `A or B`, `A, B, C, D or 3 more`. */
export function alternatives(names: readonly string[]): string {
  if (names.length <= MAX_NAMES) return ALTERNATIVES.format(names)
  const shown = names.slice(0, MAX_NAMES - 1)
  return ALTERNATIVES.format([...shown, `${names.length - shown.length} more`])
}

/** `Kitchen or Bath`, or `2 categories` where a name is unknown. */
export function namedWords(ids: readonly string[], [one, many]: Counted, names: ReadonlyMap<string, string>): string {
  const known = ids.flatMap((id) => names.get(id) ?? [])
  if (known.length === ids.length) return alternatives(known)
  return `${ids.length} ${ids.length === 1 ? one : many}`
}

/** A word, and the same for several. */
type Counted = readonly [one: string, many: string]
