import { hash } from 'node:crypto'
import { at } from '../../kernel/at.ts'
import { AppError } from '../../kernel/errors.ts'
import type { EvaluatedShipping } from '../../pricing/evaluation.ts'
import type { CartLine, PricedCart } from './price.ts'

/** Amounts of a cart when it was displayed, in minor units. Short enough for a header or a URL. */
export type Quote = {
  /** Includes tax, and shipping unless that is null. */
  total: number
  discount: number
  tax: number
  /** Includes tax; null if not part of the total, as in a cart without a shipping option. */
  shipping: number | null
  /** Hash of all amounts of all lines. */
  hash: string
  /** Short hashes of the prices of the first `MAX_PRICES` lines, to report which price changed. */
  prices: string
}

/** Base64 characters: 60 bits, so that changed amounts practically never have the same hash. */
const HASH_LENGTH = 10
const PRICE_LENGTH = 2
const MAX_PRICES = 40

type QuotedCart = Pick<PricedCart, 'format' | 'lines' | 'gifts' | 'totals'>

/** `shipping` is the price of the chosen option; null leaves shipping out. */
export function quoteOf(
  { format, lines, gifts, totals }: QuotedCart,
  shipping: Pick<EvaluatedShipping, 'tax' | 'with_tax'> | null,
): Quote {
  const hashed = [
    format.currency,
    totals,
    lines.map((line) => [priceOf(line), ...amountsOf(line.priced)]),
    gifts.map(({ offer, quantity }) => [offer.sku, quantity]),
    shipping === null ? null : [shipping.tax, shipping.with_tax],
  ]
  return {
    total: totals.with_tax + (shipping?.with_tax ?? 0),
    discount: totals.total_discount,
    tax: totals.tax + (shipping?.tax ?? 0),
    shipping: shipping?.with_tax ?? null,
    hash: shortHash(JSON.stringify(hashed), HASH_LENGTH),
    prices: lines
      .slice(0, MAX_PRICES)
      .map((line) => shortHash(priceOf(line), PRICE_LENGTH))
      .join(''),
  }
}

function amountsOf({ quantity, unit_amount, total, discount, tax, with_tax }: CartLine['priced']): number[] {
  return [quantity, unit_amount, total, discount, tax, with_tax]
}

function priceOf({ unit_amount, includes_tax, unavailable }: CartLine): string {
  return `${unit_amount} ${includes_tax} ${unavailable ?? ''}`
}

function shortHash(text: string, length: number): string {
  return hash('sha256', text, 'base64url').slice(0, length)
}

export function printQuote({ total, discount, tax, shipping, hash, prices }: Quote): string {
  return [total, discount, tax, shipping ?? '', hash, prices].join('.')
}

/** Parses the output of `printQuote`; null if invalid. */
export function parseQuote(text: string): Quote | null {
  const [, total, discount, tax, shipping, hash = '', prices = ''] = QUOTE.exec(text) ?? []
  if (total === undefined) return null
  const shipping_amount = shipping === '' ? null : Number(shipping)
  return { total: Number(total), discount: Number(discount), tax: Number(tax), shipping: shipping_amount, hash, prices }
}

const QUOTE = /^(\d{1,16})\.(\d{1,16})\.(\d{1,16})\.(\d{0,16})\.([\w-]{10})\.((?:[\w-]{2})*)$/

/** Error: the price of a cart has changed since it was displayed. Totals are in minor units. */
export class QuoteChanged extends AppError {
  readonly before: Quote
  readonly after: Quote
  readonly #lines: readonly CartLine[]

  constructor(before: Quote, after: Quote, { lines, advice }: { lines: readonly CartLine[]; advice: string }) {
    const summary = describeChange(before, after, { lines, write: String })
    super('conflict', [
      { detail: `The price has changed since it was displayed, ${summary}. ${advice}`, header: 'If-Match' },
    ])
    this.before = before
    this.after = after
    this.#lines = lines
  }

  /** Returns, for example, `total $10.00 -> $12.00: price of item LAMP changed`. `write` prints minor units. */
  summarize(write: (amount: number) => string): string {
    return describeChange(this.before, this.after, { lines: this.#lines, write })
  }
}

export function isSameQuote(one: Quote, other: Quote): boolean {
  return one.hash === other.hash
}

/** Describes the changed amounts with both values, and the items whose price changed. */
function describeChange(
  before: Quote,
  after: Quote,
  { lines, write }: { lines: readonly CartLine[]; write: (amount: number) => string },
): string {
  const amounts = (['discount', 'tax', 'shipping'] as const)
    .filter((name) => before[name] !== after[name])
    .map((name) => `${name} ${write(before[name] ?? 0)} -> ${write(after[name] ?? 0)}`)
  const changes = [...changedPrices(before, after, lines), ...amounts]
  const reason = changes.length === 0 ? 'amounts of single lines, or gifts of promotions, changed' : changes.join(', ')
  return `total ${write(before.total)} -> ${write(after.total)}: ${reason}`
}

const MAX_NAMED = 5

/** Lines keep their positions as long as the version of the cart is the same. */
function changedPrices(before: Quote, after: Quote, lines: readonly CartLine[]): string[] {
  if (before.prices.length !== after.prices.length) return []
  const hashAt = ({ prices }: Quote, index: number) => prices.slice(index * PRICE_LENGTH, (index + 1) * PRICE_LENGTH)
  const indexes = lines.flatMap((_, index) => (hashAt(before, index) === hashAt(after, index) ? [] : [index]))
  const named = indexes.slice(0, MAX_NAMED).map((index) => {
    const { item, sku, name } = at(lines, index)
    return `price of item ${sku || name || item.product_id} changed`
  })
  const more = indexes.length - named.length
  return more > 0 ? [...named, `prices of ${more} more items changed`] : named
}
