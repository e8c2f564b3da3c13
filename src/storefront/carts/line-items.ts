import { AppError } from '../../kernel/errors.ts'
import { removeAllItems, updateItem } from '../../store/carts/items/items.ts'
import { Refusal } from '../hypermedia/messages.ts'
import { opaque } from '../hypermedia/opaque.ts'
import type { Outcome, Params, Resource } from '../hypermedia/resource.ts'
import type { Shop } from '../shop.ts'
import { changeAt, currentCart, lineIdIn, ofCart, ofLine } from './current.ts'
import { quantityIn } from './quantity.ts'

const DONE: Outcome = { status: 204, at: null }

export const lineItems: Resource<Shop> = {
  name: 'line items',
  type: 'shop.collections.links',
  path: '/carts/:scope/:cart/lineitems',
  max_age: 0,
  relations: { element: 'line item', cart: 'cart' },
  read: ofCart(({ params, lines }) => ({
    links: [
      ...[...lines.keys()].map((id) => ({ rel: 'element', rev: 'list', params: { ...params, lineitem: opaque(id) } })),
      { rel: 'cart', rev: 'lineitems', params },
    ],
  })),
  async remove(shop, params) {
    await changeAt(shop, params, removeAllItems)
    return DONE
  },
}

export const lineItem: Resource<Shop> = {
  name: 'line item',
  type: 'shop.carts.line-item',
  path: '/carts/:scope/:cart/lineitems/:lineitem',
  max_age: 0,
  relations: {
    cart: 'cart',
    list: 'line items',
    item: 'item',
    availability: 'item availability',
    price: 'line item price',
    total: 'line item total',
    appliedpromotions: 'applied line item promotions',
  },
  read: ofLine(({ id, product_id, quantity, price }, { params }) => {
    const own = { ...params, lineitem: opaque(id) }
    const figures = price === null ? [] : ['price', 'total']
    // What is in no catalog any more leads nowhere.
    const item = product_id === null || price === null ? null : { scope: params.scope, item: opaque(product_id) }
    return {
      links: [
        { rel: 'cart', params },
        { rel: 'list', rev: 'element', params },
        ...(item === null ? [] : ['item', 'availability'].map((rel) => ({ rel, params: item }))),
        ...[...figures, 'appliedpromotions'].map((rel) => ({ rel, rev: 'lineitem', params: own })),
      ],
      data: { quantity, configuration: {} },
    }
  }),
  put: (shop, params, body) => setQuantity(shop, params, quantityIn(body, 0)),
  remove: (shop, params) => setQuantity(shop, params, 0),
}

async function setQuantity(shop: Shop, params: Params, quantity: number): Promise<Outcome> {
  const line_id = lineIdIn(params)
  try {
    await changeAt(shop, params, (work, cartRequest) => updateItem(work, cartRequest, line_id, quantity))
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found' && (await isGift(shop, line_id))) throw given()
    throw error
  }
  return DONE
}

/** What is in the cart's lines, but is none that was put in. */
async function isGift(shop: Shop, line_id: string): Promise<boolean> {
  return (await currentCart(shop)).lines.has(line_id)
}

function given(): Refusal {
  const text = 'A promotion gives this line: it comes and goes with it.'
  return new Refusal('conflict', [
    { type: 'error', id: 'cart.item.not.changeable', 'debug-message': text, data: { 'field-name': 'quantity' } },
  ])
}
