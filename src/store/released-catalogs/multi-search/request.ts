import { type Static, Type } from 'typebox'
import { invalid } from '../../../kernel/errors.ts'
import { checkFilter, unknownCurrency } from './rules/check-filter.ts'
import { namesIn } from './rules/fields.ts'
import { type Expression, MAX_FILTER_LENGTH, parseFilterBy } from './rules/filter-by.ts'
import { type Order, parseSortBy, SORT_BY } from './sort-by.ts'

/** Enough for clients that request each facet in a search of its own. */
const MAX_SEARCHES = 25
/** Hits per search. A larger number is reduced to this maximum, as in lists. */
const MAX_PER_PAGE = 100
/** Hits of all searches together. */
const MAX_HITS = 250
const MAX_FACETS = 20
const MAX_FACET_VALUES = 250

const Words = (maxLength: number, description: string) => Type.Optional(Type.String({ maxLength, description }))

const ALIKE = 'Spelling, ranking and highlighting are the same in all searches.'
/** Parameters of search engines that clients send, without effect here. */
const TUNING = [
  ...['query_by_weights', 'text_match_type', 'prefix', 'infix', 'num_typos', 'min_len_1typo', 'min_len_2typo'],
  ...['typo_tokens_threshold', 'drop_tokens_threshold', 'drop_tokens_mode', 'split_join_tokens', 'enable_synonyms'],
  ...['prioritize_exact_match', 'prioritize_token_position', 'prioritize_num_matching_fields', 'max_candidates'],
  ...[
    'highlight_fields',
    'highlight_affix_num_tokens',
    'highlight_start_tag',
    'highlight_end_tag',
    'snippet_threshold',
  ],
  ...['exhaustive_search', 'limit_hits', 'search_cutoff_ms', 'use_cache', 'cache_ttl', 'facet_strategy', 'stopwords'],
]

/** Members that clients of other servers send, without effect here. */
const IGNORED = {
  query_by: 'Names, SKUs, tags and descriptions are always searched.',
  highlight_full_fields: 'Matches are not highlighted.',
  include_fields: 'Documents are always complete.',
  exclude_fields: 'Documents are always complete.',
  override_tags: 'There are no overrides.',
  enable_overrides: 'There are no overrides.',
  preset: 'There are no presets.',
  collection: 'There is one collection.',
  ...Object.fromEntries(TUNING.map((name) => [name, ALIKE])),
}

const SearchQuery = Type.Object(
  {
    type: Type.Optional(
      Type.Enum(['search', 'autocomplete'], {
        type: 'string',
        description: 'With `autocomplete`, hits are names of products.',
      }),
    ),
    q: Words(500, 'The words to search for; the last word also matches as a prefix. Empty or `*`: everything.'),
    filter_by: Words(
      MAX_FILTER_LENGTH,
      '`field:=value`, `field:=[a, b]`, `:!=`, and of prices `:>`, `:>=`, `:<`, `:<=`, `:[1..5]`, joined by `&&` and `||`.',
    ),
    facet_by: Words(2_000, `At most ${MAX_FACETS} fields, separated by commas.`),
    facet_query: Words(500, '`field:text`: only values that contain the text.'),
    max_facet_values: Type.Optional(
      Type.Integer({ minimum: 0, maximum: MAX_FACET_VALUES, description: 'Default: 10.' }),
    ),
    sort_by: Words(500, `One of: ${SORT_BY}. Default: the best match first.`),
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    per_page: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: `${MAX_PER_PAGE} for larger values; ${MAX_HITS} in all searches together. Default: a setting of the store.`,
      }),
    ),
  },
  { title: 'MultiSearchQuery', additionalProperties: false, 'x-ignored': IGNORED },
)
type SearchQuery = Static<typeof SearchQuery>

export const MultiSearch = Type.Object(
  {
    searches: Type.Array(SearchQuery, { minItems: 1, maxItems: MAX_SEARCHES }),
  },
  { $id: 'MultiSearch', additionalProperties: false, 'x-ignored': { union: 'Each search has a result of its own.' } },
)
export type MultiSearch = Static<typeof MultiSearch>

/** A validated search. */
export type Plan = {
  type: 'search' | 'autocomplete'
  q: string
  keywords: string
  expression: Expression | null
  order: Order
  facets: { names: readonly string[]; max: number; searched: { field_name: string; text: string } | null }
  page: number
  per_page: number
  /** The original filter, part of the cache key of the matches. */
  filter_by: string
}

/** Validates searches. Throws `invalid` if one cannot run as intended. `currencies` are those of the store. */
export function planSearches(
  { searches }: MultiSearch,
  { currencies, page_length }: { currencies: readonly string[]; page_length: number },
): Plan[] {
  const plans = searches.map((search, index) => planSearch(search, `/searches/${index}`, { currencies, page_length }))
  const hits = plans.reduce((sum, { per_page }) => sum + per_page, 0)
  if (hits <= MAX_HITS) return plans
  const detail = `per_page of all searches together must be at most ${MAX_HITS}, but is ${hits}.`
  throw invalid([{ detail, pointer: '/searches' }])
}

function planSearch(
  search: SearchQuery,
  pointer: string,
  { currencies, page_length }: { currencies: readonly string[]; page_length: number },
): Plan {
  const { type = 'search', q = '', filter_by = '', sort_by = '', page = 1, per_page = page_length } = search
  const keywords = q.trim() === '*' ? '' : q
  const expression = filter_by.trim() === '' ? null : parseFilterBy(filter_by, `${pointer}/filter_by`)
  if (expression !== null) checkFilter(expression, currencies, `${pointer}/filter_by`)
  const order = orderOf(sort_by, currencies, `${pointer}/sort_by`)
  const facets = facetsOf(search, `${pointer}/facet_by`)
  return { type, q, keywords, expression, order, facets, page, per_page: Math.min(per_page, MAX_PER_PAGE), filter_by }
}

function orderOf(sort_by: string, currencies: readonly string[], pointer: string): Order {
  if (sort_by.trim() === '') return { sorting: 'relevance', currency: null }
  const order = parseSortBy(sort_by)
  if (order === null) throw invalid([{ detail: `sort_by must be one of: ${SORT_BY}.`, pointer }])
  if (order.currency !== null && !currencies.includes(order.currency))
    throw invalid([{ detail: unknownCurrency('sort_by', currencies), pointer }])
  return order
}

function facetsOf({ facet_by = '', facet_query = '', max_facet_values = 10 }: SearchQuery, pointer: string) {
  const names = namesIn(facet_by)
  if (names.length > MAX_FACETS)
    throw invalid([{ detail: `facet_by must have at most ${MAX_FACETS} fields, but has ${names.length}.`, pointer }])
  const colon = facet_query.indexOf(':')
  const field_name = facet_query.slice(0, Math.max(0, colon)).trim()
  const searched = field_name === '' ? null : { field_name, text: facet_query.slice(colon + 1) }
  return { names, max: max_facet_values, searched }
}
