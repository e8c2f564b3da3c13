import { Type } from 'typebox'
import type { Transaction } from '../../../db/database.ts'
import type { Problem } from '../../../kernel/errors.ts'
import { Id, ImpliedType, ToMany, ToOne } from '../../../kernel/schemas.ts'
import type { Draft, Frame } from '../../kit/resource.ts'
import { lockIds } from '../../kit/store.ts'
import { type Attribute, json, optional, reference, references } from '../../kit/values/attribute.ts'
import { idsOf } from './files.ts'

/** Result of the latest build of a parent. */
export type Build = {
  variations: { id: string; name: string; options: { id: string; name: string; description: string }[] }[]
  variation_matrix: object
}

/** Relations between products: a parent has variations and a build, a child has a parent and options. */
export type Family = {
  variation_ids: string[]
  base_product_id: string | null
  option_ids: string[]
  build: Build | null
}

const open = Type.Object({}, { additionalProperties: true })

export const familyColumns = {
  variation_ids: references({}, { initial: [] }),
  base_product_id: optional(reference()) as Attribute<string | null>,
  option_ids: references({}, { initial: [] }),
  build: optional(json<Build>(open)),
}

const MAX_VARIATIONS = 20

/** Variations in a body, in the order in which children combine them. */
export const VariationList = Type.Array(Type.Object({ type: ImpliedType('product-variation'), id: Id }), {
  maxItems: MAX_VARIATIONS,
})
export const ShownVariations = ToMany('product-variation')

export const variationRelationships = {
  bodies: { variations: Type.Optional(Type.Object({ data: VariationList })) },
  shown: { variations: ShownVariations, base_product: Type.Optional(ToOne('product')) },
}

/** Members of responses that describe a product's family, besides relationships. */
export const familyMembers = {
  attributes: {
    base_product: Type.Boolean({
      description: 'Whether children were built from it, which are sold in its place.',
    }),
  },
  meta: {
    product_types: Type.Array(Type.Enum(['standard', 'parent', 'child'])),
    variations: Type.Optional(
      Type.Array(open, { description: 'Variations and options of a parent, as they were built.' }),
    ),
    variation_matrix: Type.Optional(
      Type.Object(
        {},
        {
          additionalProperties: true,
          description: 'Of a parent: ids of children by ids of options, one level for each variation.',
        },
      ),
    ),
  },
}

export function showFamily({ variation_ids, base_product_id, build }: Family) {
  return {
    attributes: { base_product: build !== null },
    meta: { product_types: [typeOf({ base_product_id, build })], ...build },
    relationships: {
      variations: relatedVariations(variation_ids),
      ...(base_product_id !== null && { base_product: { data: { type: 'product', id: base_product_id } } }),
    },
  }
}

export function relatedVariations(ids: readonly string[]) {
  return { data: ids.map((id) => ({ type: 'product-variation' as const, id })) }
}

function typeOf({ base_product_id, build }: Pick<Family, 'base_product_id' | 'build'>) {
  if (base_product_id !== null) return 'child'
  return build === null ? 'standard' : 'parent'
}

type Sent = { variations?: { data: readonly { id: string }[] } }

/** Sets the product's variations from a body. Returns the problems. */
export async function setVariations(
  tx: Transaction,
  { after, sent }: Draft<Frame & Family>,
): Promise<readonly Problem[]> {
  const { variations } = (sent.relationships ?? {}) as Sent
  if (variations === undefined) return []
  const ids = idsOf(variations.data)
  Object.assign(after, withVariations(after, ids))
  return unknownVariations(tx, after.owner_id, {
    data: variations.data,
    pointer: '/data/relationships/variations/data',
  })
}

/** Columns of a product with these variations. Without variations it is sold itself again; its children remain. */
export function withVariations(
  { build }: Pick<Family, 'build'>,
  ids: string[],
): Pick<Family, 'variation_ids' | 'build'> {
  return { variation_ids: ids, build: ids.length === 0 ? null : build }
}

type SentList = { data: readonly { id: string }[]; pointer: string }

/** Locks variations against deletion. Returns a problem for each unknown id. */
export async function unknownVariations(
  tx: Transaction,
  owner_id: string,
  { data, pointer }: SentList,
): Promise<Problem[]> {
  const known = await lockIds(tx, 'variations', owner_id, idsOf(data))
  return data.flatMap(({ id }, index) => {
    if (known.has(id.toLowerCase())) return []
    const at = `${pointer}/${index}/id`
    return [{ detail: `${at.slice(1).replaceAll('/', '.')} must be the id of a variation.`, pointer: at }]
  })
}
