import { AppError, invalid, type Problem } from '../../../kernel/errors.ts'
import type { CatalogView } from '../../catalog/sql/view.ts'
import { customDataProblems } from '../../kit/values/custom-data.ts'
import type { Work } from '../../kit/work.ts'
import { type Cart, type CartItem, isCustom, MAX_ITEMS, MAX_QUANTITY } from '../cart.ts'
import { type CartRequest, changeCart } from '../change.ts'
import { TOO_MANY_COUPONS, unknownCouponWords, withCodes, withCoupon } from '../coupons.ts'
import { currencyIn } from '../currency.ts'
import { findSameLine } from '../custom-data.ts'
import { missingPermission } from '../permit.ts'
import type { PricedCart } from '../price.ts'
import { type Mode, productFinder } from './find-requested.ts'
import {
  catalogLine,
  customLine,
  type NewCatalogItem,
  type NewCustomItem,
  type NewPromotionItem,
  type Request,
  type RequestedItem,
} from './new-item.ts'

/** `refused` has the problems of items that were not added. */
export type Outcome = { priced: PricedCart; refused: readonly Problem[] }

/**
 * Adds items to a cart: all or none, or those that can be added. Throws `invalid` for unusable items, `forbidden` for
 * custom items of shoppers unless the store allows them, and `conflict` for unusable coupons.
 */
export function addItems(work: Work, cartRequest: CartRequest, request: Request, mode: Mode = 'all'): Promise<Outcome> {
  const requested = request.requested.flatMap(({ item }) => (item.type === 'promotion_item' ? [item.code] : []))
  return withCodes(work, cartRequest, requested, (codes, assertUsable) =>
    addWithCodes(work, cartRequest, { ...request, codes, assertUsable, mode }),
  )
}

type CodedRequest = Request & {
  codes: ReadonlyMap<string, string>
  assertUsable: (priced: PricedCart) => void
  mode: Mode
}

async function addWithCodes(
  work: Work,
  cartRequest: CartRequest,
  { requested, refused, codes, assertUsable, mode }: CodedRequest,
): Promise<Outcome> {
  const denied = await deniedCustomItems(work, cartRequest, { requested, mode })
  let problems = [...refused]
  const named = new Map<string, Problem>()
  const change = async (cart: Cart, view: CatalogView) => {
    problems = [...refused]
    const own_currency = currencyIn(view, cart)
    const productOf = await productFinder(work, cartRequest, { cart, view, requested, mode })
    const currency = currencyOfCopies(view, cart, requested)
    const context = { denied, codes, productOf, named, now: work.now, currency }
    let next = cart
    for (const one of requested) {
      const added = withRequested(next, one, context)
      if ('items' in added) next = added
      else problems.push(added)
    }
    if (mode === 'all' && problems.length > 0) throw invalid(problems)
    // Fixed now, so that a new default currency of the store does not change the currency of these prices.
    return { ...next, currency: next.items.some(isCustom) ? own_currency : cart.currency }
  }
  const priced = await changeCart(work, cartRequest, change, (found) => {
    refuseUnavailable(found, named)
    assertUsable(found)
  })
  return { priced, refused: problems }
}

type Requested = { requested: readonly RequestedItem[]; mode: Mode }

/** Returns the reason why custom items cannot be added, or null. Throws `forbidden` if all items must be added. */
async function deniedCustomItems(work: Work, cartRequest: CartRequest, { requested, mode }: Requested) {
  if (requested.every(({ item }) => item.type !== 'custom_item')) return null
  const detail = await missingPermission(work, cartRequest, 'shopper_custom_items')
  if (detail !== null && mode === 'all') throw new AppError('forbidden', [{ detail }])
  return detail
}

/** Returns the cart's currency if any price is copied into the cart. */
function currencyOfCopies(view: CatalogView, cart: Cart, requested: readonly RequestedItem[]): string | null {
  return requested.some(({ currency }) => currency !== undefined) ? currencyIn(view, cart) : null
}

