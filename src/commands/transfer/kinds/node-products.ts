import type { Kind } from '../../../client/transfer/kind.ts'
import { itemsIn, pagesOf } from '../../../client/transfer/lists.ts'
import { nodes } from '../../../store/catalog/node.ts'
import { kindOf } from '../plain.ts'

/**
 * Products of a node, up to a hundred per line, with the id of the node. The import keeps other products of the node.
 */
export const nodeProducts: Kind = {
  name: 'node-products',
  path: '/hierarchies/:hierarchy_id/nodes/:node_id/relationships/products',
  owner: kindOf(nodes),
  type: undefined,
  frame: 'flat',
  order: 'created',
  match: [],
  leaf: true,
  async *list(connection, path, node) {
    for await (const page of pagesOf(connection, path.replace('/relationships/', '/'), { key: 'sku' }))
      yield { id: node?.id ?? '', products: page.map(({ id }) => id) }
  },
  async write({ connection, path, content, id = '' }) {
    const products = content.attributes.products as readonly string[]
    const query = { filter: `in(id,${products.join(',')})`, 'page[limit]': '100' }
    const present = new Set(itemsIn(await connection.get(path, query)).map((product) => product.id))
    const missing = products.filter((product) => !present.has(product))
    if (missing.length === 0) return { outcome: 'unchanged', id, fresh: false }
    await connection.post(path, { data: missing.map((product) => ({ type: 'product', id: product })) })
    return { outcome: present.size === 0 ? 'created' : 'updated', id, fresh: false }
  },
}
