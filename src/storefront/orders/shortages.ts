import { availability } from '../../store/inventory/stock.ts'
import type { CurrentCart } from '../carts/current.ts'
import type { StorefrontContext } from '../context.ts'
import { encodeId } from '../hypermedia/opaque-id.ts'
import type { Message } from '../hypermedia/resource.ts'

/**
 * A message for each line whose product has too little stock for the whole cart. A gift is given only while enough
 * stock remains.
 */
export async function findShortages(context: StorefrontContext, cart: CurrentCart): Promise<Message[]> {
  const lines = [...cart.lines.values()]
  const requested = new Map<string, number>()
  for (const { product_id, quantity } of lines)
    if (product_id !== null) requested.set(product_id, (requested.get(product_id) ?? 0) + quantity)
  const stock = cart.stock ?? (await readAvailableUnits(context, [...requested.keys()]))
  return lines.flatMap(({ id, product_id }): Message[] => {
    const available = stock.get(product_id ?? '')
    const units = requested.get(product_id ?? '') ?? 0
    if (available === undefined || available >= units) return []
    const linked_to = { name: 'line item', params: { ...cart.params, lineitem: encodeId(id) } }
    const data = { 'inventory-available': String(available), 'quantity-requested': String(units) }
    const text = `${nameOf(cart, id)}: ${units} units are requested, ${available} are available.`
    return [{ type: 'error', id: 'item.insufficient.inventory', 'debug-message': text, data, linked_to }]
  })
}

async function readAvailableUnits({ deps, owner }: StorefrontContext, product_ids: readonly string[]) {
  const levels = await availability(deps.db, owner, product_ids)
  return new Map([...levels].map(([id, { available }]) => [id, available]))
}

function nameOf({ priced }: CurrentCart, line_id: string): string {
  const line = priced.lines.find(({ item }) => item.id === line_id)
  return line?.name || line?.sku || 'An item'
}
