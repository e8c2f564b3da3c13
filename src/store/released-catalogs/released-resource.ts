import { type TObject, type TProperties, Type } from 'typebox'
import { isoTime } from '../../kernel/clock.ts'
import { timeOfId } from '../../kernel/ids.ts'
import type { ListDefinition } from '../../kernel/lists/list.ts'
import { Id, Links, Money, Timestamps, ToMany, ToOne } from '../../kernel/schemas.ts'
import { type MoneyFormat, money } from '../../pricing/money.ts'
import type { Item } from '../../pricing/selectors/selector.ts'
import { hierarchyAttributes } from '../catalog/hierarchy.ts'
import { nodeAttributes } from '../catalog/node.ts'
import { productAttributes } from '../catalog/product.ts'
import { Amount, Tier } from '../catalog/product-price.ts'
import { relatedFiles } from '../catalog/products/files.ts'
import { type CurrentPrice, currentPrice, type PublishedPrice } from '../catalog/rules/price.ts'
import { listOf } from '../kit/resource.ts'
import type { Attributes } from '../kit/values/attribute.ts'
import type { ItemPricer } from '../promotions/item-prices.ts'

/** A resource in releases: its table and how its rows are presented. */
export type Released = {
  type: string
  /** Plural; last segment of paths. */
  plural: 'hierarchies' | 'nodes' | 'products'
  table: 'release_hierarchies' | 'release_nodes' | 'release_products'
  attributes: Attributes
  /** Columns in addition to the attributes. */
  columns: readonly string[]
  list: ListDefinition
  schema: TObject
  /** Members in addition to the attributes. */
  more(row: ReleasedRow, context: Context): { attributes?: object; relationships?: object; meta?: object }
}

export type ReleasedRow = { owner_id: string; release_id: string; id: string; updated_at: Date } & Record<
  string,
  unknown
>

/**
 * How prices are presented: `currency` is an ISO 4217 code or null when unknown, `format` null for one that the store does not
 * have, `now` is in milliseconds since the epoch, `prices_include_tax` applies to prices that do not say, and `price` applies
 * promotions on items for a shopper.
 */
export type Context = {
  currency: string | null
  format: MoneyFormat | null
  catalog_id: string
  now: number
  prices_include_tax: boolean
  price?: ItemPricer
  /** The files that exist. */
  files: { has(id: string): boolean }
}

const Price = Type.Object({
  amount: Type.Unsafe<number>({
    ...Amount,
    description: 'The lower of list and sale price, in minor units; for shoppers, after promotions on items.',
  }),
  list_amount: Amount,
  currency: Type.String(),
  includes_tax: Type.Boolean(),
  promotion_id: Type.Union([Type.String(), Type.Null()], {
    description: 'Id of the promotion that lowered the amount.',
  }),
  tiers: Type.Array(Tier),
})

const MainImage = Type.Object({
  data: Type.Union([Type.Object({ type: Type.Literal('main_image'), id: Id }), Type.Null()]),
})

const DisplayPrice = Type.Object(
  { with_tax: Money, without_tax: Money },
  {
    title: 'CatalogDisplayPrice',
    description:
      'The price as text, for shoppers after promotions on items. Taxes are not known before there is an address: both are the amount of `price`.',
  },
)

/** Of a product that a search has found, what facets and filters say of it. */
const ShownCategories = Type.Object(
  {
    nodes: Type.Array(Type.Object({ id: Id, name: Type.String(), slug: Type.String() }), {
      description: 'All that it is in or below.',
    }),
    categories: Type.Record(Type.String(), Type.Array(Type.String()), {
      description: 'Their paths by level.',
    }),
  },
  { title: 'FoundCategories', description: 'In searches.' },
)

export const releasedHierarchies: Released = {
  type: 'hierarchy',
  plural: 'hierarchies',
  table: 'release_hierarchies',
  attributes: hierarchyAttributes,
  columns: [],
  list: listOf({ attributes: hierarchyAttributes }),
  schema: schemaOf('hierarchy', hierarchyAttributes),
  more: () => ({}),
}

const nodeList = {
  attributes: nodeAttributes,
  fields: { hierarchy_id: { kind: 'uuid', column: 'hierarchy_id' } },
} as const

export const releasedNodes: Released = {
  type: 'node',
  plural: 'nodes',
  table: 'release_nodes',
  attributes: nodeAttributes,
  columns: ['hierarchy_id', 'ancestors'],
  list: listOf(nodeList),
  schema: schemaOf('node', nodeAttributes, {
    relationships: {
      hierarchy: ToOne('hierarchy'),
      parent: Type.Optional(ToOne('node')),
      ancestors: { ...ToMany('node'), description: 'From the root to the parent.' },
    },
  }),
  more: ({ hierarchy_id, parent_id, ancestors }) => ({
    relationships: {
      hierarchy: { data: { type: 'hierarchy', id: hierarchy_id } },
      ...(parent_id !== null && { parent: { data: { type: 'node', id: parent_id } } }),
      ancestors: { data: identify(ancestors) },
    },
  }),
}

/** Lists of siblings are in the order that the seller has given them. */
export const releasedChildren: ListDefinition = listOf({ ...nodeList, default_sort: 'sort_order' })

