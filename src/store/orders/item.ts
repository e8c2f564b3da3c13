import { Type } from 'typebox'
import { OrderItem as OrderItemSchema } from '../../event-types/resources/order.ts'
import { isoTime } from '../../kernel/clock.ts'
import { timeOfId } from '../../kernel/ids.ts'
import { UnitAndValue } from '../../kernel/schemas.ts'
import { type MoneyFormat, negative, unitAndValue } from '../../pricing/money.ts'
import type { ComputedTax } from '../../pricing/taxes.ts'
import { CustomAttributesSchema, type CustomData, CustomInputsSchema } from '../kit/values/custom-data.ts'
import { shownRate } from '../kit/values/tax-rate.ts'
import { type CountedLine, unshippedUnits } from './rules/units.ts'

/** A line of an order, frozen at checkout. Amounts are for the whole line unless named `unit_`, in minor units. */
export type OrderItem = CustomData &
  CountedLine & {
    cart_item_id: string
    product_id: string | null
    sku: string
    name: string
    unit_amount: number
    includes_tax: boolean
    /** Total before taxes and after discounts. */
    net: number
    tax: number
    /** Its share of discounts on the cart. */
    discount: number
    /** All discounts of promotions; null in older orders, which show only the share. */
    total_discount: number | null
    taxes: ComputedTax[]
    /** The promotion that added it as a gift; null for a bought item. */
    promotion_id: string | null
    /** All refunded units. This and the counters of `CountedLine` are the only values that change. */
    refunded_quantity: number
  }

/** Counters of a line that was just sold. */
export const NEW_COUNTERS = {
  refunded_quantity: 0,
  shipped_quantity: 0,
  withdrawn_quantity: 0,
  withdrawing_quantity: 0,
}

const { meta } = OrderItemSchema.properties

/** Properties of an item in events, plus its custom data, promotion, shipped units, discount and taxes. */
export const OrderItemResource = Type.Object(
  {
    ...OrderItemSchema.properties,
    custom_inputs: CustomInputsSchema,
    custom_attributes: CustomAttributesSchema,
    meta: Type.Object({
      promotion_id: Type.Union([Type.String(), Type.Null()], {
        description: 'The promotion that added it as a gift; null for a bought item.',
      }),
      ...meta.properties,
      shipped_quantity: Type.Integer({ description: 'The number of units that were shipped.' }),
      unshipped_quantity: Type.Integer({
        description: 'Units that were neither shipped nor refunded before; 0 for an item that is not shippable.',
      }),
      display_price: Type.Object(
        { ...meta.properties.display_price.properties, discount: UnitAndValue, without_discount: UnitAndValue },
        { title: 'ItemDisplayPrice' },
      ),
      taxes: Type.Array(
        Type.Object({
          name: Type.String(),
          jurisdiction: Type.String(),
          code: Type.String(),
          rate: Type.Union([Type.Number({ description: 'A fraction: 0.2 is 20 %.' }), Type.Null()]),
          rate_ppm: Type.Union([Type.Integer({ description: 'The same in millionths.' }), Type.Null()]),
          amount: Type.Integer(),
        }),
      ),
    }),
  },
  { $id: 'OrderItem' },
)

export function presentItem(item: OrderItem, format: MoneyFormat) {
  const { quantity, includes_tax, net, tax, discount, total_discount } = item
  const price = (amount: number) => ({ amount, currency: format.currency, includes_tax })
  const shown = (value: number) => unitAndValue(value, quantity, format)
  const taken_off = total_discount ?? discount
  const created_at = isoTime(timeOfId(item.id))
  return {
    type: 'order_item' as const,
    id: item.id,
    quantity,
    product_id: item.product_id ?? '',
    name: item.name,
    sku: item.sku,
    unit_price: price(item.unit_amount),
    // Before discounts on the cart.
    value: price(net + discount + (includes_tax ? tax : 0)),
    custom_inputs: item.custom_inputs,
    custom_attributes: item.custom_attributes,
    links: {},
    meta: {
      promotion_id: item.promotion_id,
      refunded_quantity: item.refunded_quantity,
      shipped_quantity: item.shipped_quantity,
      unshipped_quantity: unshippedUnits(item),
      display_price: {
        with_tax: shown(net + tax),
        without_tax: shown(net),
        tax: shown(tax),
        discount: shown(negative(taken_off)),
        without_discount: shown(net + tax + taken_off),
      },
      taxes: item.taxes.map(({ rate, ...tax }) => ({ ...tax, ...shownRate(rate) })),
      timestamps: { created_at, updated_at: created_at },
    },
    relationships: { cart_item: { data: { type: 'cart_item' as const, id: item.cart_item_id } } },
  }
}
