import { Type } from 'typebox'
import { Id, ToMany, ToOne } from '../../kernel/schemas.ts'
import { type Build, familyMembers } from '../catalog/products/family.ts'
import type { ReleasedRow } from './released-resource.ts'
import { publishedBuild } from './rules/published-build.ts'

const Named = { id: Id, name: Type.String() }

const ChildVariation = Type.Object({
  ...Named,
  option: Type.Object({ ...Named, description: Type.String() }),
})
type ChildVariation = { option: { id: string } }

/** Members that show the parent or the children of a released product. */
export const releasedFamily = {
  attributes: { ...familyMembers.attributes, base_product_id: Type.Optional(Id) },
  meta: {
    ...familyMembers.meta,
    child_option_ids: Type.Optional(Type.Array(Id, { description: 'For a child: its options.' })),
    child_variations: Type.Optional(
      Type.Array(ChildVariation, { description: 'For a child: each variation with its option.' }),
    ),
  },
  relationships: { parent: Type.Optional(ToOne('product')), children: Type.Optional(ToMany('product')) },
}

export function familyOf({ base_product_id = null, child_variations, build = null }: ReleasedRow) {
  if (build !== null) return showParent(build as ReleasedBuild)
  if (typeof base_product_id !== 'string') return STANDARD
  const variations = (child_variations ?? []) as readonly ChildVariation[]
  return {
    attributes: { base_product: false, base_product_id },
    meta: {
      product_types: ['child'],
      child_option_ids: variations.map(({ option }) => option.id),
      child_variations: variations,
    },
    relationships: { parent: { data: { type: 'product', id: base_product_id } } },
  }
}

const STANDARD = { attributes: { base_product: false }, meta: { product_types: ['standard'] }, relationships: {} }

/** Older releases lack `child_ids`; they show no children until the next release. */
type ReleasedBuild = Build & { child_ids?: string[] }

function showParent({ child_ids = [], ...whole }: ReleasedBuild) {
  const build = publishedBuild(whole, child_ids)
  const children = leavesOf(build.variation_matrix).map((id) => ({ type: 'product', id }))
  return {
    attributes: { base_product: true },
    meta: { product_types: ['parent'], ...build },
    relationships: { children: { data: children } },
  }
}

function leavesOf(matrix: object | string): string[] {
  return typeof matrix === 'string' ? [matrix] : Object.values(matrix).flatMap(leavesOf)
}
