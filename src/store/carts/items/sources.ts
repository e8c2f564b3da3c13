import { type Static, Type } from 'typebox'
import type { Caller } from '../../../http/callers/caller.ts'
import { invalid, type Problem } from '../../../kernel/errors.ts'
import { ownerId } from '../../../kernel/owner.ts'
import { selectRow } from '../../kit/store.ts'
import type { Work } from '../../kit/work.ts'
import type { OrderItem } from '../../orders/item.ts'
import { orders } from '../../orders/order.ts'
import { isOwn } from '../../orders/read.ts'
import { selectItems } from '../../orders/store.ts'
import { CartId, type CartItem, isCustom } from '../cart.ts'
import { currencyOf } from '../currency.ts'
import { isStorefrontCart } from '../shopper.ts'
import { selectCart } from '../store.ts'
import type { NewItem, Request, RequestedItem } from './new-item.ts'

export const CartItemsCreate = Type.Object(
  {
    type: Type.Literal('cart_items'),
    cart_id: { ...CartId, description: 'Of the cart whose lines are copied.' },
  },
  { title: 'ItemsOfCart' },
)

export const OrderItemsCreate = Type.Object(
  {
    type: Type.Literal('order_items'),
    order_id: Type.String({ format: 'uuid', description: 'Of the order whose products are bought again.' }),
  },
  { title: 'ItemsOfOrder' },
)

export type Source = Static<typeof CartItemsCreate> | Static<typeof OrderItemsCreate>

type Target = { cart_id: string; caller: Caller }

/** Returns the items to copy from another cart or an order. Throws `invalid` if the caller may not read the source. */
export function itemsOfSource(work: Work, source: Source, target: Target): Promise<Request> {
  return source.type === 'cart_items' ? itemsOfCart(work, source.cart_id, target) : itemsOfOrder(work, source, target)
}

async function itemsOfCart({ tx, owner }: Work, id: string, { cart_id, caller }: Target): Promise<Request> {
  const pointer = '/data/cart_id'
  if (id === cart_id) throw invalid([{ detail: 'data.cart_id must be the id of another cart.', pointer }])
  const isHidden = caller.role === 'shopper' && isStorefrontCart(id)
  const cart = isHidden ? undefined : await selectCart(tx, { owner_id: ownerId(owner), id })
  if (cart === undefined || cart.items.length === 0)
    throw invalid([{ detail: `The cart ${id} has no items.`, pointer }])
  const unpriced = cart.items.find((item) => isCustom(item) && item.unit_amount === null)
  if (unpriced !== undefined)
    throw invalid([{ detail: `${unpriced.name} in the cart ${id} has no price: remove it there first.`, pointer }])
  const currency = await currencyOf(tx, cart)
  const requested = cart.items.map((item) => ({ item: copyOf(item), pointerTo: () => pointer, currency }))
  return { requested, refused: [] }
}

/** Drops tax items, since they were computed for the other cart. */
function copyOf(line: CartItem): NewItem {
  const { product_id, quantity, custom_inputs, custom_attributes, name, sku, description, tax_class_id } = line
  const common = { quantity, custom_inputs, custom_attributes }
  if (product_id !== null) return { type: 'cart_item', id: product_id, ...common }
  const price = {
    amount: line.unit_amount ?? 0,
    ...(line.includes_tax !== null && { includes_tax: line.includes_tax }),
  }
  const own = { name, sku, description, price, ...(tax_class_id !== null && { tax_class_id }) }
  return { type: 'custom_item', ...own, ...common }
}

async function itemsOfOrder(
  { tx, owner }: Work,
  { order_id }: Static<typeof OrderItemsCreate>,
  { caller }: Target,
): Promise<Request> {
  const pointer = '/data/order_id'
  const order = await selectRow(tx, orders, { owner_id: ownerId(owner), id: order_id.toLowerCase() })
  if (order === undefined || !isOwn(caller, order)) throw invalid([{ detail: `Order ${order_id} not found.`, pointer }])
  // Skips gifts, because promotions add them again.
  const items = (await selectItems(tx, { owner_id: order.owner_id, order_id: order.id })).filter(isBought)
  const requested = items.flatMap((item): RequestedItem[] => {
    const again = order.anonymized ? { ...item, custom_inputs: {}, custom_attributes: {} } : item
    return item.product_id === null ? [] : [{ item: productOf(again, item.product_id), pointerTo: () => pointer }]
  })
  return { requested, refused: items.filter(({ product_id }) => product_id === null).map(notSold) }

  function notSold({ name }: OrderItem): Problem {
    return { detail: `${name} is not a product of the catalog: add it as a custom item.`, pointer }
  }
}

function isBought({ promotion_id }: OrderItem): boolean {
  return promotion_id === null
}

function productOf({ quantity, custom_inputs, custom_attributes }: OrderItem, id: string): NewItem {
  return { type: 'cart_item', id, quantity, custom_inputs, custom_attributes }
}
