import { Type } from 'typebox'
import type { Problem } from '../../kernel/errors.ts'
import { Timestamps } from '../../kernel/schemas.ts'
import type { Locales } from '../../kernel/text/languages.ts'
import { type AnyResource, type Draft, defineResource, type Frame, timestampsOf } from '../kit/resource.ts'
import {
  type Attribute,
  choice,
  integer,
  json,
  optional,
  reference,
  references,
  text,
  texts,
} from '../kit/values/attribute.ts'
import { sku } from '../kit/values/sku.ts'
import type { Work } from '../kit/work.ts'
import { byLanguage } from './locales.ts'
import { tradeAttributes } from './products/attributes.ts'
import { bundleMembers, bundleProblems } from './products/components.ts'
import {
  type Family,
  familyColumns,
  familyMembers,
  setVariations,
  showFamily,
  variationRelationships,
} from './products/family.ts'
import { type FileTags, fileIncludes, fileRelationships, relatedFiles, setFiles } from './products/files.ts'

/** A slug attribute; '' if unset. */
export const slug = (): Attribute<string> =>
  text({ pattern: '^[A-Za-z0-9._-]*$', description: 'Name in URLs; unique unless empty.' }, { initial: '' })

export const description = (note: string): Attribute<string> =>
  text({ max: 65_535, description: note }, { initial: '' })

/** Up to 100 distinct strings of 1 to 255 characters. */
export const words = (description: string): Attribute<string[]> => ({
  ...texts({}, { initial: [] }),
  schema: Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
    maxItems: 100,
    uniqueItems: true,
    description,
  }),
})

const Word = Type.String({ minLength: 1, maxLength: 255 })
const Shown = Type.String({ maxLength: 255 })

const Option = Type.Object({
  name: Type.Unsafe<string>({ ...Word, description: 'Name of the option, such as `size`; unique in the product.' }),
  display_name: Type.Optional(Type.Unsafe<string>({ ...Shown, description: 'Shown to shoppers. Default: the name.' })),
  value: Type.Unsafe<string>({ ...Word, description: 'Value for this product, such as `xl`.' }),
  display_value: Type.Optional(
    Type.Unsafe<string>({ ...Shown, description: 'Shown to shoppers. Default: the value.' }),
  ),
  price_modifier: Type.Optional(
    Type.Union([Word, Type.Null()], {
      description: 'Name of the price modifier to apply, in price books that have one.',
    }),
  ),
  locales: Type.Optional(
    byLanguage(
      { display_name: Type.Optional(Shown), display_value: Type.Optional(Shown) },
      'Texts for shoppers by language tag, such as `fr-FR`.',
    ),
  ),
})

export type ProductOption = {
  name: string
  display_name: string
  value: string
  display_value: string
  price_modifier: string | null
  locales?: Locales<'display_name' | 'display_value'>
}

/** Attributes shared by live and released products. */
export const productAttributes = {
  sku: sku('Stock keeping unit; unique, ignoring case.'),
  name: text({ min: 1 }),
  description: description('Shown to shoppers.'),
  slug: slug(),
  commodity_type: choice(
    ['physical', 'digital'],
    { description: 'Physical products are shipped.' },
    { initial: 'physical' },
  ),
  definition: text(
    { description: 'Products with the same definition are variants that differ in their options.' },
    { initial: '' },
  ),
  options: json<ProductOption[]>(
    Type.Array(Option, { maxItems: 20, description: 'Options that distinguish the variants of a definition.' }),
    { initial: [] },
  ),
  tags: words('Tags that promotions refer to.'),
  tax_class_id: optional(reference({ description: 'Id of the tax class.' })),
  weight: integer({ minimum: 0, maximum: 2_147_483_647, description: 'In grams.' }, { initial: 0 }),
  main_image_file_id: optional(
    reference({ description: 'Id of the file with the main image; the same as `relationships.main_image`.' }),
  ),
  extensions: json<Record<string, unknown>>(
    Type.Object({}, { additionalProperties: true, description: 'Custom attributes.' }),
    { initial: {} },
  ),
  external_ref: text({ description: 'Id in another system.' }, { initial: '' }),
  ...tradeAttributes,
}

