import type { Connection } from '../../../client/connection.ts'
import type { Item, Kind } from '../../../client/transfer/kind.ts'
import { itemIn, itemsIn, itemsWith, pagesOf, textOf } from '../../../client/transfer/lists.ts'
import { InvalidLine } from '../../../client/transfer/refusal.ts'
import { undefinedIfMissing } from '../../../client/transfer/target.ts'

/**
 * Available units of a product. Allocated units belong to orders, which are not exported. A line has the id of its
 * product, or only its sku.
 */
export const stock: Kind = {
  name: 'stock',
  path: '/inventories',
  type: 'stock',
  frame: 'flat',
  order: { key: 'sku' },
  match: ['sku'],
  leaf: true,
  list: listStock,
  async write({ connection, content: { attributes }, id }) {
    const { sku, quantity } = attributes
    if (typeof quantity !== 'number') throw new InvalidLine('`quantity` must be a number.')
    const product_id = id ?? (await productOf(connection, String(sku)))
    const path = `/inventories/${product_id}`
    const existing = await connection.get(path).then(itemIn, undefinedIfMissing)
    if (existing === undefined) {
      await connection.post(path, { data: { type: 'stock', quantity } })
      return { outcome: 'created', id: product_id, fresh: true }
    }
    const { available, allocated } = existing
    if (available === quantity) return { outcome: 'unchanged', id: product_id, fresh: false }
    const set = { type: 'stock-transaction', action: 'set', quantity: quantity + Number(allocated), reason: 'import' }
    await connection.post(`${path}/transactions`, { data: set })
    return { outcome: 'updated', id: product_id, fresh: false }
  },
}

/** Yields the available units of each product with tracked stock, by sku. */
async function* listStock(connection: Connection): AsyncGenerator<Item> {
  for await (const products of pagesOf(connection, '/products', { key: 'sku' })) {
    const skus = new Map(products.map((product) => [product.id, textOf(product, 'sku')]))
    const data = products.map(({ id }) => ({ type: 'product', id }))
    const tracked = itemsIn(await connection.post('/inventories/multiple', { data }))
    yield* tracked.map(({ id, available }): Item => ({ id, type: 'stock', sku: skus.get(id), quantity: available }))
  }
}

async function productOf(connection: Connection, sku: string): Promise<string> {
  const found: Item[] = []
  for await (const item of itemsWith(connection, '/products', { key: 'sku' }, sku)) found.push(item)
  // The filter ignores case, and older products may differ only in case.
  const [first] = found
  const id = (found.find((item) => textOf(item, 'sku') === sku) ?? first)?.id
  if (id !== undefined) return id
  throw new InvalidLine(`No product has the sku ${sku}.`)
}
