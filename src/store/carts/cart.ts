import { Type } from 'typebox'
import { Cart as CartSchema } from '../../event-types/resources/cart.ts'
import { Id, ImpliedType, Links, Money, Price, Timestamps, ToMany, ToOne, UnitAndValue } from '../../kernel/schemas.ts'
import { Country } from '../addresses/address.ts'
import {
  type CustomAttributes,
  CustomAttributesSchema,
  type CustomData,
  CustomInputsSchema,
} from '../kit/values/custom-data.ts'

/** A stored cart. Times are in milliseconds since the epoch. */
export type Cart = {
  owner_id: string
  /** Chosen by the client that created the cart. */
  id: string
  /** 0 until the cart is stored. */
  version: number
  created_at: number
  updated_at: number
  expires_at: number
  name: string
  description: string
  currency: string | null
  /** Destination, which determines taxes. */
  country: string | null
  region: string | null
  postcode: string | null
  customer_ids: string[]
  account_ids: string[]
  coupons: string[]
  shipping_option_id: string | null
  custom_attributes: CustomAttributes
  /** True if the cart was bought and its shopper continues with a new cart. */
  closed: boolean
  items: CartItem[]
}

/** A line: a product, with name and price from the catalog, or a custom item with its own. */
export type CartItem = CustomData & {
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
  /** Null if the price does not specify: then the store's setting applies. */
  includes_tax: boolean | null
  tax_class_id: string | null
  tax_items: TaxItem[]
}

export function isCustom({ product_id }: Pick<CartItem, 'product_id'>): boolean {
  return product_id === null
}

/** A tax on a line that replaces the store's taxes: a rate in millionths, or an amount in minor units. */
export type TaxItem = {
  id: string
  name: string
  jurisdiction: string
  code: string
  /** Shown as `rate_ppm`, and as a fraction in `rate`. */
  rate: number | null
  amount: number | null
}

/** Lines of one cart, tax items of one line, and the quantity of one line. @operator */
export const MAX_ITEMS = 500
export const MAX_TAX_ITEMS = 20
export const MAX_QUANTITY = 10_000
/** Bytes of JSON of all custom inputs and attributes of a cart and its lines. @operator */
export const MAX_CUSTOM_BYTES = 131_072

export const CartId = Type.String({
  minLength: 1,
  maxLength: 128,
  pattern: '^[A-Za-z0-9._~-]+$',
  description: 'Any id that the client chooses: letters, digits and `. _ ~ -`. Anyone who knows it can use the cart.',
})

const DESTINATION =
  'ISO 3166-1: the destination country, for which taxes are computed. Without it, taxes are computed at checkout only.'

const attributes = {
  name: Type.String({ maxLength: 255 }),
  description: Type.String({ maxLength: 1000 }),
  currency: Type.String({
    pattern: '^[A-Z]{3}$',
    description:
      'ISO 4217; by default that of `X-Currency` in the request that creates the cart or first changes it, then the default currency of the store. A different currency in later requests has no effect.',
  }),
  country: Type.Union([Type.String(), Type.Null()], { description: DESTINATION }),
  region: Type.Union([Type.String({ maxLength: 100 }), Type.Null()]),
  postcode: Type.Union([Type.String({ maxLength: 100 }), Type.Null()]),
  custom_attributes: CustomAttributesSchema,
}

const country = Type.Union([Country, Type.Null()], { description: DESTINATION })
const changes = Type.Partial(Type.Object({ ...attributes, country })).properties

/** Members that clients of other servers send. */
const OTHERS = {
  'x-ignored': {
    discount_settings: 'Promotions of the store are the only discounts.',
    inventory_settings: 'Stock is taken at checkout, and not before.',
    contact: 'The buyer is named at checkout.',
  },
  'x-refused': {
    snapshot_date: 'A cart always has current prices.',
    payment_intent_id: 'Pay the order of the checkout.',
  },
}

export const CartCreate = Type.Object({ type: ImpliedType('cart'), id: Type.Optional(CartId), ...changes }, OTHERS)
export const CartUpdate = Type.Object({ type: ImpliedType('cart'), ...changes }, OTHERS)

const { type, id, name, description, meta, relationships, ...eventProperties } = CartSchema.properties

/** Properties of a cart in events, plus its destination, coupons and custom data. */
export const CartResource = Type.Object(
  {
    type,
    id,
    ...attributes,
    coupons: Type.Array(Type.String(), { description: 'The codes of its coupons.' }),
    ...eventProperties,
    meta: Type.Object({
      ...meta.properties,
      // Events have only the totals of the specification.
      display_price: Type.Object({
        ...meta.properties.display_price.properties,
        without_discount: Money,
        // 0 until the checkout.
        shipping: Money,
      }),
    }),
    relationships: Type.Object({
      ...relationships.properties,
      accounts: Type.Partial(ToMany('account'), { description: 'Empty while the cart is not assigned to an account.' }),
    }),
  },
  { $id: 'Cart' },
)

export const TaxItemResource = Type.Object(
  {
    type: Type.Literal('tax_item'),
    id: Id,
    name: Type.String(),
    jurisdiction: Type.String(),
    code: Type.String(),
    rate: Type.Union([Type.Number({ description: 'A fraction: 0.2 is 20 %.' }), Type.Null()]),
    rate_ppm: Type.Union([Type.Integer({ description: 'The same in millionths: 200000 is 20 %.' }), Type.Null()]),
    amount: Type.Union([Type.Integer({ description: 'For the whole line, in minor units.' }), Type.Null()]),
    relationships: Type.Object({ item: ToOne('cart_item') }),
  },
  { $id: 'TaxItem' },
)

export const CartItemResource = Type.Object(
  {
    type: Type.Enum(['cart_item', 'custom_item']),
    id: Id,
    product_id: Type.String({ description: 'Empty for a custom item.' }),
    name: Type.String(),
    description: Type.String(),
    sku: Type.String(),
    slug: Type.String({ description: 'Of the product. Empty without one.' }),
    catalog_id: Type.Optional(Type.String()),
    image: Type.Object(
      { href: Type.String(), mime_type: Type.String(), file_name: Type.String() },
      {
        title: 'CartItemImage',
        description: 'Empty texts without a public file.',
      },
    ),
    quantity: Type.Integer(),
    list_price: Price,
    unit_price: Price,
    value: Price,
    custom_inputs: CustomInputsSchema,
    custom_attributes: CustomAttributesSchema,
    tax_class_id: Type.Optional(Type.String({ description: 'Of a custom item that was sent with one.' })),
    links: Links,
    meta: Type.Object({
      display_price: Type.Object(
        {
          with_tax: UnitAndValue,
          without_tax: UnitAndValue,
          tax: UnitAndValue,
          discount: UnitAndValue,
          without_discount: UnitAndValue,
        },
        { title: 'ItemDisplayPrice' },
      ),
      promotions: Type.Array(Type.String(), { description: 'Ids of the promotions that discounted it.' }),
      gift: Type.Optional(
        Type.Boolean({
          description: 'Whether a promotion added the line. It is removed with the promotion and cannot be changed.',
        }),
      ),
      timestamps: Timestamps,
      unavailable: Type.Optional(
        Type.String({ description: 'Why it cannot be bought at the moment. No total includes it then.' }),
      ),
    }),
    relationships: Type.Object({ taxes: ToMany('tax_item') }),
  },
  { $id: 'CartItem' },
)

export const IncludedItems = Type.Optional(
  Type.Object({ items: Type.Array(CartItemResource) }, { description: 'With `include=items`.' }),
)
