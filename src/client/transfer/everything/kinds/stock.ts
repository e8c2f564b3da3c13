import type { Connection } from '../../../connection.ts'
import { InvalidLine } from '../../upsert.ts'
import type { Item, Kind, Written } from '../kind.ts'
import { itemIn, itemsIn, pagesOf, textOf } from '../lists.ts'
import { undefinedIfMissing } from '../target.ts'

/**
 * The units of a product that can be sold. What is allocated belongs to orders, which stay behind. A line has the id of its
 * product.
 */
export const stock: Kind = {
  name: 'stock',
  path: '/inventories',
  type: 'stock',
  frame: 'flat',
  order: { key: 'sku' },
  match: ['sku'],
  leaf: true,
  async *list(connection) {
    for await (const products of pagesOf(connection, '/products', { key: 'sku' })) {
      const skus = new Map(products.map((product) => [product.id, textOf(product, 'sku')]))
      const data = products.map(({ id }) => ({ type: 'product', id }))
      const tracked = itemsIn(await connection.post('/inventories/multiple', { data }))
      yield* tracked.map(({ id, available }): Item => ({ id, sku: skus.get(id), quantity: available }))
    }
  },
  async write({ connection, path, content, id }) {
    if (id === undefined) throw new InvalidLine('The product of the stock was not imported.')
    return setStock(connection, `${path}/${id}`, Number(content.attributes.quantity))
  },
}

async function setStock(connection: Connection, path: string, quantity: number): Promise<Written> {
  const existing = await connection.get(path).then(itemIn, undefinedIfMissing)
  if (existing === undefined) {
    const { id } = itemIn(await connection.post(path, { data: { type: 'stock', quantity } }))
    return { outcome: 'created', id, fresh: true }
  }
  const { id, available, allocated } = existing
  if (available === quantity) return { outcome: 'unchanged', id, fresh: false }
  const set = { type: 'stock-transaction', action: 'set', quantity: quantity + Number(allocated), reason: 'import' }
  await connection.post(`${path}/transactions`, { data: set })
  return { outcome: 'updated', id, fresh: false }
}
