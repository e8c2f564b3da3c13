import type { Static } from 'typebox'
import { newId } from '../../../db/new-id.ts'
import { invalid, type Problem } from '../../../kernel/errors.ts'
import type { Work } from '../../kit/work.ts'
import { type Cart, MAX_TAX_ITEMS, type TaxItem } from '../cart.ts'
import { type CartRequest, changeCart } from '../change.ts'
import { requirePermission } from '../permit.ts'
import type { PricedCart } from '../price.ts'
import type { Outcome } from './add.ts'
import type { Mode } from './find-requested.ts'
import { refuseTaxesAbovePrice } from './included-taxes.ts'
import { type BulkTaxItemCreate, taxItemAttributes, taxItemOf } from './tax-item.ts'
import { TOO_MANY_TAX_ITEMS } from './tax-items.ts'

type AddedTax = { item_id: string; tax: TaxItem }

/**
 * Adds tax items, which replace the store's taxes, to several lines: all or none, or those that can be added. Throws
 * `invalid` and `forbidden`.
 */
export async function addTaxesToLines(
  work: Work,
  cartRequest: CartRequest,
  newItems: readonly Static<typeof BulkTaxItemCreate>[],
  mode: Mode,
): Promise<Outcome & { added: readonly AddedTax[] }> {
  await requirePermission(work, cartRequest, 'shopper_tax_items')
  const requested = newItems.map((item, index) => requestedTax(work, item, `/data/${index}`))
  let refused: Problem[] = []
  let added: AddedTax[] = []
  const change = (cart: Cart) => {
    refused = []
    added = []
    let next = cart
    for (const [index, one] of requested.entries()) {
      const changed = withTax(next, one, `/data/${index}`, work.now)
      if ('items' in changed) {
        next = changed
        added.push(one)
      } else refused.push(changed)
    }
    if (mode === 'all' && refused.length > 0) throw invalid(refused)
    return next
  }
  const priced = await changeCart(work, cartRequest, change, (found) => {
    for (const { item_id } of added) refuseTaxesAbovePrice(found, item_id, '/data')
  })
  return { priced, refused, added }
}

function requestedTax(work: Work, item: Static<typeof BulkTaxItemCreate>, pointer: string): AddedTax {
  const { type: _, relationships, ...sent } = item
  const tax = taxItemOf({ ...taxItemAttributes(sent, pointer), id: newId(work.now) }, pointer)
  return { item_id: relationships.item.data.id.toLowerCase(), tax }
}

function withTax(cart: Cart, { item_id, tax }: AddedTax, pointer: string, now: number): Cart | Problem {
  const item = cart.items.find(({ id }) => id === item_id)
  if (item === undefined)
    return { detail: `The cart has no item ${item_id}.`, pointer: `${pointer}/relationships/item/data/id` }
  if (item.tax_items.length === MAX_TAX_ITEMS) return { detail: TOO_MANY_TAX_ITEMS, pointer }
  const changed = { ...item, tax_items: [...item.tax_items, tax], updated_at: now }
  return { ...cart, items: cart.items.map((one) => (one === item ? changed : one)) }
}

/** Removes the tax items of all lines. Throws `forbidden`. */
export async function removeAllTaxes(work: Work, cartRequest: CartRequest): Promise<PricedCart> {
  await requirePermission(work, cartRequest, 'shopper_tax_items')
  return changeCart(work, cartRequest, (cart) => ({
    ...cart,
    items: cart.items.map((item) =>
      item.tax_items.length === 0 ? item : { ...item, tax_items: [], updated_at: work.now },
    ),
  }))
}
