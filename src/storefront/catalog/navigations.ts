import { Type } from 'typebox'
import { type NavigationNode, navigationNodes, nodeProducts, selectRootNodes } from '../../store/catalog/sql/browse.ts'
import { loadEach, type StorefrontContext, type StorefrontResource } from '../context.ts'
import { decodeId, encodeId } from '../hypermedia/opaque-id.ts'
import type { Link, Params, ResourceState } from '../hypermedia/resource.ts'
import { paginatedList } from '../paginated-list.ts'
import { elements } from '../relations.ts'
import { localized } from '../texts.ts'
import { defaultPageSize, releaseOf } from '../view.ts'
import { DETAILS, detailsOf } from './details.ts'
import { ITEM_ELEMENT } from './products.ts'

const navigations: StorefrontResource = {
  name: 'navigations',
  type: 'shop.collections.links',
  path: '/navigations/:scope',
  max_age: 600,
  cached: true,
  description: 'The roots of the category trees.',
  relations: { element: elements('navigation node') },
  async read(context, paramsList) {
    const ref = await releaseOf(context)
    const tops = ref === undefined ? [] : await selectRootNodes(context.deps.db, ref)
    const links = tops.map((id) => ({ rel: 'element', params: nodeParams(context, id) }))
    return paramsList.map(() => ({ links }))
  },
}

const node: StorefrontResource = {
  name: 'navigation node',
  type: 'shop.navigations.node',
  path: '/navigations/:scope/:node',
  max_age: 600,
  cached: true,
  description: 'A node of a category tree, in the language of the shopper if the store has its texts in it.',
  members: {
    name: Type.String({ description: 'The name for programs.' }),
    'display-name': Type.String({ description: 'The name for display.' }),
    details: DETAILS,
  },
  relations: {
    items: { to: 'items of a node' },
    child: { to: 'navigation node', rev: 'parent', when: 'one for each node directly below' },
    parent: { to: 'navigation node', rev: 'child', when: 'unless the node is a root' },
    top: { to: 'navigation node' },
  },
  async read(context, paramsList) {
    const nodes = await nodesFor(context, paramsList)
    return nodes.map((node) => (node === null ? 'missing' : renderNode(context, node)))
  },
}

/** A node with the language (BCP 47) of its untranslated texts. */
type ShownNode = NavigationNode & { language: string }

function renderNode(context: StorefrontContext, node: ShownNode): ResourceState {
  const { id, name, slug, description, language, locales, parent_id, hierarchy_id, children } = node
  const { texts, languages } = localized(context, { own: { name, description }, language, locales })
  const linkTo = (rel: string, node_id: string): Link => ({ rel, params: nodeParams(context, node_id) })
  return {
    links: [
      linkTo('items', id),
      ...children.map((child) => linkTo('child', child)),
      ...(parent_id === null ? [] : [linkTo('parent', parent_id)]),
      linkTo('top', hierarchy_id),
    ],
    data: {
      name: slug === '' ? name : slug,
      'display-name': texts.name,
      details: detailsOf(context.locale, { description: texts.description }),
    },
    languages,
  }
}

const items = paginatedList({
  name: 'items of a node',
  path: '/searches/:scope/navigations/:node',
  max_age: 600,
  cached: true,
  description: 'The items of a node and of the nodes below it.',
  element: ITEM_ELEMENT,
  async load(context, requests) {
    const paramsList = requests.map(({ params }) => params)
    const nodes = await nodesFor(context, paramsList)
    const [ref, size] = [await releaseOf(context), await defaultPageSize(context)]
    const parts = requests.flatMap(({ page }, index) => {
      const id = nodes[index]?.id
      return id === undefined ? [] : [{ id, offset: (page - 1) * size }]
    })
    if (ref === undefined || parts.length === 0) return nodes.map(() => null)
    const loaded = (await nodeProducts(context.deps.db, ref, parts, size)).values()
    return requests.map(({ page }, index) => {
      const products = nodes[index] === null ? undefined : loaded.next().value
      return products === undefined ? null : { ...products, page, size }
    })
  },
})

/** The nodes by their `node` parameter, each loaded at most once per request; null if the release does not have it. */
async function nodesFor(context: StorefrontContext, paramsList: readonly Params[]): Promise<(ShownNode | null)[]> {
  const ids = paramsList.map(({ node }) => decodeId(node ?? ''))
  return loadEach(context, 'nodes', ids, async (missing) => {
    const ref = await releaseOf(context)
    if (ref === undefined) return []
    const nodes = await navigationNodes(context.deps.db, ref, missing)
    return [...nodes].map(([id, node]) => [id, { ...node, language: ref.language }])
  })
}

function nodeParams({ scope }: StorefrontContext, id: string): Params {
  return { scope, node: encodeId(id) }
}

export const navigationResources = [navigations, node, ...items]
