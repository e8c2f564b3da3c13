import { type TObject, Type } from 'typebox'
import { releasedProducts } from '../released-resource.ts'

const { properties } = releasedProducts.schema
const Paths = Type.Array(Type.String())

const Found = Type.Object({
  nodes: Type.Array(Type.Object({ id: Type.String({ format: 'uuid' }), name: Type.String(), slug: Type.String() }), {
    description: 'All nodes that the product is in or below.',
  }),
  categories: Type.Record(Type.String(), Paths, {
    description: 'By level, `lvl0` for hierarchies: the paths of the nodes, such as `Lighting > Lamps`.',
  }),
})

/** A product as the shopper's catalog shows it, with what facets and filters say of it. */
const FoundProduct = Type.Object(
  {
    ...properties,
    meta: Type.Object({ ...(properties.meta as TObject).properties, search: Found }),
  },
  { $id: 'FoundProduct' },
)

const Suggestion = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'Id of the product.' }),
    q: Type.String({ description: 'Its name, to search for.' }),
  },
  { title: 'SearchSuggestion', additionalProperties: false },
)

const FacetCount = Type.Object(
  {
    field_name: Type.String(),
    counts: Type.Array(Type.Object({ value: Type.String(), highlighted: Type.String(), count: Type.Integer() }), {
      description: 'The most frequent values first. None of prices, which have `stats`, and of fields without a facet.',
    }),
    sampled: Type.Boolean(),
    stats: Type.Record(Type.String(), Type.Number(), {
      description: '`total_values`; of prices also `min`, `max`, `avg` and `sum`.',
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
        document: Type.Union([FoundProduct, Suggestion]),
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
