import { invalid } from '../../kernel/errors.ts'
import { evaluate } from '../../pricing/evaluate.ts'
import type { EvaluatedShipping } from '../../pricing/evaluation.ts'
import type { PricedCart } from '../carts/price.ts'
import type { Work } from '../kit/work.ts'
import { type Quote, quoteShipping } from '../shipping/quote.ts'
import { findTaxRates, taxesOfClass } from '../taxes/rates.ts'

/** The shipping that was chosen, with what it costs. */
type Shipped = { quote: Quote; priced: EvaluatedShipping }

/** A cart that is being bought. */
export type SoldCart = PricedCart & { shipping: Shipped | null }

/** The cart with the chosen option, to where it goes; null is none. Throws `invalid` for one that does not go there. */
export async function shipBy(work: Work, priced: PricedCart, option_id: string | undefined): Promise<SoldCart> {
  if (option_id === undefined) return { ...priced, shipping: null }
  const { cart, format, totals } = priced
  const to = { country: cart.country ?? '', region: cart.region, postcode: cart.postcode }
  const parcel = { subtotal: totals.with_tax, weight: weightOf(priced) }
  const [quote] = await quoteShipping(work.tx, work.owner, { ...to, ...parcel, currency: format.currency, option_id })
  if (quote === undefined) {
    const detail = `data.shipping_option_id names no option that goes there in ${format.currency}.`
    throw invalid([{ detail, pointer: '/data/shipping_option_id' }])
  }
  const { id, cost, tax_class_id } = quote
  const rates = await findTaxRates(work.tx, work.owner, { ...to, tax_class_ids: [tax_class_id], now: work.now })
  const options = [{ id, cost, includes_tax: false, taxes: taxesOfClass(rates, tax_class_id) }]
  const input = { ...priced.input, shipping: { options, chosen: id } }
  const { shipping, outcomes } = evaluate(input)
  const [shipped] = shipping
  if (shipped === undefined) throw new Error('A shipping option has no price.')
  return { ...priced, input, outcomes, shipping: { quote, priced: shipped } }
}

/** Grams. */
function weightOf({ lines, gifts }: PricedCart): number {
  const bought = lines.reduce((sum, { item, offer }) => sum + (offer?.weight ?? 0) * item.quantity, 0)
  return gifts.reduce((sum, { offer, quantity }) => sum + offer.weight * quantity, bought)
}
