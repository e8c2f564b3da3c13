import type { Problem } from '../../../kernel/errors.ts'
import { type AnyResource, type Draft, defineResource, type Row } from '../../kit/resource.ts'
import { choice, optional, text } from '../../kit/values/attribute.ts'
import type { Work } from '../../kit/work.ts'
import { BUILT_TEXTS, EDITS } from './rules/modifier-types.ts'

const MODIFIER_TYPES = [
  ...BUILT_TEXTS.flatMap((name) => EDITS.map((edit) => `${name}_${edit}` as const)),
  'mpn_equals',
  'upc_ean_equals',
  'external_ref_equals',
  'commodity_type',
  'status',
  'price',
] as const
type ModifierType = (typeof MODIFIER_TYPES)[number]

const attributes = {
  type: choice(MODIFIER_TYPES, {
    description:
      'What it changes in child products with the option. `…_append`, `…_prepend` (or `…_prefix`) and `…_equals` take a `value`; `…_builder` replaces each `seek` in the text of the parent by `set`; `commodity_type` and `status` take a `value`; `price` names a price modifier of price books as `reference_name`.',
  }),
  value: optional(text({ max: 65_535 })),
  seek: optional(text({ min: 1 })),
  set: optional(text()),
  reference_name: optional(text({ min: 1, description: 'Name of the price modifier, for `price`.' })),
}

/** A difference between a parent and its children that have an option. */
export const variationModifiers: AnyResource = defineResource({
  type: 'product-variation-modifier',
  singular: 'variation modifier',
  tag: 'Variations',
  area: 'catalog',
  table: 'variation_modifiers',
  path: '/variations/:product_variation_id/options/:product_variation_option_id/modifiers',
  parents: [
    { parameter: 'product_variation_id', table: 'variations', singular: 'variation' },
    { parameter: 'product_variation_option_id', table: 'variation_options', singular: 'variation option' },
  ],
  event: null,
  level: 'any',
  frame: 'attributes',
  undeclared: 'assortment',
  attributes,
  internal: { product_variation_id: text(), product_variation_option_id: text() },
  prepare: checkMembers,
})

const VALUES: Readonly<Record<string, readonly string[]>> = {
  commodity_type: ['physical', 'digital'],
  status: ['draft', 'live'],
}

async function checkMembers(_: Work, { after }: Draft<Row<typeof attributes>>): Promise<readonly Problem[]> {
  const members = membersOf(after.type)
  const missing = members.filter((name) => after[name] === null)
  if (missing.length > 0) return missing.map((name) => problem(name, `is required for a modifier ${after.type}`))
  const allowed = VALUES[after.type]
  if (allowed === undefined || allowed.includes(after.value ?? '')) return []
  return [problem('value', `must be one of: ${allowed.join(', ')}`)]
}

function membersOf(type: ModifierType): readonly ('value' | 'seek' | 'set' | 'reference_name')[] {
  if (type === 'price') return ['reference_name']
  return type.endsWith('_builder') ? ['seek', 'set'] : ['value']
}

function problem(name: string, what: string): Problem {
  return { detail: `data.attributes.${name} ${what}.`, pointer: `/data/attributes/${name}` }
}
