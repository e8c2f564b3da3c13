import { newId } from '../../../db/new-id.ts'
import { invalid, notFound } from '../../../kernel/errors.ts'
import type { Work } from '../../kit/work.ts'
import { type Cart, type CartItem, MAX_TAX_ITEMS, type TaxItem } from '../cart.ts'
import { type CartRequest, changeCart } from '../change.ts'
import { requirePermission } from '../permit.ts'
import type { PricedCart } from '../price.ts'
import { refuseTaxesAbovePrice } from './included-taxes.ts'
import { findItem } from './items.ts'
import { type TaxItemAttributes, taxItemOf } from './tax-item.ts'

/** Adds tax items to a line, which replace the store's taxes. Throws `not_found`, `invalid` and `forbidden`. */
export function addTaxItems(
  work: Work,
  cartRequest: CartRequest,
  item_id: string,
  newItems: readonly TaxItemAttributes[],
): Promise<PricedCart> {
  return changeTaxes(work, cartRequest, item_id, (taxes) => [
    ...taxes,
    ...newItems.map((one) => taxItemOf({ ...one, id: newId(work.now) })),
  ])
}

/** Changes the sent attributes of a tax item. Throws `not_found`, `invalid` and `forbidden`. */
export function updateTaxItem(
  work: Work,
  cartRequest: CartRequest,
  { item_id, tax_id, update }: { item_id: string; tax_id: string; update: TaxItemAttributes },
): Promise<PricedCart> {
  return changeTaxes(work, cartRequest, item_id, (taxes) => {
    const tax = findTax(taxes, tax_id)
    // A new rate clears the amount, and a new amount clears the rate.
    const cleared =
      typeof update.rate === 'number' ? { amount: null } : typeof update.amount === 'number' ? { rate: null } : {}
    return taxes.map((one) => (one === tax ? taxItemOf({ ...tax, ...cleared, ...update }) : one))
  })
}

/** Removes one tax item of a line, or all if `tax_id` is null. Throws `not_found` and `forbidden`. */
export function removeTaxItems(
  work: Work,
  cartRequest: CartRequest,
  item_id: string,
  tax_id: string | null,
): Promise<PricedCart> {
  const withoutRemoved = (taxes: readonly TaxItem[]) => {
    if (tax_id === null) return []
    const tax = findTax(taxes, tax_id)
    return taxes.filter((one) => one !== tax)
  }
  // No check, since removing taxes cannot make them exceed the price.
  return changeTaxes(work, cartRequest, item_id, withoutRemoved, () => {})
}

async function changeTaxes(
  work: Work,
  cartRequest: CartRequest,
  item_id: string,
  alter: (taxes: readonly TaxItem[]) => readonly TaxItem[],
  check: (priced: PricedCart) => void = (priced) => refuseTaxesAbovePrice(priced, item_id, '/data'),
): Promise<PricedCart> {
  await requirePermission(work, cartRequest, 'shopper_tax_items')
  const change = (cart: Cart) => {
    const item = findItem(cart, item_id)
    const tax_items = [...alter(item.tax_items)]
    if (tax_items.length > MAX_TAX_ITEMS) throw invalid([{ detail: TOO_MANY_TAX_ITEMS, pointer: '/data' }])
    return withItem(cart, { ...item, tax_items, updated_at: work.now }, item)
  }
  return changeCart(work, cartRequest, change, check)
}

export const TOO_MANY_TAX_ITEMS = `A line has at most ${MAX_TAX_ITEMS} tax items.`

function withItem(cart: Cart, changed: CartItem, item: CartItem): Cart {
  if (JSON.stringify(changed.tax_items) === JSON.stringify(item.tax_items)) return cart
  return { ...cart, items: cart.items.map((one) => (one === item ? changed : one)) }
}

/** Throws `not_found`. */
export function findTax<Tax extends { id: string }>(taxes: readonly Tax[], tax_id: string): Tax {
  const tax = taxes.find(({ id }) => id === tax_id.toLowerCase())
  if (tax === undefined) throw notFound('tax item')
  return tax
}
