import { AppError } from '../../../kernel/errors.ts'
import { type AnyResource, defineResource } from '../../kit/resource.ts'
import { type Attribute, integer, text } from '../../kit/values/attribute.ts'
import { locales, namesByLanguage } from '../locales.ts'
import { isVariationUsed } from '../sql/variations.ts'

const order = (of: string): Attribute<number> =>
  integer(
    { minimum: -2_147_483_648, maximum: 2_147_483_647, description: `Position among ${of}, lowest first.` },
    { initial: 0 },
  )

const variationAttributes = {
  name: text({ min: 1, description: 'Attribute in which products vary, such as `Size`.' }),
  locales: namesByLanguage,
  sort_order: order('the variations of a product'),
}

/** An attribute in which products vary, such as size. Its options are resources below it; deleting it deletes them. */
export const variations: AnyResource = defineResource({
  type: 'product-variation',
  singular: 'variation',
  tag: 'Variations',
  area: 'catalog',
  reports_unknown: true,
  table: 'variations',
  path: '/variations',
  event: null,
  level: 'any',
  frame: 'attributes',
  key: ['name'],
  undeclared: 'assortment',
  attributes: variationAttributes,
  async beforeRemove({ tx }, { owner_id, id }) {
    if (!(await isVariationUsed(tx, owner_id, id))) return
    throw new AppError('conflict', [{ detail: 'Products have this variation: remove it from them first.' }])
  },
})

const optionAttributes = {
  name: text({ min: 1, description: 'Value of the option, such as `Large`; unique in the variation.' }),
  description: text({ max: 65_535 }, { initial: '' }),
  locales,
  sort_order: order('the options of the variation'),
}

const inVariation = { parameter: 'product_variation_id', table: 'variations', singular: 'variation' }

/** A value of a variation. Deleting it deletes its modifiers; products built with it remain. */
export const variationOptions: AnyResource = defineResource({
  type: 'product-variation-option',
  singular: 'variation option',
  tag: 'Variations',
  area: 'catalog',
  reports_unknown: true,
  table: 'variation_options',
  path: '/variations/:product_variation_id/options',
  parents: [inVariation],
  event: null,
  level: 'any',
  frame: 'attributes',
  key: ['name'],
  undeclared: 'assortment',
  attributes: optionAttributes,
  internal: { product_variation_id: text() },
  constraints: {
    variation_options_name: {
      code: 'conflict',
      detail: 'Another option of the variation has this name.',
      pointer: '/data/attributes/name',
    },
  },
})
