import { AppError } from '../../kernel/errors.ts'
import type { Cart } from '../carts/cart.ts'
import type { ExpectedState } from '../carts/if-match.ts'
import { type Pricing, priceCart } from '../carts/price.ts'
import { isSameQuote, QuoteChanged, quoteOf } from '../carts/quote.ts'
import type { Work } from '../kit/work.ts'
import type { Buyer } from './buyer.ts'
import type { Checkout } from './request.ts'
import type { PricedCheckout } from './shipping.ts'

type QuoteRequest = Pick<Pricing, 'shopper' | 'currency'> & { checkout: Checkout; expected: ExpectedState | null }
type Sale = { request: QuoteRequest; buyer: Buyer; sold: PricedCheckout }

const NO_SHIPPING = { tax: 0, with_tax: 0 }

/**
 * Checks that the buyer pays the displayed amounts: the expected total and the expected quote of the cart. The quote of
 * a cart without a destination has no taxes, so it is compared with the price before taxes. Throws `conflict` that
 * names the changes.
 */
export async function checkQuote(work: Work, cart: Cart, { request, buyer, sold }: Sale): Promise<void> {
  const shipped = sold.shipping?.priced ?? NO_SHIPPING
  const due = sold.totals.with_tax + shipped.with_tax
  checkTotal(request.checkout.expected_total, due, { ...sold, shipped })
  const expected = request.expected?.quote ?? null
  if (expected === null) return
  const shipping = expected.shipping === null ? null : shipped
  const charged = quoteOf(sold, shipping)
  if (isSameQuote(charged, expected)) return
  const comparable = cart.country === null && shipping === null ? await priceUntaxed(work, cart, request, buyer) : sold
  const now = quoteOf(comparable, shipping)
  if (isSameQuote(now, expected)) return
  const advice = `The total is ${due} for this buyer at this address: display it, and send it as expected_total instead of If-Match, or read the cart again.`
  throw new QuoteChanged(expected, now, { lines: sold.lines, advice })
}

function priceUntaxed(work: Work, cart: Cart, { shopper, currency }: QuoteRequest, buying: Buyer) {
  const { customer_id, account_id, email } = buying
  const buyer = { customer_id, account_id, email }
  return priceCart(work.tx, cart, { owner: work.owner, shopper, currency, buyer, now: work.now })
}

type Charged = Pick<PricedCheckout, 'totals'> & { shipped: { tax: number; with_tax: number } }

function checkTotal(expected: number | undefined, due: number, { totals, shipped }: Charged): void {
  if (expected === undefined || expected === due) return
  const parts = `discount ${totals.total_discount}, shipping ${shipped.with_tax}, tax ${totals.tax + shipped.tax}`
  const detail = `data.expected_total is ${expected}, but the total is ${due}: ${parts}.`
  throw new AppError('conflict', [{ detail, pointer: '/data/expected_total' }])
}
