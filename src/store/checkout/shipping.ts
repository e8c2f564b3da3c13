import { invalid } from '../../kernel/errors.ts'
import { evaluate } from '../../pricing/evaluate.ts'
import type { EvaluatedShipping } from '../../pricing/evaluation.ts'
import { ANYBODY, NO_OFFERS } from '../../pricing/input.ts'
import type { PricedCart } from '../carts/price.ts'
import type { Work } from '../kit/work.ts'
import { type Quote, quoteShipping } from '../shipping/quote.ts'
import { findTaxRates, taxesOfClass } from '../taxes/rates.ts'

/** The shipping that was chosen, with what it costs. */
export type Shipped = { quote: Quote; priced: EvaluatedShipping }

/** What the chosen option costs, to where the cart goes; null when none is chosen. Throws `invalid` for one that does not go there. */
export async function shipBy(
  work: Work,
  { cart, lines, totals, format }: PricedCart,
  option_id: string | undefined,
): Promise<Shipped | null> {
  if (option_id === undefined) return null
  const weight = lines.reduce((sum, { item, offer }) => sum + (offer?.weight ?? 0) * item.quantity, 0)
  const to = { country: cart.country ?? '', region: cart.region, postcode: cart.postcode }
  const asked = { ...to, currency: format.currency, subtotal: totals.with_tax, weight, option_id }
  const [quote] = await quoteShipping(work.tx, work.owner, asked)
  if (quote === undefined) {
    const detail = `data.shipping_option_id names no option that goes there in ${format.currency}.`
    throw invalid([{ detail, pointer: '/data/shipping_option_id' }])
  }
  const { tax_class_id } = quote
  const due = { ...to, tax_class_ids: [tax_class_id], now: work.now }
  const taxes = taxesOfClass(await findTaxRates(work.tx, work.owner, due), tax_class_id)
  const options = [{ id: quote.id, cost: quote.cost, includes_tax: false, taxes }]
  const { shipping } = evaluate({
    format,
    now: work.now,
    lines: [],
    shipping: { options, chosen: quote.id },
    shopper: ANYBODY,
    offers: NO_OFFERS,
  })
  const [priced] = shipping
  if (priced === undefined) throw new Error('A shipping option has no price.')
  return { quote, priced }
}
