import { Type } from 'typebox'
import { releasedProducts } from '../released-product.ts'

const Suggestion = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    q: Type.String(),
  },
  { title: 'SearchSuggestion', additionalProperties: false },
)

const FacetCount = Type.Object(
  {
    field_name: Type.String(),
    counts: Type.Array(Type.Object({ value: Type.String(), highlighted: Type.String(), count: Type.Integer() }), {
      description: 'The most frequent values first; empty for prices.',
    }),
    sampled: Type.Boolean(),
    stats: Type.Record(Type.String(), Type.Number(), {
      description: '`total_values`; for prices also `min`, `max`, `avg` and `sum`.',
    }),
  },
  { title: 'SearchFacetCount' },
)

const SearchResult = Type.Object(
  {
    type: Type.Enum(['search', 'autocomplete'], { type: 'string' }),
    found: Type.Integer({ description: 'Products that match.' }),
    out_of: Type.Integer({ description: 'Products in the release.' }),
    page: Type.Integer(),
    hits: Type.Array(
      Type.Object({
        document: Type.Union([releasedProducts.schema, Suggestion]),
        highlight: Type.Object({}, { description: 'Always empty.' }),
        highlights: Type.Array(Type.Object({}), { description: 'Always empty.' }),
      }),
    ),
    facet_counts: Type.Array(FacetCount),
    request_params: Type.Object({ q: Type.String(), page: Type.Integer(), per_page: Type.Integer() }),
    search_cutoff: Type.Boolean(),
    search_time_ms: Type.Integer(),
  },
  { title: 'MultiSearchResult' },
)

export const SearchResults = Type.Array(SearchResult, { description: 'In the order of the searches.' })
