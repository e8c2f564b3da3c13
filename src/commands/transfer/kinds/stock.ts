import type { Kind } from '../../../client/transfer/everything/kind.ts'
import { InvalidLine } from '../../../client/transfer/refusal.ts'
import { listStock, setStock } from '../../../client/transfer/stock.ts'

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
  list: (connection) => listStock(connection),
  async write({ connection, content, id }) {
    if (id === undefined) throw new InvalidLine('The product of the stock was not imported.')
    const written = await setStock(connection, id, Number(content.attributes.quantity))
    return { ...written, fresh: written.outcome === 'created' }
  },
}
