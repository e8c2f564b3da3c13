import { hash } from 'node:crypto'
import { at } from '../../kernel/at.ts'
import { AppError } from '../../kernel/errors.ts'
import type { EvaluatedShipping } from '../../pricing/evaluation.ts'
import type { CartLine, PricedCart } from './price.ts'

/** What a cart came to when it was shown, short enough for a header or an address. Minor units. */
export type Figures = {
  /** With tax, and with shipping where that is counted. */
  total: number
  discount: number
  tax: number
  /** With tax; null where shipping is not counted, as in a cart that does not say how it is sent. */
  shipping: number | null
  /** Of every figure of every line. */
  hash: string
  /** Of the price of each line, the first lines alone: by them it can be said which one has moved. */
  prices: string
}

/** Of 60 bits: enough that figures which have moved are not taken for those that were shown. */
const HASH_LENGTH = 10
const PRICE_LENGTH = 2
const MOST_PRICES = 40

type Shown = Pick<PricedCart, 'format' | 'lines' | 'gifts' | 'totals'>

/** `shipping` is the chosen option as it is priced, or null where shipping is not counted. */
export function figuresOf(
  { format, lines, gifts, totals }: Shown,
  shipping: Pick<EvaluatedShipping, 'tax' | 'with_tax'> | null,
): Figures {
  const whole = [
    format.currency,
    totals,
    lines.map((line) => [priceOf(line), ...amountsOf(line.priced)]),
    gifts.map(({ offer, quantity }) => [offer.sku, quantity]),
    shipping === null ? null : [shipping.tax, shipping.with_tax],
  ]
  return {
    total: totals.with_tax + (shipping?.with_tax ?? 0),
    discount: totals.discount,
    tax: totals.tax + (shipping?.tax ?? 0),
    shipping: shipping?.with_tax ?? null,
    hash: shortHash(JSON.stringify(whole), HASH_LENGTH),
    prices: lines
      .slice(0, MOST_PRICES)
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

export function printFigures({ total, discount, tax, shipping, hash, prices }: Figures): string {
  return [total, discount, tax, shipping ?? '', hash, prices].join('.')
}

/** Null for a text that is none of `printFigures`. */
export function readFigures(text: string): Figures | null {
  const [, total, discount, tax, shipping, hash = '', prices = ''] = FIGURES.exec(text) ?? []
  if (total === undefined) return null
  const sent = shipping === '' ? null : Number(shipping)
  return { total: Number(total), discount: Number(discount), tax: Number(tax), shipping: sent, hash, prices }
}

const FIGURES = /^(\d{1,16})\.(\d{1,16})\.(\d{1,16})\.(\d{0,16})\.([\w-]{10})\.((?:[\w-]{2})*)$/

/** A cart costs something else than it did when it was shown. Totals in minor units. */
export class FiguresMoved extends AppError {
  readonly before: number
  readonly after: number
  /** Such as `total 1000 -> 1200: price of item LAMP changed`. */
  readonly what: string

  constructor(before: Figures, after: Figures, { lines, advice }: { lines: readonly CartLine[]; advice: string }) {
    const what = movement(before, after, lines)
    super('conflict', [
      { detail: `What it costs has changed since it was shown, ${what}. ${advice}`, header: 'If-Match' },
    ])
    this.before = before.total
    this.after = after.total
    this.what = what
  }
}

export function isSame(one: Figures, other: Figures): boolean {
  return one.hash === other.hash
}

/** What has moved, by amounts where they are known of both, else by name. */
function movement(before: Figures, after: Figures, lines: readonly CartLine[]): string {
  const sums = (['discount', 'tax', 'shipping'] as const)
    .filter((name) => before[name] !== after[name])
    .map((name) => `${name} ${before[name] ?? 0} -> ${after[name] ?? 0}`)
  const moved = [...pricesMoved(before, after, lines), ...sums]
  const why = moved.length === 0 ? 'what single lines cost, or what promotions give, changed' : moved.join(', ')
  return `total ${before.total} -> ${after.total}: ${why}`
}

const MOST_NAMED = 5

/** Lines keep their places as long as the cart keeps its version. */
function pricesMoved(before: Figures, after: Figures, lines: readonly CartLine[]): string[] {
  if (before.prices.length !== after.prices.length) return []
  const of = ({ prices }: Figures, index: number) => prices.slice(index * PRICE_LENGTH, (index + 1) * PRICE_LENGTH)
  const indexes = lines.flatMap((_, index) => (of(before, index) === of(after, index) ? [] : [index]))
  const named = indexes.slice(0, MOST_NAMED).map((index) => {
    const { item, sku, name } = at(lines, index)
    return `price of item ${sku || name || item.product_id} changed`
  })
  const more = indexes.length - named.length
  return more > 0 ? [...named, `prices of ${more} more items changed`] : named
}
