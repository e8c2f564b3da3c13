import { isoTime } from '../../kernel/clock.ts'
import type { Locales } from '../../kernel/text/languages.ts'
import type { ShopperFacts } from '../../pricing/condition-context.ts'
import type { EvaluatedShipping } from '../../pricing/evaluation.ts'
import type { CalculationMethod } from '../../pricing/input.ts'
import type { MoneyFormat } from '../../pricing/money.ts'
import type { Promotion } from '../../pricing/promotion.ts'
import { explainCart } from '../carts/explanations.ts'
import type { ProductOption } from '../catalog/product.ts'
import type { NEW_COUNTERS, OrderItem } from '../orders/item.ts'
import type { Order } from '../orders/order.ts'
import type { ExplainedPromotion } from '../promotions/explained-promotion.ts'
import { promotionOf } from '../promotions/promotion-row.ts'
import type { Quote } from '../shipping/quote.ts'
import type { PricedCheckout } from './shipping.ts'

/** The frozen record of a sale. */
export type Snapshot = {
  order_id: string
  sold_at: string
  currency: string
  money_format: MoneyFormat
  lines: SoldLine[]
  /** `list_cost` is before promotions, `cost` after. */
  shipping: (Quote & EvaluatedShipping & { list_cost: number }) | null
  /** `discount` is the discount on the cart as a whole. */
  totals: { with_tax: number; without_tax: number; tax: number; discount: number }
  /** Includes the definitions of applied promotions, so that the sale can be priced again. */
  promotions: (ExplainedPromotion & { definition: Promotion | null })[]
  /** Codes of the coupons that applied. */
  coupons: string[]
  cart_stacking: 'all' | 'best'
  /** Absent in older snapshots, which taxed each line separately and excluded tax from shipping. */
  calculation_method?: CalculationMethod
  prices_include_tax?: boolean
  facts: ShopperFacts
}

/** Unit prices: `list_amount` is the catalog's, `item_amount` after catalog promotions, `unit_amount` in the cart. */
type SoldLine = Omit<
  OrderItem,
  keyof typeof NEW_COUNTERS | 'total_discount' | 'custom_inputs' | 'custom_attributes'
> & {
  description: string
  category_ids: string[]
  tags: string[]
  /** Absent in older snapshots. */
  options?: ProductOption[]
  /** Language (BCP 47) of name and options; absent in older snapshots and for items without a product. */
  language?: string
  /** Names in other languages, if any. */
  locales?: Locales<'name'>
  list_amount: number
  item_amount: number
  /** Total before discounts on the cart. */
  total: number
  item_promotion_id: string | null
  promotion_ids: string[]
  shares: { promotion_id: string; amount: number }[]
}

type Sold = {
  order: Order
  items: readonly OrderItem[]
  sold: PricedCheckout
  /** Names in other languages, by product id. */
  names: ReadonlyMap<string, Locales<'name'>>
  now: number
}

/**
 * Builds a self-contained record: copies of names, amounts, rates, promotions and the facts they depended on, without
 * references to mutable data. Personal data of the buyer stays in the order, which can be anonymized.
 */
export function snapshotOf({ order, items, sold, names, now }: Sold): Snapshot {
  const { currency, money_format, with_tax, without_tax, tax } = order
  const { shipping, input, outcomes } = sold
  return {
    order_id: order.id,
    sold_at: isoTime(now),
    currency,
    money_format,
    lines: items.map((item, index) => ({ ...lineOf(item, sold, index), ...namesOf(item, names) })),
    shipping: shipping === null ? null : { ...shipping.quote, ...shipping.priced, list_cost: shipping.quote.cost },
    totals: { with_tax, without_tax, tax, discount: sold.totals.discount },
    promotions: explainCart(sold, 'shopper').map((each) => ({ ...each, definition: definitionOf(each, sold) })),
    coupons: [...new Set(outcomes.flatMap((outcome) => (outcome.applied ? (outcome.coupon ?? []) : [])))],
    cart_stacking: input.offers.cart_stacking,
    calculation_method: input.calculation_method,
    prices_include_tax: sold.prices_include_tax,
    facts: input.shopper,
  }
}

/** Lines come before gifts. */
function lineOf(
  {
    total_discount,
    refunded_quantity,
    shipped_quantity,
    withdrawn_quantity,
    withdrawing_quantity,
    custom_inputs,
    custom_attributes,
    ...item
  }: OrderItem,
  { lines, gifts }: PricedCheckout,
  index: number,
): SoldLine {
  const line = lines[index]
  const offer = line === undefined ? gifts[index - lines.length]?.offer : line.offer
  return {
    ...item,
    description: offer?.description ?? line?.item.description ?? '',
    category_ids: offer?.category_ids ?? [],
    tags: offer?.tags ?? [],
    options: offer?.options ?? [],
    ...(offer && { language: offer.language }),
    list_amount: line?.unit_amount ?? 0,
    item_amount: line?.priced.item_amount ?? 0,
    total: line?.priced.total ?? 0,
    item_promotion_id: line?.priced.item_promotion_id ?? null,
    promotion_ids: line?.priced.promotion_ids ?? (item.promotion_id === null ? [] : [item.promotion_id]),
    shares: line?.priced.shares ?? [],
  }
}

function namesOf({ product_id }: OrderItem, names: Sold['names']): Pick<SoldLine, 'locales'> {
  const locales = names.get(product_id ?? '')
  return locales === undefined ? {} : { locales }
}

function definitionOf({ id, applied }: ExplainedPromotion, { promotions }: PricedCheckout): Promotion | null {
  const row = promotions.rows.get(id)
  return applied && row !== undefined ? promotionOf(row) : null
}
