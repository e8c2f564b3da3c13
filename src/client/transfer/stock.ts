import type { Connection } from '../connection.ts'
import type { Item, Members } from './everything/kind.ts'
import { itemIn, itemsIn, itemsWith, pagesOf, textOf } from './everything/lists.ts'
import { undefinedIfMissing } from './everything/target.ts'
import { InvalidLine } from './refusal.ts'

export type StockWritten = { outcome: 'created' | 'updated' | 'unchanged'; id: string }

/** Units that can be sold, of each product whose stock is tracked, by sku. */
export async function* listStock(connection: Connection): AsyncGenerator<Item> {
  for await (const products of pagesOf(connection, '/products', { key: 'sku' })) {
    const skus = new Map(products.map((product) => [product.id, textOf(product, 'sku')]))
    const data = products.map(({ id }) => ({ type: 'product', id }))
    const tracked = itemsIn(await connection.post('/inventories/multiple', { data }))
    yield* tracked.map(({ id, available }): Item => ({ id, type: 'stock', sku: skus.get(id), quantity: available }))
  }
}

/** Makes as many units of a product available. */
export async function setStock(connection: Connection, product_id: string, quantity: number): Promise<StockWritten> {
  const path = `/inventories/${product_id}`
  const existing = await connection.get(path).then(itemIn, undefinedIfMissing)
  if (existing === undefined) {
    const { id } = itemIn(await connection.post(path, { data: { type: 'stock', quantity } }))
    return { outcome: 'created', id }
  }
  const { id, available, allocated } = existing
  if (available === quantity) return { outcome: 'unchanged', id }
  const set = { type: 'stock-transaction', action: 'set', quantity: quantity + Number(allocated), reason: 'import' }
  await connection.post(`${path}/transactions`, { data: set })
  return { outcome: 'updated', id }
}

/** The same for a sku. Throws `InvalidLine` for one that no product has. */
export async function setStockOfSku(
  connection: Connection,
  { sku, quantity }: Members,
): Promise<'created' | 'changed'> {
  if (typeof quantity !== 'number') throw new InvalidLine('`quantity` must be a number.')
  for await (const { id } of itemsWith(connection, '/products', { key: 'sku' }, String(sku)))
    return (await setStock(connection, id, quantity)).outcome === 'created' ? 'created' : 'changed'
  throw new InvalidLine(`No product has the sku ${sku}.`)
}