/** Shoppers see live products in nodes of a catalog's hierarchies, once the catalog is published. */
export const products: AnyResource = defineResource({
  type: 'product',
  singular: 'product',
  tag: 'Products',
  area: 'catalog',
  reports_unknown: true,
  table: 'products',
  path: '/products',
  event: null,
  level: 'any',
  frame: 'attributes',
  key: ['sku'],
  references: {
    tax_class_id: 'tax_class',
    main_image_file_id: 'file',
    'build_rules.**.*': 'product-variation-option',
    'relationships.variations.data.*.id': 'product-variation',
  },
  undeclared: 'assortment',
  attributes: {
    ...productAttributes,
    status: choice(['draft', 'live'], { description: 'Drafts are not published.' }, { initial: 'draft' }),
  },
  internal: {
    sku_twin: text({}, { initial: '' }),
    modifier_names: texts({}, { initial: [] }),
    file_ids: references({}, { initial: [] }),
    file_tags: json<FileTags>(Type.Object({}), { initial: {} }),
    ...familyColumns,
  },
  accepts: bundleMembers,
  accepts_beside: { relationships: Type.Object({ ...fileRelationships.bodies, ...variationRelationships.bodies }) },
  includes: fileIncludes,
  shows: {
    ...familyMembers,
    meta: { ...Timestamps.properties, ...familyMembers.meta },
    relationships: { ...fileRelationships.shown, ...variationRelationships.shown },
  },
  show: (row) => showProduct(row),
  constraints: {
    products_sku: {
      code: 'conflict',
      detail: 'Another product has this sku.',
      pointer: '/data/attributes/sku',
    },
    products_sku_alike: {
      code: 'conflict',
      detail: 'Another product has this sku in another case.',
      pointer: '/data/attributes/sku',
    },
    products_slug: {
      code: 'conflict',
      detail: 'Another product has this slug.',
      pointer: '/data/attributes/slug',
    },
  },
  prepare: completeProduct,
})

type Product = Frame &
  Family & {
    sku: string
    sku_twin: string
    options: (Partial<ProductOption> & { name: string; value: string })[]
    modifier_names: string[]
    main_image_file_id: string | null
    file_ids: string[]
    file_tags: FileTags
  }

function showProduct(row: Product) {
  const { attributes, meta, relationships } = showFamily(row)
  return {
    attributes,
    meta: { ...timestampsOf(row), ...meta },
    relationships: { ...relatedFiles(row), ...relationships },
  }
}

async function completeProduct(work: Work, draft: Draft<Product>): Promise<readonly Problem[]> {
  if (draft.after.sku !== draft.before?.sku) draft.after.sku_twin = ''
  return [
    ...bundleProblems(draft.sent),
    ...(await setFiles(work.tx, draft)),
    ...(await setVariations(work.tx, draft)),
    ...completeOptions(draft),
  ]
}

function completeOptions({ after }: Draft<Product>): readonly Problem[] {
  const names = after.options.map(({ name }) => name)
  const twice = names.findIndex((name, index) => names.indexOf(name) !== index)
  if (twice !== -1) {
    const pointer = `/data/attributes/options/${twice}/name`
    return [{ detail: `data.attributes.options[${twice}].name: another option has this name.`, pointer }]
  }
  after.options = after.options.map(({ name, display_name, value, display_value, price_modifier, locales }) => ({
    name,
    display_name: display_name ?? name,
    value,
    display_value: display_value ?? value,
    price_modifier: price_modifier ?? null,
    ...(locales !== undefined && { locales }),
  }))
  after.modifier_names = [...new Set(after.options.flatMap(({ price_modifier }) => price_modifier ?? []))]
  return []
}
