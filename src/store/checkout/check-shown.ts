import { AppError } from '../../kernel/errors.ts'
import type { Cart } from '../carts/cart.ts'
import { FiguresMoved, figuresOf, isSame } from '../carts/figures.ts'
import { priceCart } from '../carts/price.ts'
import type { Seen } from '../carts/seen.ts'
import type { Shopper } from '../catalog/offers.ts'
import type { Work } from '../kit/work.ts'
import type { Buyer } from './buyer.ts'
import type { Checkout } from './request.ts'
import type { SoldCart } from './shipping.ts'

type Asked = { checkout: Checkout; seen: Seen | null; shopper: Shopper }
type Sale = { request: Asked; buyer: Buyer; sold: SoldCart }

const NO_SHIPPING = { tax: 0, with_tax: 0 }

/**
 * Whether what is charged is what was shown: the total that the buyer was told, and the figures of what it saw. A cart that
 * does not say where it goes has shown no taxes, and its figures are held against what it costs without them. Throws
 * `conflict` that says what has moved.
 */
export async function checkShown(work: Work, cart: Cart, { request, buyer, sold }: Sale): Promise<void> {
  const shipped = sold.shipping?.priced ?? NO_SHIPPING
  const due = sold.totals.with_tax + shipped.with_tax
  checkTotal(request.checkout.expected_total, due, { ...sold, shipped })
  const shown = request.seen?.figures ?? null
  if (shown === null) return
  const ways = shown.shipping === null ? null : shipped
  const charged = figuresOf(sold, ways)
  if (isSame(charged, shown)) return
  const unplaced = cart.country === null && ways === null ? await priceUnplaced(work, cart, request, buyer) : sold
  const now = figuresOf(unplaced, ways)
  if (isSame(now, shown)) return
  const advice = `The order comes to ${due} for this buyer at this address: show that, and send it as expected_total in place of If-Match, or read the cart again.`
  throw new FiguresMoved(shown, now, { lines: sold.lines, advice })
}

function priceUnplaced(work: Work, cart: Cart, { shopper }: Asked, { customer_id, account_id, email }: Buyer) {
  const buyer = { customer_id, account_id, email }
  return priceCart(work.tx, cart, { owner: work.owner, shopper, buyer, now: work.now })
}

type Composed = Pick<SoldCart, 'totals'> & { shipped: { tax: number; with_tax: number } }

function checkTotal(expected: number | undefined, due: number, { totals, shipped }: Composed): void {
  if (expected === undefined || expected === due) return
  const parts = `discount ${totals.discount}, shipping ${shipped.with_tax}, tax ${totals.tax + shipped.tax}`
  const detail = `data.expected_total: total ${expected} -> ${due}: with ${parts} the order comes to ${due}.`
  throw new AppError('conflict', [{ detail, pointer: '/data/expected_total' }])
}
