import { type TSchema, Type } from 'typebox'
import type { ListRequest } from '../kernel/list.ts'
import { pageNumbers, pageOffsets, type Total, totalMethods } from '../kernel/page.ts'

/** What a list answers. `address` is the whole address that was asked: the deployment's base URL and the request's path and query. */
export type ListAnswer<Item> = {
  rows: Item[]
  request: ListRequest
  page: { total: Total; more: boolean }
  address: string
}

/** The public address of a request: `base_url` ends in `/v2`, `url` is the request's path and query. */
export function addressOf(base_url: string, url: string): string {
  return base_url.replace(/\/v2$/, '') + url
}

/** The body of every list but the integrations': a link that doesn't apply is null. */
export function listEnvelope<Item>({ rows, request, page, address }: ListAnswer<Item>) {
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

/** The body of the integrations' lists: a link that doesn't apply is absent, and `results` is also at the top. */
export function integrationListEnvelope<Item>(answer: ListAnswer<Item>) {
  const { data, links, meta } = listEnvelope(answer)
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

/** The schema of `listEnvelope`. */
export function listSchema<Item extends TSchema>(item: Item) {
  return Type.Object({ data: Type.Array(item), links: LinksSchema, meta: MetaSchema })
}

/** The schema of `integrationListEnvelope`. */
export function integrationListSchema<Item extends TSchema>(item: Item) {
  return Type.Object({
    data: Type.Array(item),
    links: IntegrationLinksSchema,
    meta: MetaSchema,
    results: ResultsSchema,
  })
}

const Link = Type.String({ description: 'Absolute address that keeps the query.' })
const NullableLink = Type.Union([Link, Type.Null()])
const LinksSchema = Type.Object({
  current: Link,
  first: Link,
  last: NullableLink,
  prev: NullableLink,
  next: NullableLink,
})
const IntegrationLinksSchema = Type.Object({
  current: Link,
  first: Link,
  last: Type.Optional(Link),
  prev: Type.Optional(Link),
  next: Type.Optional(Link),
})

const ResultsSchema = Type.Object({
  total: Type.Integer({ minimum: 0, description: 'Records that match the filter.' }),
  total_method: Type.Enum(totalMethods, {
    type: 'string',
    description: 'How `total` is known. With another method than `exact` there are that many or more.',
  }),
})

const MetaSchema = Type.Object({
  page: Type.Object({
    limit: Type.Integer({ description: 'Records per page, as served.' }),
    offset: Type.Integer({ description: 'Records skipped.' }),
    current: Type.Integer({ description: 'Number of this page, from 1.' }),
    total: Type.Integer({ description: 'Number of pages, 0 without records.' }),
  }),
  results: ResultsSchema,
})

/** The same address with another page; everything else of the query stays as it was sent. */
function pageAddress(address: string, offset: number, limit: number): string {
  const [path = '', ...query] = address.toWellFormed().split('?')
  const kept = query
    .join('?')
    .split('&')
    .filter((part) => part !== '' && !PAGE_PARAMETERS.has(parameterName(part)))
  const parameters = [...kept.map(escaped), `page[offset]=${offset}`, `page[limit]=${limit}`]
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

// Callers may send characters raw that no address should hold; the readable ones that every client takes stay.
function escaped(part: string): string {
  return part.replace(/[^A-Za-z0-9\-._~!$&'()*+,;:@/?=%[\]]/gu, encodeURIComponent)
}
