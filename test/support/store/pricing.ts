import type { Percent } from '../../../src/pricing/actions/percent.ts'
import type { Evaluation } from '../../../src/pricing/evaluation.ts'
import {
  type LineInput,
  NO_OFFERS,
  NO_SHIPPING,
  type PricingInput,
  UNKNOWN_SHOPPER,
} from '../../../src/pricing/input.ts'
import type { MoneyFormat } from '../../../src/pricing/money.ts'
import { prepare } from '../../../src/pricing/prepare.ts'
import type { Promotion } from '../../../src/pricing/promotion.ts'
import type { Tax } from '../../../src/pricing/taxes.ts'

export const DOLLARS: MoneyFormat = {
  currency: 'USD',
  format: '{price}',
  decimal_point: '.',
  thousand_separator: ',',
  decimal_places: 2,
}

export const NOON = Date.UTC(2026, 0, 1, 12)

const TERMS = {
  enabled: true,
  start: null,
  end: null,
  currency: null,
  priority: 100,
  stacking: 'stackable',
  trigger: 'automatic',
  usage_limit: null,
  usage_limit_per_shopper: null,
  when: null,
} as const

type Common = keyof typeof TERMS | 'id' | 'name'
type Own<Each> = Each extends Promotion ? Omit<Each, Common> & Partial<Pick<Each, Common & keyof Each>> : never

/** A promotion without restrictions, named after its id. */
export function promotion(id: string, own: Own<Promotion>): Promotion {
  return { ...TERMS, id, name: id, ...own } as Promotion
}

export function percent(per_cent: number, max_discount: number | null = null): Percent {
  return { kind: 'percent', ppm: per_cent * 10_000, max_discount }
}

export function off(amount: number) {
  return { kind: 'amount', amount } as const
}

export function onCart(id: string, action: Percent | ReturnType<typeof off>, own: Partial<Promotion> = {}): Promotion {
  return { ...promotion(id, { scope: 'cart', target: {}, basis: 'catalog_prices', action }), ...own } as Promotion
}

export function tax(per_cent: number): Tax {
  return { name: 'VAT', jurisdiction: 'GB', code: 'VAT', rate: per_cent * 10_000 }
}

/** A line of an item whose id and SKU are equal. */
export function line(id: string, quantity: number, unit_amount: number, own: Partial<LineInput> = {}): LineInput {
  const item = { sku: id, product_id: id, category_ids: [], tags: [] }
  return { id, item, quantity, unit_amount, includes_tax: false, taxes: [], ...own }
}

export function pricing(
  lines: readonly LineInput[],
  promotions: readonly Promotion[],
  own: Partial<PricingInput> = {},
): PricingInput {
  const offers = { ...NO_OFFERS, prepared: prepare(promotions) }
  return {
    format: DOLLARS,
    now: NOON,
    lines,
    calculation_method: 'line',
    shipping: NO_SHIPPING,
    shopper: UNKNOWN_SHOPPER,
    offers,
    ...own,
  }
}

export type ScrapedMetrics = ReturnType<typeof quoteOf>

/** Metrics of an evaluation that the worked examples use. */
export function quoteOf({ lines, shipping, cart, order, outcomes }: Evaluation) {
  const applied = outcomes.flatMap((outcome) => (outcome.applied ? [outcome] : []))
  const onTheCart = applied.filter(({ scope }) => scope === 'cart')
  return {
    units: lines.map(({ unit_amount }) => unit_amount),
    totals: lines.map(({ total }) => total),
    taken: Object.fromEntries(applied.map(({ promotion_id, amount }) => [promotion_id, amount])),
    cart_total: cart.total,
    shares: onTheCart.map(({ promotion_id }) =>
      lines.map(({ shares }) => shares.find((share) => share.promotion_id === promotion_id)?.amount ?? 0),
    ),
    discount: cart.discount,
    line_taxes: lines.map((each) => each.tax),
    shipping: order.shipping,
    shipping_taxes: shipping.map((each) => each.tax),
    extension_amounts: lines.map(({ extension_amount }) => extension_amount),
    extension_totals: lines.map(({ extension_total }) => extension_total),
    tax: order.tax,
    order_total: order.total,
  }
}
