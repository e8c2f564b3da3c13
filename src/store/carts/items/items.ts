import { type Static, Type } from 'typebox'
import { newId } from '../../../db/new-id.ts'
import { invalid, notFound, type Problem } from '../../../kernel/errors.ts'
import { findOffers } from '../../catalog/sql/offers.ts'
import type { Work } from '../../kit/work.ts'
import { type Cart, type CartItem, isCustom, MAX_AMOUNT, MAX_ITEMS, MAX_QUANTITY } from '../cart.ts'
import { type CartRequest, changeCart } from '../change.ts'
import { currencyOf } from '../currency.ts'
import { requirePermission } from '../permit.ts'
import type { PricedCart } from '../price.ts'
import { refuseTaxesAbovePrice } from './included-taxes.ts'

const Quantity = Type.Integer({ minimum: 1, maximum: MAX_QUANTITY })
const Uuid = Type.String({ format: 'uuid' })

/** A product by its id or sku. It is added to the cart's existing line of the product, if any. */
export const CatalogItemCreate = Type.Object({
  type: Type.Literal('cart_item'),
  id: Type.Optional(Type.String({ format: 'uuid', description: 'Id of the product; required without `sku`.' })),
  sku: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
  quantity: Quantity,
})

export const CustomItemCreate = Type.Object({
  type: Type.Literal('custom_item'),
  name: Type.String({ minLength: 1, maxLength: 255 }),
  sku: Type.Optional(Type.String({ maxLength: 255 })),
  description: Type.Optional(Type.String({ maxLength: 1000 })),
  quantity: Quantity,
  price: Type.Object({
    amount: Type.Integer({ minimum: 0, maximum: MAX_AMOUNT, description: 'Per unit, in minor units.' }),
    includes_tax: Type.Optional(
      Type.Boolean({ description: 'The default is the setting `prices_include_tax` of the store.' }),
    ),
  }),
  tax_class_id: Type.Optional(Uuid),
})

export const ItemUpdate = Type.Object({
  type: Type.Optional(Type.Enum(['cart_item', 'custom_item'])),
  quantity: Type.Integer({ minimum: 0, maximum: MAX_QUANTITY, description: '0 removes the line.' }),
})

type NewCatalogItem = Static<typeof CatalogItemCreate>
type NewCustomItem = Static<typeof CustomItemCreate>
export type NewItem = NewCatalogItem | NewCustomItem

/**
 * Adds all items to a cart, or none. Throws `invalid` for items that the catalog does not offer, `forbidden` for custom items
 * of shoppers unless the store allows them.
 */
export async function addItems(
  work: Work,
  cartRequest: CartRequest,
  newItems: readonly NewItem[],
  pointerOf: (index: number) => string,
): Promise<PricedCart> {
  if (newItems.some(({ type }) => type === 'custom_item'))
    await requirePermission(work, cartRequest, 'shopper_custom_items')
  const named = new Map<string, Problem>()
  const change = async (cart: Cart) => {
    const productIdOf = await findProductIds(work, cartRequest, cart, newItems)
    const problems: Problem[] = []
    let items = cart.items
    for (const [index, item] of newItems.entries()) {
      if (item.type === 'custom_item') items = [...items, customItem(item, work.now)]
      else {
        const product_id = item.id?.toLowerCase() ?? productIdOf(item.sku)
        const problem = notOfferedProblem(item, pointerOf(index))
        if (product_id === undefined) problems.push(problem)
        else {
          named.set(product_id, problem)
          items = withProduct(items, product_id, item.quantity, work.now)
        }
      }
    }
    problems.push(...quantityProblems(items))
    if (problems.length > 0) throw invalid(problems)
    // Fixed, so that a new default currency of the store does not change the currency of these prices.
    const currency = items.some(isCustom) ? (cart.currency ?? (await currencyOf(work.tx, cart))) : cart.currency
    return { ...cart, items, currency }
  }
  return changeCart(work, cartRequest, change, (priced) => refuseUnavailable(priced, named))
}

/** Only the items of this request must be available; earlier ones may have become unavailable. */
function refuseUnavailable({ lines }: PricedCart, named: ReadonlyMap<string, Problem>): void {
  const problems = lines.flatMap(({ item, unavailable }) =>
    unavailable === null ? [] : (named.get(item.product_id ?? '') ?? []),
  )
  if (problems.length > 0) throw invalid(problems)
}

