import { Type } from 'typebox'
import { Id, Money, ToMany } from '../../kernel/schemas.ts'
import { type MoneyFormat, money } from '../../pricing/money.ts'
import type { Item } from '../../pricing/selectors/selector.ts'
import { productAttributes } from '../catalog/product.ts'
import { Amount, Tier } from '../catalog/product-price.ts'
import { relatedFiles } from '../catalog/products/files.ts'
import { type CurrentPrice, currentPrice, type PublishedPrice } from '../catalog/rules/price.ts'
import { listOf } from '../kit/resource.ts'
import { crumbsOfProduct, productCrumbs } from './bread-crumbs.ts'
import { familyOf, releasedFamily } from './family.ts'
import { type Context, identify, type Released, type ReleasedRow, schemaOf } from './released-resource.ts'

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

/** Categories of a product in search results, in the form of facets and filters. */
const ShownCategories = Type.Object(
  {
    nodes: Type.Array(Type.Object({ id: Id, name: Type.String(), slug: Type.String() }), {
      description: 'All nodes that contain it, directly or indirectly.',
    }),
    categories: Type.Record(Type.String(), Type.Array(Type.String()), {
      description: 'Their paths by level.',
    }),
  },
  { title: 'FoundCategories', description: 'In searches.' },
)

const SHOWN_COLUMNS = ['file_ids', 'node_ids', 'category_ids', 'prices']

const listed_by = { product_types: { kind: 'text_array', column: 'product_types' } } as const

const product = {
  type: 'product',
  plural: 'products',
  table: 'release_products',
  attributes: productAttributes,
  columns: [...SHOWN_COLUMNS, 'base_product_id', 'child_variations'],
  list: { ...listOf({ attributes: productAttributes, fields: listed_by }), always: { status: 'live' } },
  schema: schemaOf('product', productAttributes, {
    relationships: {
      nodes: ToMany('node'),
      files: ToMany('file'),
      main_image: MainImage,
      ...releasedFamily.relationships,
    },
    more: {
      ...releasedFamily.attributes,
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
        description: 'The list price of a product that costs less now.',
      }),
      catalog_id: Type.String(),
      pricebook_id: Type.Optional(Type.String({ description: 'The price book of the price.' })),
      ...productCrumbs,
      ...releasedFamily.meta,
      search: Type.Optional(ShownCategories),
    },
  }),
  more(row: ReleasedRow, context: Context) {
    const price = priceOf(row, context)
    const { attributes, meta, relationships } = familyOf(row)
    return {
      attributes: { ...attributes, ...(price !== null && { price: { [price.currency]: listed(price) } }) },
      relationships: { nodes: { data: identify(row.node_ids) }, ...filesOf(row, context), ...relationships },
      meta: {
        price: withoutBook(price),
        ...displayed(price, context.format),
        catalog_id: context.catalog_id,
        ...bookOf(price),
        ...crumbsOfProduct(row.node_ids as string[], context.categories),
        ...meta,
      },
    }
  },
} satisfies Released

/** Parents are read only by id, since front ends show them to choose options; their children are what is sold. */
export const releasedProducts: Released = {
  ...product,
  unlisted: { ...product, table: 'release_parents', columns: [...SHOWN_COLUMNS, 'build'] },
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

/** Omits files that were deleted after the release. */
function filesOf(row: ReleasedRow, { files }: Context) {
  const [image] = idsOfImage(row)
  const file_ids = (row.file_ids as string[]).filter((id) => files.has(id))
  const { files: shown } = relatedFiles({ file_ids, main_image_file_id: null })
  return {
    files: shown,
    main_image: { data: image !== undefined && files.has(image) ? { type: 'main_image', id: image } : null },
  }
}

export function fileIdsOf(row: ReleasedRow): string[] {
  return [...idsOfImage(row), ...((row.file_ids ?? []) as string[])]
}

function idsOfImage({ main_image_file_id }: ReleasedRow): string[] {
  return typeof main_image_file_id === 'string' ? [main_image_file_id] : []
}

function pricesIn(prices: unknown, currency: string): PublishedPrice[] | undefined {
  return (prices as Record<string, PublishedPrice[]>)[currency]
}
