import type { Database } from '../../db/database.ts'
import { at } from '../../kernel/at.ts'
import { type AppError, invalid } from '../../kernel/errors.ts'
import { isUuid } from '../../kernel/ids.ts'
import type { Owner } from '../../kernel/owner.ts'
import { evaluate } from '../../pricing/evaluate.ts'
import type { EvaluatedShipping } from '../../pricing/evaluation.ts'
import { assertExactTotals, type PricedCart } from '../carts/price.ts'
import type { Work } from '../kit/work.ts'
import { findOptionId, type Quote, quoteShipping } from '../shipping/quote.ts'
import { findTaxRates, taxesOfClass } from '../taxes/sql/rates.ts'

/** A shipping option for a cart, with its cost after promotions. */
export type PricedShippingOption = { quote: Quote; priced: EvaluatedShipping }

/** A priced cart at checkout, with the chosen shipping option. */
export type PricedCheckout = PricedCart & { shipping: PricedShippingOption | null }

/**
 * Adds the shipping option with this id or code to a priced cart. Throws `invalid` if the option is not offered for the
 * destination.
 */
export async function applyShippingOption(
  work: Work,
  priced: PricedCart,
  named: string | undefined,
): Promise<PricedCheckout> {
  if (named === undefined) return { ...priced, shipping: null }
  const context = { db: work.tx, owner: work.owner, now: work.now }
  const chosen = isUuid(named) ? named.toLowerCase() : await findOptionId(work.tx, work.owner, named)
  if (chosen === null) throw notOffered(priced)
  const { options, input, outcomes } = await findShippingChoices(context, priced, { chosen, others: false })
  const [shipping] = options
  if (shipping === undefined) throw notOffered(priced)
  assertExactTotals({ with_tax: priced.totals.with_tax + shipping.priced.with_tax })
  return { ...priced, input, outcomes, shipping }
}

function notOffered({ format }: PricedCart): AppError {
  const which = `that ships to the destination and has a cost in ${format.currency}`
  const detail = `data.shipping_option must be the id or the code of an enabled shipping option ${which}.`
  return invalid([{ detail, pointer: '/data/shipping_option' }])
}

type Context = { db: Database; owner: Owner; now: number }

/** Shipping options for a cart's destination, and the outcomes of promotions with the chosen option. */
export type ShippingChoices = Pick<PricedCart, 'input' | 'outcomes'> & { options: PricedShippingOption[] }

/** Finds the destination's options, without `others` only the chosen one; none while it is unknown. */
export async function findShippingChoices(
  { db, owner, now }: Context,
  priced: PricedCart,
  { chosen, others }: { chosen: string | null; others: boolean },
): Promise<ShippingChoices> {
  const { cart, format, totals } = priced
  const destination = { country: cart.country ?? '', region: cart.region, postcode: cart.postcode }
  // Without the taxes that are added, so that the destination does not decide about a threshold.
  const parcel = { subtotal: totals.total - totals.discount, weight: weightOf(priced), currency: format.currency }
  const only = others || chosen === null ? {} : { option_id: chosen }
  const quotes = await quoteShipping(db, owner, { ...destination, ...parcel, ...only })
  if (quotes.length === 0) return { input: priced.input, outcomes: priced.outcomes, options: [] }
  const tax_class_ids = [...new Set(quotes.map(({ tax_class_id }) => tax_class_id))]
  const rates = await findTaxRates(db, owner, { ...destination, tax_class_ids, now })
  const options = quotes.map(({ id, cost, tax_class_id }) => ({
    id,
    cost,
    includes_tax: priced.prices_include_tax,
    taxes: taxesOfClass(rates, tax_class_id),
  }))
  const offered = quotes.find(({ id }) => id === chosen)?.id ?? null
  const input = { ...priced.input, shipping: { options, chosen: offered } }
  const { shipping, outcomes } = evaluate(input)
  return { input, outcomes, options: quotes.map((quote, index) => ({ quote, priced: at(shipping, index) })) }
}

/** True if anything in the cart must be shipped; custom items never are. */
export function requiresShipping({ lines, gifts }: Pick<PricedCart, 'lines' | 'gifts'>): boolean {
  return lines.some(({ offer }) => offer?.shippable === true) || gifts.some(({ offer }) => offer.shippable)
}

/** Weight of all lines and gifts, in grams. */
function weightOf({ lines, gifts }: PricedCart): number {
  const bought = lines.reduce((sum, { item, offer }) => sum + (offer?.weight ?? 0) * item.quantity, 0)
  return gifts.reduce((sum, { offer, quantity }) => sum + offer.weight * quantity, bought)
}
