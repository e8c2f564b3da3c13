import { type TSchema, Type } from 'typebox'
import type { ListRequest } from '../../kernel/lists/list.ts'
import { pageNumbers, pageOffsets, type Total, totalMethods } from '../../kernel/lists/page.ts'

/** A page of a list. `address` is the full URL of the request: the base URL of the deployment, path and query. */
export type ListResponse<Item> = {
  rows: Item[]
  request: ListRequest
  page: { total: Total; more: boolean }
  address: string
}

/** The public address of a request: `base_url` ends in `/v2`, `url` is the request's path and query. */
export function addressOf(base_url: string, url: string): string {
  return base_url.replace(/\/v2$/, '') + url
}

/** The body of every list except those of integrations: a link that does not apply is null. */
export function listEnvelope<Item>({ rows, request, page, address }: ListResponse<Item>) {
  const offsets = pageOffsets(request, page.total, page.more, request.max_offset)
  const at = (offset: number) => pageAddress(address, offset, request.limit)
  return {
    data: rows,
    links: {
      current: at(request.offset),
      first: at(offsets.first),
      last: offsets.last === null ? null : at(offsets.last),
      prev: offsets.prev === null ? null : at(offsets.prev),
      next: offsets.next === null ? null : at(offsets.next),
    },
    meta: { page: pageNumbers(request, page.total.total), results: page.total },
  }
}

/**
 * The body of the lists of integrations: a link that does not apply is absent, and `results` is also at the top level.
 */
export function integrationListEnvelope<Item>(response: ListResponse<Item>) {
  const { data, links, meta } = listEnvelope(response)
  const { current, first, last, prev, next } = links
  return {
    data,
    links: {
      current,
      first,
      ...(last === null ? {} : { last }),
      ...(prev === null ? {} : { prev }),
      ...(next === null ? {} : { next }),
    },
    meta,
    results: meta.results,
  }
}

export function listSchema<Item extends TSchema>(item: Item) {
  return Type.Object({ data: Type.Array(item), links: LinksSchema, meta: MetaSchema })
}

export function integrationListSchema<Item extends TSchema>(item: Item) {
  return Type.Object({
    data: Type.Array(item),
    links: IntegrationLinksSchema,
    meta: MetaSchema,
    results: ResultsSchema,
  })
}

const Link = Type.String({ description: 'Absolute URL that keeps the query.' })
const NullableLink = Type.Union([Link, Type.Null()])
const LinksSchema = Type.Object(
  { current: Link, first: Link, last: NullableLink, prev: NullableLink, next: NullableLink },
  { title: 'ListLinks' },
)
const IntegrationLinksSchema = Type.Object(
  {
    current: Link,
    first: Link,
    last: Type.Optional(Link),
    prev: Type.Optional(Link),
    next: Type.Optional(Link),
  },
  { title: 'IntegrationListLinks' },
)

const ResultsSchema = Type.Object(
  {
    total: Type.Integer({ minimum: 0, description: 'Records that match the filter.' }),
    total_method: Type.Enum(totalMethods, {
      type: 'string',
      title: 'TotalMethod',
      description: 'How `total` was counted. With a method other than `exact`, there may be more records.',
    }),
  },
  { title: 'ListResults' },
)

const MetaSchema = Type.Object(
  {
    page: Type.Object(
      {
        limit: Type.Integer({ description: 'Maximum number of records per page.' }),
        offset: Type.Integer({ description: 'Records skipped.' }),
        current: Type.Integer({ description: 'Number of this page, from 1.' }),
        total: Type.Integer({ description: 'Number of pages; 0 without records.' }),
      },
      { title: 'ListPage' },
    ),
    results: ResultsSchema,
  },
  { title: 'ListMeta' },
)

/** The address of another page. Other query parameters are unchanged. */
function pageAddress(address: string, offset: number, limit: number): string {
  const [path = '', ...query] = address.toWellFormed().split('?')
  const others = query
    .join('?')
    .split('&')
    .filter((part) => part !== '' && !PAGE_PARAMETERS.has(parameterName(part)))
  const parameters = [...others.map(escaped), `page[offset]=${offset}`, `page[limit]=${limit}`]
  return `${path}?${parameters.join('&')}`
}

const PAGE_PARAMETERS = new Set(['page[offset]', 'page[limit]'])

function parameterName(part: string): string {
  const [name = ''] = part.split('=')
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

// Clients may send characters that a URL must not contain. Readable characters that every client accepts are not
// escaped.
function escaped(part: string): string {
  return part.replace(/[^A-Za-z0-9\-._~!$&'()*+,;:@/?=%[\]]/gu, encodeURIComponent)
}
