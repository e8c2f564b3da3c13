import { Type } from 'typebox'
import type { StorefrontContext, StorefrontResource } from './context.ts'
import type { Link, Params, ResourceState } from './hypermedia/resource.ts'
import { elements } from './relations.ts'

/** One page of a list; `page` starts at 1, `results` counts all pages. */
export type Page = { ids: readonly string[]; results: number; page: number; size: number }

type ListElement = { name: string; params(context: StorefrontContext, id: string): Params }

type PaginatedListOptions = {
  name: string
  path: string
  /** Seconds for which clients may cache it. */
  max_age: number
  cached?: StorefrontResource['cached']
  description: string
  element: ListElement
  /** A link to the resource that the list belongs to. */
  owner?: { rel: string; rev: string; name: string; link(context: StorefrontContext): Link } | undefined
  /** Relations to resources with the list's path parameters. */
  related?: StorefrontResource['relations']
  /** Pages in the order of the requests; null for a list that does not exist. */
  load(context: StorefrontContext, requests: readonly PageRequest[]): Promise<(Page | null)[]>
}

type PageRequest = { params: Params; page: number }

/** A list, whose own path is its first page, and its pages below that path. */
export function paginatedList({
  name,
  path,
  max_age,
  cached = false,
  description,
  element,
  owner,
  related = {},
  load,
}: PaginatedListOptions): StorefrontResource[] {
  const page = `${name} page`
  const common: Omit<StorefrontResource, 'name' | 'path' | 'description'> = {
    type: 'shop.collections.paginated-links',
    max_age,
    cached,
    members: { pagination: PAGINATION },
    relations: {
      element: elements(element.name),
      next: { to: page, when: 'unless this is the last page' },
      ...related,
      ...(owner && { [owner.rel]: { to: owner.name, rev: owner.rev } }),
    },
    async read(context, paramsList) {
      const requests = paramsList.map(parseRequest)
      const valid = requests.filter((request) => request !== null)
      const pages = (await load(context, valid)).values()
      return requests.map((request) => {
        const loaded = request === null ? null : (pages.next().value ?? null)
        if (request === null || loaded === null) return 'missing'
        return renderPage(context, request.params, { element, owner, related }, loaded) ?? 'missing'
      })
    },
  }
  return [
    { ...common, name, path, description: `${description} This is the first page.` },
    {
      ...common,
      name: page,
      path: `${path}/pages/:page`,
      description: `${description} This is one of the pages.`,
      relations: { ...common.relations, previous: { to: page, when: 'unless this is the first page' } },
    },
  ]
}

const PAGINATION = Type.Object(
  {
    current: Type.Integer({ description: 'The number of the page, from 1.' }),
    'page-size': Type.Integer({ description: 'The maximum number of elements per page.' }),
    pages: Type.Integer({ description: 'The number of pages, at least 1.' }),
    results: Type.Integer({ description: 'The number of elements of all pages.' }),
    'results-on-page': Type.Integer({ description: 'The number of elements of this page.' }),
  },
  { title: 'Pagination', description: 'The page and the whole list.' },
)

/** Null for an invalid page number. */
function parseRequest(params: Params): PageRequest | null {
  const { page = '1' } = params
  return /^[1-9]\d{0,8}$/.test(page) ? { params, page: Number(page) } : null
}

/** Null after the last page; an empty list has one page. */
function renderPage(
  context: StorefrontContext,
  params: Params,
  { element, owner, related = {} }: Pick<PaginatedListOptions, 'element' | 'owner' | 'related'>,
  { ids, results, page, size }: Page,
): ResourceState | null {
  const pages = Math.max(1, Math.ceil(results / size))
  if (page > pages) return null
  const pageLinks = (rel: string, to: number): Link[] =>
    to < 1 || to > pages ? [] : [{ rel, params: { ...params, scope: context.scope, page: String(to) } }]
  return {
    links: [
      ...ids.map((id) => ({ rel: 'element', params: element.params(context, id) })),
      ...pageLinks('next', page + 1),
      ...pageLinks('previous', page - 1),
      ...Object.keys(related).map((rel): Link => ({ rel, params: { ...params, scope: context.scope } })),
      ...(owner ? [owner.link(context)] : []),
    ],
    data: { pagination: { current: page, 'page-size': size, pages, results, 'results-on-page': ids.length } },
  }
}
