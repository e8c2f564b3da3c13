import { Type } from 'typebox'
import { AppError } from '../../kernel/errors.ts'
import { removeAllItems, updateItem } from '../../store/carts/items/items.ts'
import type { StorefrontContext, StorefrontResource } from '../context.ts'
import { conflict } from '../hypermedia/messages.ts'
import { encodeId } from '../hypermedia/opaque-id.ts'
import { type ChangeResult, NO_CONTENT, type Params } from '../hypermedia/resource.ts'
import { elements } from '../relations.ts'
import { cartReader, changeCurrentCart, currentCart, lineIdOf, lineReader } from './current.ts'
import { isMovable } from './lines.ts'
import { quantityField, readQuantity } from './quantity.ts'

const FOR_SALE = 'if the line is of an item that is for sale'
const MOVABLE = `${FOR_SALE}, has no custom data, and was not added by a promotion`

export const lineItems: StorefrontResource = {
  name: 'line items',
  type: 'shop.collections.links',
  path: '/carts/:scope/:cart/lineitems',
  max_age: 0,
  description: 'The lines of the cart, oldest first.',
  relations: { element: elements('line item'), cart: { to: 'cart', rev: 'lineitems' } },
  read: cartReader(({ params, lines }) => ({
    links: [
      ...[...lines.keys()].map((id) => ({ rel: 'element', params: { ...params, lineitem: encodeId(id) } })),
      { rel: 'cart', params },
    ],
  })),
  remove: {
    description: 'Empties the cart.',
    async run(context, params) {
      await changeCurrentCart(context, params, removeAllItems)
      return NO_CONTENT
    },
  },
}

export const lineItem: StorefrontResource = {
  name: 'line item',
  type: 'shop.carts.line-item',
  path: '/carts/:scope/:cart/lineitems/:lineitem',
  max_age: 0,
  description: 'A line of the cart: an item, with its quantity.',
  members: {
    quantity: Type.Integer({ minimum: 1, description: 'The number of units.' }),
    configuration: Type.Object({}, { description: 'Always empty.' }),
  },
  relations: {
    cart: { to: 'cart' },
    list: { to: 'line items', rev: 'element' },
    item: { to: 'item', when: FOR_SALE },
    availability: { to: 'item availability', when: FOR_SALE },
    price: { to: 'line item price', rev: 'lineitem', when: 'if the line has a price' },
    total: { to: 'line item total', rev: 'lineitem', when: 'if the line has a price' },
    appliedpromotions: { to: 'applied line item promotions', rev: 'lineitem' },
    movetowishlistform: { to: 'move to wishlist form', when: MOVABLE },
  },
  read: lineReader((line, { params }) => {
    const { id, product_id, quantity, price } = line
    const own = { ...params, lineitem: encodeId(id) }
    const amounts = price === null ? [] : ['price', 'total']
    // A product that is no longer in the catalog has no item to link to.
    const item = product_id === null || price === null ? null : { scope: params.scope, item: encodeId(product_id) }
    return {
      links: [
        { rel: 'cart', params },
        { rel: 'list', params },
        ...(item === null ? [] : ['item', 'availability'].map((rel) => ({ rel, params: item }))),
        ...[...amounts, 'appliedpromotions', ...(isMovable(line) ? ['movetowishlistform'] : [])].map((rel) => ({
          rel,
          params: own,
        })),
      ],
      data: { quantity, configuration: {} },
    }
  }),
  put: {
    description: 'Changes the quantity; 0 removes the line. A line that a promotion added cannot be changed.',
    fields: { quantity: quantityField(0) },
    run: (context, params, body) => setQuantity(context, params, readQuantity(body, 0)),
  },
  remove: {
    description: 'Removes the line.',
    run: (context, params) => setQuantity(context, params, 0),
  },
}

async function setQuantity(context: StorefrontContext, params: Params, quantity: number): Promise<ChangeResult> {
  const line_id = lineIdOf(params)
  try {
    await changeCurrentCart(context, params, (work, cartRequest) =>
      updateItem(work, cartRequest, line_id, { quantity }),
    )
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found' && (await isGift(context, line_id)))
      throw giftNotChangeable()
    throw error
  }
  return NO_CONTENT
}

/** Called for a line that the store does not know. If the cart still shows the line, a promotion added it. */
async function isGift(context: StorefrontContext, line_id: string): Promise<boolean> {
  return (await currentCart(context)).lines.has(line_id)
}

function giftNotChangeable(): AppError {
  const text = 'A promotion added this line, so it cannot be changed.'
  return conflict('cart.item.not.changeable', text, { data: { 'field-name': 'quantity' } })
}
