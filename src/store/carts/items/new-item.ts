import { type Static, Type } from 'typebox'
import { newId } from '../../../db/new-id.ts'
import type { Problem } from '../../../kernel/errors.ts'
import { Amount } from '../../catalog/product-price.ts'
import { CustomAttributesSchema, CustomInputsSchema } from '../../kit/values/custom-data.ts'
import { type CartItem, MAX_QUANTITY } from '../cart.ts'

const Quantity = Type.Integer({ minimum: 1, maximum: MAX_QUANTITY })
const Uuid = Type.String({ format: 'uuid' })

export const customData = {
  custom_inputs: Type.Optional(CustomInputsSchema),
  custom_attributes: Type.Optional(CustomAttributesSchema),
}

export const SHIPPING_GROUP = {
  shipping_group_id: 'An order has one shipping address: make a cart for each.',
}

/** Members of products that clients of other servers send. */
const OTHERS = {
  'x-ignored': { location: 'A store has one location of stock.' },
  'x-refused': {
    ...SHIPPING_GROUP,
    bundle_configuration: 'Bundles are not sold: add the products.',
    subscription_configuration: 'Subscriptions are not sold.',
  },
}

/** A product by its id or SKU. Added to the existing line of the same product and custom data, if any. */
export const CatalogItemCreate = Type.Object(
  {
    type: Type.Literal('cart_item'),
    id: Type.Optional(Type.String({ format: 'uuid', description: 'Id of the product; required without `sku`.' })),
    sku: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
    quantity: Quantity,
    ...customData,
  },
  { title: 'NewCatalogItem', ...OTHERS },
)

export const CustomItemCreate = Type.Object(
  {
    type: Type.Literal('custom_item'),
    name: Type.String({ minLength: 1, maxLength: 255 }),
    sku: Type.Optional(Type.String({ maxLength: 255 })),
    description: Type.Optional(Type.String({ maxLength: 1000 })),
    quantity: Quantity,
    price: Type.Object({
      amount: { ...Amount, description: 'Per unit, in minor units.' },
      includes_tax: Type.Optional(
        Type.Boolean({ description: 'The default is the setting `prices_include_tax` of the store.' }),
      ),
    }),
    tax_class_id: Type.Optional(Uuid),
    ...customData,
  },
  { title: 'NewCustomItem', 'x-refused': SHIPPING_GROUP },
)

export const PromotionItemCreate = Type.Object(
  {
    type: Type.Literal('promotion_item'),
    code: Type.String({ minLength: 1, maxLength: 64, description: 'Of a coupon. Case-insensitive.' }),
  },
  { title: 'NewPromotionItem' },
)

export type NewCatalogItem = Static<typeof CatalogItemCreate>
export type NewCustomItem = Static<typeof CustomItemCreate>
export type NewPromotionItem = Static<typeof PromotionItemCreate>
export type NewItem = NewCatalogItem | NewCustomItem | NewPromotionItem

/** An item to add, with the JSON pointers of its members. */
export type RequestedItem = {
  item: NewItem
  pointerTo: (member: string) => string
  /** Currency of a copied custom price; undefined for a new item, which uses the currency of the cart. */
  currency?: string
}

/** Items of a request, and the problems of those already rejected. */
export type Request = { requested: readonly RequestedItem[]; refused: readonly Problem[] }

/** Returns the items of a body with their pointers. */
export function requestOf(items: readonly NewItem[], pointerOf: (index: number) => string): Request {
  const requested = items.map((item, index) => ({
    item,
    pointerTo: (member: string) => (member === '' ? pointerOf(index) : `${pointerOf(index)}/${member}`),
  }))
  return { requested, refused: [] }
}

export function catalogLine(item: NewCatalogItem, product_id: string, now: number): CartItem {
  return { ...emptyLine(item, now), product_id, quantity: item.quantity }
}

export function customLine(item: NewCustomItem, now: number): CartItem {
  const { name, sku = '', description = '', quantity, price, tax_class_id = null } = item
  const attributes = { name, sku, description, quantity, tax_class_id }
  return { ...emptyLine(item, now), ...attributes, unit_amount: price.amount, includes_tax: price.includes_tax ?? null }
}

function emptyLine({ custom_inputs = {}, custom_attributes = {} }: NewCatalogItem | NewCustomItem, now: number) {
  return {
    id: newId(now),
    created_at: now,
    updated_at: now,
    product_id: null,
    sku: '',
    name: '',
    description: '',
    quantity: 1,
    unit_amount: null,
    includes_tax: null,
    tax_class_id: null,
    tax_items: [],
    custom_inputs,
    custom_attributes,
  }
}