/** Sets the quantity of a line; 0 removes it. Throws `not_found`, `forbidden`, `invalid`. */
export function updateItem(
  work: Work,
  cartRequest: CartRequest,
  item_id: string,
  quantity: number,
): Promise<PricedCart> {
  const change = async (cart: Cart) => {
    const item = findItem(cart, item_id)
    if (isCustom(item)) await requirePermission(work, cartRequest, 'shopper_custom_items')
    if (item.quantity === quantity) return cart
    const items =
      quantity === 0
        ? cart.items.filter((one) => one !== item)
        : cart.items.map((one) => (one === item ? { ...item, quantity, updated_at: work.now } : one))
    return { ...cart, items }
  }
  return changeCart(work, cartRequest, change, (priced) => refuseTaxesAbovePrice(priced, item_id, '/data/quantity'))
}

/** Empties the cart. Throws `forbidden` for custom items if shoppers may not change them. */
export function removeAllItems(work: Work, cartRequest: CartRequest): Promise<PricedCart> {
  return changeCart(work, cartRequest, async (cart) => {
    if (cart.items.some(isCustom)) await requirePermission(work, cartRequest, 'shopper_custom_items')
    return { ...cart, items: [] }
  })
}

/** Throws `not_found`. */
export function findItem({ items }: Cart, item_id: string): CartItem {
  const item = items.find(({ id }) => id === item_id.toLowerCase())
  if (item === undefined) throw notFound('cart item')
  return item
}

/** Returns a lookup of product ids by the skus of the new items. */
async function findProductIds(
  { tx, owner, now }: Work,
  { shopper }: CartRequest,
  cart: Cart,
  newItems: readonly NewItem[],
) {
  const skus = newItems.flatMap((item) => (item.type === 'cart_item' && item.id === undefined ? (item.sku ?? []) : []))
  if (skus.length === 0) return () => undefined
  const currency = await currencyOf(tx, cart)
  const offers = await findOffers(tx, owner, { shopper, named: { skus }, currency, now })
  const ids = new Map(offers.map(({ sku, product_id }) => [sku, product_id]))
  return (sku: string | undefined) => (sku === undefined ? undefined : ids.get(sku))
}

function notOfferedProblem({ id, sku }: NewCatalogItem, pointer: string): Problem {
  if (id === undefined && sku === undefined)
    return { detail: 'A cart item must have the id or the sku of a product.', pointer }
  const [name, value] = id === undefined ? ['sku', sku] : ['id', id]
  const detail = `The catalog offers no product with the ${name} ${value} in the currency of the cart.`
  return { detail, pointer: `${pointer}/${name}` }
}

function quantityProblems(items: readonly CartItem[]): Problem[] {
  const lines = items.length > MAX_ITEMS ? [`A cart has at most ${MAX_ITEMS} lines.`] : []
  const quantities = items.some(({ quantity }) => quantity > MAX_QUANTITY)
    ? [`A line has a quantity of at most ${MAX_QUANTITY}.`]
    : []
  return [...lines, ...quantities].map((detail) => ({ detail, pointer: '/data' }))
}

function withProduct(items: readonly CartItem[], product_id: string, quantity: number, now: number): CartItem[] {
  const line = items.find((item) => item.product_id === product_id)
  if (line === undefined) return [...items, { ...emptyItem(now), product_id, quantity }]
  const increased = { ...line, quantity: line.quantity + quantity, updated_at: now }
  return items.map((item) => (item === line ? increased : item))
}

function customItem(item: NewCustomItem, now: number): CartItem {
  const { name, sku = '', description = '', quantity, price, tax_class_id = null } = item
  const attributes = { name, sku, description, quantity, tax_class_id }
  return { ...emptyItem(now), ...attributes, unit_amount: price.amount, includes_tax: price.includes_tax ?? null }
}

function emptyItem(now: number): CartItem {
  return {
    id: newId(now),
    created_at: now,
    updated_at: now,
    product_id: null,
    sku: '',
    name: '',
    description: '',
    quantity: 1,
    unit_amount: null,
    includes_tax: null,
    tax_class_id: null,
    tax_items: [],
  }
}
