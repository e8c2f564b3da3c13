import { type TObject, type TProperties, Type } from 'typebox'
import { isoTime } from '../../kernel/clock.ts'
import { timeOfId } from '../../kernel/ids.ts'
import type { ListDefinition } from '../../kernel/lists/list.ts'
import { Links, Timestamps, ToMany, ToOne } from '../../kernel/schemas.ts'
import type { Locales } from '../../kernel/text/languages.ts'
import type { MoneyFormat } from '../../pricing/money.ts'
import { hierarchyAttributes } from '../catalog/hierarchy.ts'
import { nodeAttributes } from '../catalog/node.ts'
import type { ProductOption } from '../catalog/product.ts'
import { listOf } from '../kit/resource.ts'
import type { Attributes } from '../kit/values/attribute.ts'
import type { ItemPricer } from '../promotions/item-prices.ts'
import { categoryCrumbs, crumbsOfCategory, nodeCrumb } from './bread-crumbs.ts'
import type { Categories, Category } from './rules/categories.ts'

/** A resource in releases: its table, and the presentation of its rows. */
export type Released = {
  type: string
  /** Plural, the last segment of paths. */
  plural: 'hierarchies' | 'nodes' | 'products'
  table: 'release_hierarchies' | 'release_nodes' | 'release_products' | 'release_parents'
  attributes: Attributes
  /** Columns besides the attributes. */
  columns: readonly string[]
  list: ListDefinition
  schema: TObject
  /** Further rows of the type, which are read only by id. */
  unlisted?: Released
  /** Returns members besides the attributes. */
  more(row: ReleasedRow, context: Context): { attributes?: object; relationships?: object; meta?: object }
}

export type ReleasedRow = { owner_id: string; release_id: string; id: string; updated_at: Date } & Texts &
  Record<string, unknown>

type Texts = {
  name: string
  description: string
  locales: Locales<'name' | 'description'>
  /** Present on products. */
  options?: readonly ProductOption[]
}

/**
 * Presentation of prices: `currency` is an ISO 4217 code or null if unknown, `format` is null for a currency that the
 * store does not have, `now` is in milliseconds since the epoch, `prices_include_tax` applies to prices that do not
 * specify it, and `price` applies item promotions for a shopper. `nameOf` translates categories for a shopper.
 */
export type Context = {
  currency: string | null
  format: MoneyFormat | null
  catalog_id: string
  now: number
  prices_include_tax: boolean
  price?: ItemPricer
  /** Files that still exist. */
  files: { has(id: string): boolean }
  categories: Categories
  nameOf?: (category: Category) => string
}

export const releasedHierarchies: Released = {
  type: 'hierarchy',
  plural: 'hierarchies',
  table: 'release_hierarchies',
  attributes: hierarchyAttributes,
  columns: [],
  list: listOf({ attributes: hierarchyAttributes }),
  schema: schemaOf('hierarchy', hierarchyAttributes, { meta: categoryCrumbs }),
  more({ id }, { categories, nameOf }) {
    const { above: _, ...meta } = crumbsOfCategory(id, categories, nameOf)
    return { meta }
  },
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
    meta: { ...nodeCrumb, ...categoryCrumbs },
  }),
  more({ id, hierarchy_id, parent_id, ancestors }, { categories, nameOf }) {
    const { above, ...meta } = crumbsOfCategory(id, categories, nameOf)
    return {
      relationships: {
        hierarchy: { data: { type: 'hierarchy', id: hierarchy_id } },
        ...(parent_id !== null && { parent: { data: { type: 'node', id: parent_id } } }),
        ancestors: { data: identify(ancestors) },
      },
      meta: { bread_crumb: above, ...meta },
    }
  },
}

/** Siblings are listed in the seller's order. */
export const releasedChildren: ListDefinition = listOf({ ...nodeList, default_sort: 'sort_order' })

export function identify(ids: unknown): { type: 'node'; id: string }[] {
  return (ids as string[]).map((id) => ({ type: 'node', id }))
}

export function schemaOf(
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

/** Returns a row as the API shows it; `address` is the base URL of the release's resources. */
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
