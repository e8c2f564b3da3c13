import type { Sorting } from '../../catalog/search/rules/sorting.ts'
import { namesIn, parseField } from './rules/fields.ts'

/** Sort order of hits, and the currency if they are sorted by price. */
export type Order = { sorting: Sorting; currency: string | null }

export const SORT_BY =
  '_text_match:desc, name:asc, name:desc, created_at:desc, price.USD.float_price:asc or price.USD.float_price:desc'

const BY_NAME: Readonly<Record<string, Sorting>> = {
  '_text_match:desc': 'relevance',
  'name:asc': 'name-ascending',
  'name:desc': 'name-descending',
  'created_at:desc': 'newest',
}

/** Parses the first of the comma-separated orders; null if hits cannot be sorted by it. */
export function parseSortBy(text: string): Order | null {
  const [first = ''] = namesIn(text)
  const [, name = '', direction] = /^(.*?)(?:\([^()]*\))?:(asc|desc)$/i.exec(first) ?? []
  const field = parseField(name)
  const towards = direction?.toLowerCase() === 'desc' ? 'desc' : 'asc'
  if (field?.kind === 'price')
    return { sorting: towards === 'asc' ? 'price-ascending' : 'price-descending', currency: field.currency }
  const sorting = BY_NAME[`${name.replace(/^(?:attributes|meta\.timestamps)\./, '')}:${towards}`]
  return sorting === undefined ? null : { sorting, currency: null }
}