export const releasedProducts: Released = {
  type: 'product',
  plural: 'products',
  table: 'release_products',
  attributes: productAttributes,
  columns: ['file_ids', 'node_ids', 'category_ids', 'prices'],
  list: { ...listOf({ attributes: productAttributes }), always: { status: 'live' } },
  schema: schemaOf('product', productAttributes, {
    relationships: { nodes: ToMany('node'), files: ToMany('file'), main_image: MainImage },
    more: {
      price: Type.Optional(
        Type.Record(Type.String(), Type.Object({ amount: Amount, includes_tax: Type.Boolean() }), {
          description: 'List price of one unit, by the currency. Absent without a price in the currency.',
        }),
      ),
    },
    meta: {
      price: Type.Union([Price, Type.Null()], {
        description: 'Current price of one unit; null without a price in the currency.',
      }),
      display_price: Type.Optional(DisplayPrice),
      original_display_price: Type.Optional({
        ...DisplayPrice,
        description: 'Of a product that costs less: the list price.',
      }),
      catalog_id: Type.String(),
      pricebook_id: Type.Optional(Type.String({ description: 'The price book of the price.' })),
      search: Type.Optional(ShownCategories),
    },
  }),
  more(row, context) {
    const price = priceOf(row, context)
    return {
      attributes: price === null ? {} : { price: { [price.currency]: listed(price) } },
      relationships: { nodes: { data: identify(row.node_ids) }, ...filesOf(row, context) },
      meta: {
        price: withoutBook(price),
        ...displayed(price, context.format),
        catalog_id: context.catalog_id,
        ...bookOf(price),
      },
    }
  },
}

type ShownPrice = Pick<CurrentPrice, 'amount' | 'list_amount' | 'pricebook_id'> & { includes_tax: boolean }

function listed({ list_amount, includes_tax }: ShownPrice) {
  return { amount: list_amount, includes_tax }
}

function withoutBook(price: ShownPrice | null) {
  if (price === null) return null
  const { pricebook_id: _, ...shown } = price
  return shown
}

function bookOf(price: ShownPrice | null) {
  return price === null || price.pricebook_id === null ? {} : { pricebook_id: price.pricebook_id }
}

function displayed(price: ShownPrice | null, format: MoneyFormat | null) {
  if (price === null || format === null) return {}
  const { amount, list_amount } = price
  const shown = (of: number) => ({ with_tax: money(of, format), without_tax: money(of, format) })
  return {
    display_price: shown(amount),
    ...(amount < list_amount && { original_display_price: shown(list_amount) }),
  }
}

function priceOf(
  { id, sku, category_ids, tags, prices }: ReleasedRow,
  { currency, now, prices_include_tax, price }: Context,
) {
  const found = currency === null ? null : currentPrice(pricesIn(prices, currency), currency, now)
  if (found === null) return null
  const item = { product_id: id, sku, category_ids, tags } as Item
  const includes_tax = found.includes_tax ?? prices_include_tax
  return { ...found, includes_tax, promotion_id: null, ...price?.(item, found.amount) }
}

/** Without files that were deleted since. */
function filesOf(row: ReleasedRow, { files }: Context) {
  const [image] = idsOfImage(row)
  const file_ids = (row.file_ids as string[]).filter((id) => files.has(id))
  const { files: shown } = relatedFiles({ file_ids, main_image_file_id: null })
  return {
    files: shown,
    main_image: { data: image !== undefined && files.has(image) ? { type: 'main_image', id: image } : null },
  }
}

/** The ids of all files that a product of a release names. */
export function fileIdsOf(row: ReleasedRow): string[] {
  return [...idsOfImage(row), ...((row.file_ids ?? []) as string[])]
}

function idsOfImage({ main_image_file_id }: ReleasedRow): string[] {
  return typeof main_image_file_id === 'string' ? [main_image_file_id] : []
}

function identify(ids: unknown): { type: 'node'; id: string }[] {
  return (ids as string[]).map((id) => ({ type: 'node', id }))
}

function pricesIn(prices: unknown, currency: string): PublishedPrice[] | undefined {
  return (prices as Record<string, PublishedPrice[]>)[currency]
}

function schemaOf(
  type: string,
  attributes: Attributes,
  { relationships, more = {}, meta = {} }: { relationships?: TProperties; more?: TProperties; meta?: TProperties } = {},
) {
  const shown = Object.fromEntries(Object.entries(attributes).map(([name, { schema }]) => [name, schema]))
  return Type.Object(
    {
      type: Type.Literal(type),
      id: Type.String({ format: 'uuid' }),
      attributes: Type.Object({ ...shown, ...Timestamps.properties, ...more }),
      links: Links,
      meta: Type.Object({ timestamps: Timestamps, ...meta }),
      ...(relationships !== undefined && { relationships: Type.Object(relationships) }),
    },
    { $id: `Released${type.slice(0, 1).toUpperCase()}${type.slice(1)}` },
  )
}

/** A row as the API shows it; `address` is the base URL of the release's resources. */
export function presentReleased(released: Released, row: ReleasedRow, address: string, context: Context) {
  const { attributes, meta, relationships } = released.more(row, context)
  const timestamps = { created_at: isoTime(timeOfId(row.id)), updated_at: row.updated_at.toISOString() }
  return {
    type: released.type,
    id: row.id,
    attributes: {
      ...Object.fromEntries(Object.keys(released.attributes).map((name) => [name, row[name]])),
      ...timestamps,
      ...attributes,
    },
    links: { self: `${address}/${released.plural}/${row.id}` },
    meta: { timestamps, ...meta },
    ...(relationships !== undefined && { relationships }),
  }
}