type Context = {
  denied: string | null
  codes: ReadonlyMap<string, string>
  productOf: (item: NewCatalogItem) => string | undefined
  /** Receives the added products, each with the problem to report if it is unavailable. */
  named: Map<string, Problem>
  now: number
  currency: string | null
}

/** Returns the cart with the requested item, or the reason why it is not added. */
function withRequested(cart: Cart, requested: RequestedItem, context: Context): Cart | Problem {
  const { item, pointerTo } = requested
  const [wrong] = item.type === 'promotion_item' ? [] : customDataProblems(item, pointerTo(''))
  if (wrong !== undefined) return wrong
  switch (item.type) {
    case 'promotion_item':
      return withPromotion(cart, item, requested, context)
    case 'custom_item':
      return withCustomItem(cart, item, requested, context)
    case 'cart_item':
      return withProduct(cart, item, requested, context)
  }
}

function withPromotion(cart: Cart, { code }: NewPromotionItem, { pointerTo }: RequestedItem, { codes }: Context) {
  const known = codes.get(code)
  const pointer = pointerTo('code')
  if (known === undefined) return { detail: unknownCouponWords(code), pointer }
  return withCoupon(cart, known) ?? { detail: TOO_MANY_COUPONS, pointer }
}

function withCustomItem(cart: Cart, item: NewCustomItem, requested: RequestedItem, { denied, now, currency }: Context) {
  const { pointerTo, currency: copied } = requested
  if (denied !== null) return { detail: `${item.name}: ${denied}`, pointer: pointerTo('') }
  if (copied !== undefined && copied !== currency)
    return { detail: `${item.name} has no price in ${currency}, but in ${copied}.`, pointer: pointerTo('') }
  return limited({ ...cart, items: [...cart.items, customLine(item, now)] }, pointerTo(''))
}

function withProduct(cart: Cart, item: NewCatalogItem, { pointerTo }: RequestedItem, context: Context): Cart | Problem {
  const { productOf, named, now } = context
  const product_id = productOf(item)
  const problem = notOfferedProblem(item, pointerTo)
  if (product_id === undefined) return problem
  named.set(product_id, problem)
  const added = catalogLine(item, product_id, now)
  const line = findSameLine(cart.items, added)
  if (line === undefined) return limited({ ...cart, items: [...cart.items, added] }, pointerTo(''))
  const increased = { ...line, quantity: line.quantity + item.quantity, updated_at: now }
  const items = cart.items.map((one): CartItem => (one === line ? increased : one))
  return limited({ ...cart, items }, pointerTo(''))
}

function limited(cart: Cart, pointer: string): Cart | Problem {
  if (cart.items.length > MAX_ITEMS) return { detail: `A cart has at most ${MAX_ITEMS} lines.`, pointer }
  const isTooMany = cart.items.some(({ quantity }) => quantity > MAX_QUANTITY)
  return isTooMany ? { detail: `A line has a quantity of at most ${MAX_QUANTITY}.`, pointer } : cart
}

function notOfferedProblem({ id, sku }: NewCatalogItem, pointerTo: RequestedItem['pointerTo']): Problem {
  if (id === undefined && sku === undefined)
    return { detail: 'A cart item must have the id or the sku of a product.', pointer: pointerTo('') }
  const [name, value] = id === undefined ? ['sku', sku] : ['id', id]
  const detail = `The catalog offers no product with the ${name} ${value} in the currency of the cart.`
  return { detail, pointer: pointerTo(name) }
}

/** Checks only the items of this request, because earlier ones may have become unavailable. */
function refuseUnavailable({ lines }: PricedCart, named: ReadonlyMap<string, Problem>): void {
  const problems = lines.flatMap(({ item, unavailable }) =>
    unavailable === null ? [] : (named.get(item.product_id ?? '') ?? []),
  )
  if (problems.length > 0) throw invalid(problems)
}
