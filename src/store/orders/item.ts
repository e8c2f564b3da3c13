import { Type } from 'typebox'
import { isoTime } from '../../kernel/clock.ts'
import { timeOfId } from '../../kernel/ids.ts'
import { half } from '../../pricing/amounts.ts'
import { type MoneyFormat, money } from '../../pricing/money.ts'
import type { FiguredTax } from '../../pricing/taxes.ts'
import { MoneySchema } from './order.ts'

/** A line of an order, frozen at checkout. Figures are of the whole line, in minor units. */
export type OrderItem = {
  id: string
  cart_item_id: string
  product_id: string | null
  sku: string
  name: string
  quantity: number
  unit_amount: number
  includes_tax: boolean
  /** Total before taxes and after discounts. */
  net: number
  tax: number
  discount: number
  taxes: FiguredTax[]
  shippable: boolean
  /** The promotion that gave it away; null for what was bought. */
  promotion_id: string | null
  /** What changes later: how many units were refunded, and shipped. */
  refunded_quantity: number
  shipped_quantity: number
}

const Price = Type.Object({ amount: Type.Integer(), currency: Type.String(), includes_tax: Type.Boolean() })
const UnitAndValue = Type.Object({ unit: MoneySchema, value: MoneySchema })

export const OrderItemResource = Type.Object(
  {
    type: Type.Literal('order_item'),
    id: Type.String({ format: 'uuid' }),
    quantity: Type.Integer(),
    product_id: Type.String({ description: 'Empty for what is not of the catalog.' }),
    name: Type.String(),
    sku: Type.String(),
    unit_price: Price,
    value: Price,
    links: Type.Object({}),
    meta: Type.Object({
      promotion_id: Type.Union([Type.String(), Type.Null()], { description: 'Of the promotion that gave it away.' }),
      refunded_quantity: Type.Integer({ description: 'How many of its units were refunded.' }),
      shipped_quantity: Type.Integer({ description: 'How many of its units were shipped.' }),
      display_price: Type.Object({
        with_tax: UnitAndValue,
        without_tax: UnitAndValue,
        tax: UnitAndValue,
        discount: UnitAndValue,
      }),
      taxes: Type.Array(
        Type.Object({
          name: Type.String(),
          jurisdiction: Type.String(),
          code: Type.String(),
          rate: Type.Union([Type.Integer({ description: 'Millionths.' }), Type.Null()]),
          amount: Type.Integer(),
        }),
      ),
      timestamps: Type.Object({ created_at: Type.String(), updated_at: Type.String() }),
    }),
    relationships: Type.Object({
      cart_item: Type.Object({ data: Type.Object({ type: Type.Literal('cart_item'), id: Type.String() }) }),
    }),
  },
  { $id: 'OrderItem' },
)

export function presentItem(item: OrderItem, format: MoneyFormat) {
  const { quantity, includes_tax, net, tax, discount } = item
  const price = (amount: number) => ({ amount, currency: format.currency, includes_tax })
  const both = (value: number) => ({
    unit: money(Math.sign(value) * half(Math.abs(value), 1, quantity), format),
    value: money(value, format),
  })
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
    links: {},
    meta: {
      promotion_id: item.promotion_id,
      refunded_quantity: item.refunded_quantity,
      shipped_quantity: item.shipped_quantity,
      display_price: {
        with_tax: both(net + tax),
        without_tax: both(net),
        tax: both(tax),
        discount: both(discount === 0 ? 0 : -discount),
      },
      taxes: item.taxes,
      timestamps: { created_at, updated_at: created_at },
    },
    relationships: { cart_item: { data: { type: 'cart_item' as const, id: item.cart_item_id } } },
  }
}
