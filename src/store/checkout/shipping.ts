import type { Database } from '../../db/tables.ts'
import { at } from '../../kernel/at.ts'
import { invalid } from '../../kernel/errors.ts'
import type { Owner } from '../../kernel/owner.ts'
import { evaluate } from '../../pricing/evaluate.ts'
import type { EvaluatedShipping } from '../../pricing/evaluation.ts'
import type { PricedCart } from '../carts/price.ts'
import type { Work } from '../kit/work.ts'
import { type Quote, quoteShipping } from '../shipping/quote.ts'
import { findTaxRates, taxesOfClass } from '../taxes/rates.ts'

/** A way to send a cart, with what it costs after promotions. */
export type Shipped = { quote: Quote; priced: EvaluatedShipping }

/** A cart that is being bought. */
export type SoldCart = PricedCart & { shipping: Shipped | null }

/** The cart with the chosen option, to where it goes; null is none. Throws `invalid` for one that does not go there. */
export async function shipBy(work: Work, priced: PricedCart, option_id: string | undefined): Promise<SoldCart> {
  if (option_id === undefined) return { ...priced, shipping: null }
  const asking = { db: work.tx, owner: work.owner, now: work.now }
  const { options, input, outcomes } = await waysToSend(asking, priced, { chosen: option_id, others: false })
  const [shipping] = options
  if (shipping !== undefined) return { ...priced, input, outcomes, shipping }
  const detail = `data.shipping_option_id names no option that goes there in ${priced.format.currency}.`
  throw invalid([{ detail, pointer: '/data/shipping_option_id' }])
}

type Asking = { db: Database; owner: Owner; now: number }

/** How a cart can be sent to where it goes, and what promotions do when the chosen option is taken. */
export type WaysToSend = Pick<PricedCart, 'input' | 'outcomes'> & { options: Shipped[] }

/** The options that go there, or the chosen one alone. None while it is not known where it goes. */
export async function waysToSend(
  { db, owner, now }: Asking,
  priced: PricedCart,
  { chosen, others }: { chosen: string | null; others: boolean },
): Promise<WaysToSend> {
  const { cart, format, totals } = priced
  const to = { country: cart.country ?? '', region: cart.region, postcode: cart.postcode }
  const parcel = { subtotal: totals.with_tax, weight: weightOf(priced), currency: format.currency }
  const only = others || chosen === null ? {} : { option_id: chosen }
  const quotes = await quoteShipping(db, owner, { ...to, ...parcel, ...only })
  if (quotes.length === 0) return { input: priced.input, outcomes: priced.outcomes, options: [] }
  const tax_class_ids = [...new Set(quotes.map(({ tax_class_id }) => tax_class_id))]
  const rates = await findTaxRates(db, owner, { ...to, tax_class_ids, now })
  const options = quotes.map(({ id, cost, tax_class_id }) => ({
    id,
    cost,
    includes_tax: priced.prices_include_tax,
    taxes: taxesOfClass(rates, tax_class_id),
  }))
  const taken = quotes.find(({ id }) => id === chosen)?.id ?? null
  const input = { ...priced.input, shipping: { options, chosen: taken } }
  const { shipping, outcomes } = evaluate(input)
  return { input, outcomes, options: quotes.map((quote, index) => ({ quote, priced: at(shipping, index) })) }
}

/** Whether anything of it has to be delivered; custom items never are. */
export function isShipped({ lines, gifts }: Pick<PricedCart, 'lines' | 'gifts'>): boolean {
  return lines.some(({ offer }) => offer?.shippable === true) || gifts.some(({ offer }) => offer.shippable)
}

/** Grams. */
function weightOf({ lines, gifts }: PricedCart): number {
  const bought = lines.reduce((sum, { item, offer }) => sum + (offer?.weight ?? 0) * item.quantity, 0)
  return gifts.reduce((sum, { offer, quantity }) => sum + offer.weight * quantity, bought)
}
