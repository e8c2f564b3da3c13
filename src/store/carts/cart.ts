import { Type } from 'typebox'
import { Timestamps } from '../../http/envelope.ts'
import { Country } from '../addresses/address.ts'

/** A cart as it is stored. Times are in milliseconds since the epoch. */
export type Cart = {
  owner_id: string
  /** Chosen by whoever opened it. */
  id: string
  /** 0 while it is not stored. */
  version: number
  created_at: number
  updated_at: number
  expires_at: number
  name: string
  description: string
  currency: string | null
  /** Where it would be sent to: taxes are figured for there. */
  country: string | null
  region: string | null
  postcode: string | null
  customer_ids: string[]
  account_id: string | null
  coupons: string[]
  shipping_option_id: string | null
  /** Whether it was bought by somebody who goes on with another cart. */
  closed: boolean
  items: CartItem[]
}

/** A line: of a product, whose words and price are the catalog's, or custom, with its own. */
export type CartItem = {
  id: string
  created_at: number
  updated_at: number
  product_id: string | null
  sku: string
  name: string
  description: string
  quantity: number
  /** Minor units; null for a product. */
  unit_amount: number | null
  /** Null where its price does not say: then the store's settings do. */
  includes_tax: boolean | null
  tax_class_id: string | null
  tax_items: TaxItem[]
}

/** Whether it is in no catalog: its words and its price are its own. */
export function isCustom({ product_id }: Pick<CartItem, 'product_id'>): boolean {
  return product_id === null
}

/** A tax that somebody else has figured for a line, in place of the store's: a rate in millionths, or an amount. */
export type TaxItem = {
  id: string
  name: string
  jurisdiction: string
  code: string
  rate: number | null
  amount: number | null
}

/** Lines of one cart, and tax items of one line. */
export const MOST_ITEMS = 500
export const MOST_TAX_ITEMS = 20
export const MOST_QUANTITY = 10_000
/** Minor units: with the most of it in every line, totals are still exact. */
export const MOST_AMOUNT = 1_000_000_000

export const CartId = Type.String({
  minLength: 1,
  maxLength: 128,
  pattern: '^[A-Za-z0-9._~-]+$',
  description: 'Any id that a client chooses: letters, digits and `. _ ~ -`. Who knows it can use the cart.',
})

const WHERE = 'ISO 3166-1: where it would be sent to. Taxes are figured for there; without it, at checkout only.'

const words = {
  name: Type.String({ maxLength: 255 }),
  description: Type.String({ maxLength: 1000 }),
  currency: Type.String({
    pattern: '^[A-Z]{3}$',
    description: 'ISO 4217; by default the default currency of the store.',
  }),
  country: Type.Union([Type.String(), Type.Null()], { description: WHERE }),
  region: Type.Union([Type.String({ maxLength: 100 }), Type.Null()]),
  postcode: Type.Union([Type.String({ maxLength: 100 }), Type.Null()]),
}

const country = Type.Union([Country, Type.Null()], { description: WHERE })
const changes = Type.Partial(Type.Object({ ...words, country })).properties

export const CartCreate = Type.Object({ type: Type.Literal('cart'), id: Type.Optional(CartId), ...changes })
export const CartUpdate = Type.Object({ type: Type.Literal('cart'), ...changes })

const Money = Type.Object({ amount: Type.Integer(), currency: Type.String(), formatted: Type.String() })
const UnitAndValue = Type.Object({ unit: Money, value: Money })
const Price = Type.Object({ amount: Type.Integer(), currency: Type.String(), includes_tax: Type.Boolean() })
const Links = Type.Object({ self: Type.String() })
const Related = (type: string) =>
  Type.Object({ data: Type.Array(Type.Object({ type: Type.Literal(type), id: Type.String() })) })

export const CartResource = Type.Object(
  {
    type: Type.Literal('cart'),
    id: Type.String(),
    ...words,
    coupons: Type.Array(Type.String(), { description: 'Codes of the coupons on it.' }),
    links: Links,
    meta: Type.Object({
      display_price: Type.Object({ discount: Money, tax: Money, with_tax: Money, without_tax: Money }),
      timestamps: Type.Object({ ...Timestamps.properties, expires_at: Type.String() }),
    }),
    relationships: Type.Object({ customers: Type.Partial(Related('customer')), items: Related('cart_item') }),
  },
  { $id: 'Cart' },
)

export const TaxItemResource = Type.Object(
  {
    type: Type.Literal('tax_item'),
    id: Type.String({ format: 'uuid' }),
    name: Type.String(),
    jurisdiction: Type.String(),
    code: Type.String(),
    rate: Type.Union([Type.Integer({ description: 'Millionths: 200000 is 20 %.' }), Type.Null()]),
    amount: Type.Union([Type.Integer({ description: 'Minor units, of the whole line.' }), Type.Null()]),
  },
  { $id: 'TaxItem' },
)

export const CartItemResource = Type.Object(
  {
    type: Type.Enum(['cart_item', 'custom_item']),
    id: Type.String({ format: 'uuid' }),
    product_id: Type.String({ description: 'Empty for a custom item.' }),
    name: Type.String(),
    description: Type.String(),
    sku: Type.String(),
    quantity: Type.Integer(),
    list_price: Price,
    unit_price: Price,
    value: Price,
    links: Links,
    meta: Type.Object({
      display_price: Type.Object({
        with_tax: UnitAndValue,
        without_tax: UnitAndValue,
        tax: UnitAndValue,
        discount: UnitAndValue,
      }),
      promotions: Type.Array(Type.String(), { description: 'Ids of the promotions that took something off it.' }),
      gift: Type.Optional(
        Type.Boolean({ description: 'Given by a promotion: the line comes and goes with it and is not changed.' }),
      ),
      timestamps: Timestamps,
      unavailable: Type.Optional(
        Type.String({ description: 'Why it cannot be bought at the moment; it is in no total then.' }),
      ),
    }),
    relationships: Type.Object({ taxes: Related('tax_item') }),
  },
  { $id: 'CartItem' },
)
