import { type Static, Type } from 'typebox'
import { invalid, notFound, type Problem } from '../../../kernel/errors.ts'
import { newId } from '../../../kernel/ids.ts'
import { findOffers } from '../../catalog/offers.ts'
import type { Work } from '../../kit/work.ts'
import { type Cart, type CartItem, isCustom, MOST_AMOUNT, MOST_ITEMS, MOST_QUANTITY } from '../cart.ts'
import { type CartRequest, changeCart } from '../change.ts'
import { currencyOf } from '../currency.ts'
import { requireOpen } from '../permit.ts'
import type { PricedCart } from '../price.ts'
import { refuseTaxesAbovePrice } from './included-taxes.ts'

const Quantity = Type.Integer({ minimum: 1, maximum: MOST_QUANTITY })
const Uuid = Type.String({ format: 'uuid' })

/** A product by its id or sku; it joins the line that the cart has of it. */
export const CatalogItemCreate = Type.Object({
  type: Type.Literal('cart_item'),
  id: Type.Optional(Type.String({ format: 'uuid', description: 'Id of the product; or `sku`.' })),
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
    amount: Type.Integer({ minimum: 0, maximum: MOST_AMOUNT, description: 'Of one, in minor units.' }),
    includes_tax: Type.Optional(
      Type.Boolean({ description: 'By default as the setting `prices_include_tax` of the store says.' }),
    ),
  }),
  tax_class_id: Type.Optional(Uuid),
})

export const ItemUpdate = Type.Object({
  type: Type.Optional(Type.Enum(['cart_item', 'custom_item'])),
  quantity: Type.Integer({ minimum: 0, maximum: MOST_QUANTITY, description: '0 removes the line.' }),
})

type Catalog = Static<typeof CatalogItemCreate>
type Custom = Static<typeof CustomItemCreate>
export type NewItem = Catalog | Custom

/**
 * Puts lines into a cart, all of them or none. Throws `invalid` for what the catalog does not offer, `forbidden` for custom
 * items of shoppers where the store does not open them.
 */
export async function addItems(
  work: Work,
  cartRequest: CartRequest,
  asked: readonly NewItem[],
  pointerOf: (index: number) => string,
): Promise<PricedCart> {
  if (asked.some(({ type }) => type === 'custom_item')) await requireOpen(work, cartRequest, 'shopper_custom_items')
  const named = new Map<string, Problem>()
  const change = async (cart: Cart) => {
    const identify = await skuReader(work, cartRequest, cart, asked)
    const problems: Problem[] = []
    let items = cart.items
    for (const [index, item] of asked.entries()) {
      if (item.type === 'custom_item') items = [...items, customItem(item, work.now)]
      else {
        const product_id = item.id?.toLowerCase() ?? identify(item.sku)
        const problem = notOffered(item, pointerOf(index))
        if (product_id === undefined) problems.push(problem)
        else {
          named.set(product_id, problem)
          items = withProduct(items, product_id, item.quantity, work.now)
        }
      }
    }
    problems.push(...tooMuch(items))
    if (problems.length > 0) throw invalid(problems)
    // It stays in the currency of these prices, whatever the store's default one becomes.
    const currency = items.some(isCustom) ? (cart.currency ?? (await currencyOf(work.tx, cart))) : cart.currency
    return { ...cart, items, currency }
  }
  return changeCart(work, cartRequest, change, (priced) => refuseUnavailable(priced, named))
}

/** What was named just now has to be for sale; what was put in earlier may have gone meanwhile. */
function refuseUnavailable({ lines }: PricedCart, named: ReadonlyMap<string, Problem>): void {
  const problems = lines.flatMap(({ item, unavailable }) =>
    unavailable === null ? [] : (named.get(item.product_id ?? '') ?? []),
  )
  if (problems.length > 0) throw invalid(problems)
}

/** Changes how many of a line a cart has; none removes it. Throws `not_found`, `forbidden`, `invalid`. */
export function updateItem(
  work: Work,
  cartRequest: CartRequest,
  item_id: string,
  quantity: number,
): Promise<PricedCart> {
  const change = async (cart: Cart) => {
    const item = findItem(cart, item_id)
    if (isCustom(item)) await requireOpen(work, cartRequest, 'shopper_custom_items')
    if (item.quantity === quantity) return cart
    const items =
      quantity === 0
        ? cart.items.filter((one) => one !== item)
        : cart.items.map((one) => (one === item ? { ...item, quantity, updated_at: work.now } : one))
    return { ...cart, items }
  }
  return changeCart(work, cartRequest, change, (priced) => refuseTaxesAbovePrice(priced, item_id, '/data/quantity'))
}

/** Throws `forbidden`. */
export function removeAllItems(work: Work, cartRequest: CartRequest): Promise<PricedCart> {
  return changeCart(work, cartRequest, async (cart) => {
    if (cart.items.some(isCustom)) await requireOpen(work, cartRequest, 'shopper_custom_items')
    return { ...cart, items: [] }
  })
}

/** Throws `not_found`. */
export function findItem({ items }: Cart, item_id: string): CartItem {
  const item = items.find(({ id }) => id === item_id.toLowerCase())
  if (item === undefined) throw notFound('cart item')
  return item
}

/** Reads which products the skus among what is asked for name. */
async function skuReader({ tx, owner, now }: Work, { shopper }: CartRequest, cart: Cart, asked: readonly NewItem[]) {
  const skus = asked.flatMap((item) => (item.type === 'cart_item' && item.id === undefined ? (item.sku ?? []) : []))
  if (skus.length === 0) return () => undefined
  const currency = await currencyOf(tx, cart)
  const offers = await findOffers(tx, owner, { shopper, named: { skus }, currency, now })
  const ids = new Map(offers.map(({ sku, product_id }) => [sku, product_id]))
  return (sku: string | undefined) => (sku === undefined ? undefined : ids.get(sku))
}

function notOffered({ id, sku }: Catalog, pointer: string): Problem {
  if (id === undefined && sku === undefined)
    return { detail: 'A cart item needs the id or the sku of a product.', pointer }
  const [name, value] = id === undefined ? ['sku', sku] : ['id', id]
  const detail = `The catalog offers no product with the ${name} ${value} in the currency of the cart.`
  return { detail, pointer: `${pointer}/${name}` }
}

function tooMuch(items: readonly CartItem[]): Problem[] {
  const full = items.length > MOST_ITEMS ? [`A cart has at most ${MOST_ITEMS} lines.`] : []
  const many = items.some(({ quantity }) => quantity > MOST_QUANTITY) ? [`A line has at most ${MOST_QUANTITY}.`] : []
  return [...full, ...many].map((detail) => ({ detail, pointer: '/data' }))
}

function withProduct(items: readonly CartItem[], product_id: string, quantity: number, now: number): CartItem[] {
  const line = items.find((item) => item.product_id === product_id)
  if (line === undefined) return [...items, { ...emptyItem(now), product_id, quantity }]
  const more = { ...line, quantity: line.quantity + quantity, updated_at: now }
  return items.map((item) => (item === line ? more : item))
}

function customItem(item: Custom, now: number): CartItem {
  const { name, sku = '', description = '', quantity, price, tax_class_id = null } = item
  const words = { name, sku, description, quantity, tax_class_id }
  return { ...emptyItem(now), ...words, unit_amount: price.amount, includes_tax: price.includes_tax ?? null }
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
