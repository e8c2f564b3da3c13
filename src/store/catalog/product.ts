import { Type } from 'typebox'
import type { Problem } from '../../kernel/errors.ts'
import { type Attribute, choice, integer, json, optional, reference, text, texts } from '../kit/attribute.ts'
import { type AnyResource, type Draft, defineResource, type Frame } from '../kit/resource.ts'
import type { Work } from '../kit/work.ts'

/** A word in addresses; '' for none. */
export const slug = (): Attribute<string> =>
  text(
    { pattern: '^[A-Za-z0-9._-]*$', description: 'A word for addresses, unique where it is not empty.' },
    { initial: '' },
  )

export const description = (what: string): Attribute<string> =>
  text({ max: 65_535, description: what }, { initial: '' })

/** Short texts, each of them once. */
export const words = (what: string): Attribute<string[]> => ({
  ...texts({}, { initial: [] }),
  schema: Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
    maxItems: 100,
    uniqueItems: true,
    description: what,
  }),
})

const Word = Type.String({ minLength: 1, maxLength: 255 })
const Shown = Type.String({ maxLength: 255 })

const Option = Type.Object({
  name: Type.Unsafe<string>({ ...Word, description: 'What can be chosen, such as `size`; each once.' }),
  display_name: Type.Optional(Type.Unsafe<string>({ ...Shown, description: 'For people. By default the name.' })),
  value: Type.Unsafe<string>({ ...Word, description: 'What this product is, such as `xl`.' }),
  display_value: Type.Optional(Type.Unsafe<string>({ ...Shown, description: 'For people. By default the value.' })),
  price_modifier: Type.Optional(
    Type.Union([Word, Type.Null()], {
      description: 'Name of the price modifier that applies to it, in price books that have one.',
    }),
  ),
})

export type ProductOption = {
  name: string
  display_name: string
  value: string
  display_value: string
  price_modifier: string | null
}

/** What a product says, wherever it stands. */
export const productAttributes = {
  sku: text({ min: 1, max: 255, description: 'Stock keeping unit; unique.' }),
  name: text({ min: 1 }),
  description: description('For shoppers.'),
  slug: slug(),
  commodity_type: choice(
    ['physical', 'digital'],
    { description: 'Whether it has to be shipped.' },
    { initial: 'physical' },
  ),
  definition: text(
    { description: 'Products of the same definition are variants of one thing and differ in their options.' },
    { initial: '' },
  ),
  options: json<ProductOption[]>(
    Type.Array(Option, { maxItems: 20, description: 'Which variant of its definition it is.' }),
    { initial: [] },
  ),
  tags: words('What rules and promotions know it by.'),
  tax_class_id: optional(reference({ description: 'Its tax class.' })),
  weight: integer({ minimum: 0, maximum: 2_147_483_647, description: 'In grams.' }, { initial: 0 }),
  main_image_file_id: optional(reference({ description: 'A file that shows it.' })),
  extensions: json<Record<string, unknown>>(
    Type.Object({}, { additionalProperties: true, description: 'Whatever else is to be known of it.' }),
    { initial: {} },
  ),
  external_ref: text({ description: 'What another system calls it.' }, { initial: '' }),
}

/** Shoppers see those that are live and in a node of a catalog's hierarchies, once the catalog is published. */
export const products: AnyResource = defineResource({
  type: 'product',
  one: 'product',
  tag: 'Products',
  table: 'products',
  path: '/products',
  event: null,
  level: 'any',
  frame: 'attributes',
  attributes: {
    ...productAttributes,
    status: choice(['draft', 'live'], { description: 'Drafts are not published.' }, { initial: 'draft' }),
  },
  kept: { modifier_names: texts({}, { initial: [] }) },
  constraints: {
    products_sku: {
      code: 'conflict',
      detail: 'Another product has this sku.',
      pointer: '/data/attributes/sku',
    },
    products_slug: {
      code: 'conflict',
      detail: 'Another product has this slug.',
      pointer: '/data/attributes/slug',
    },
  },
  prepare: completeOptions,
})

type Product = Frame & {
  options: (Partial<ProductOption> & { name: string; value: string })[]
  modifier_names: string[]
}

async function completeOptions(_: Work, { after }: Draft<Product>): Promise<readonly Problem[]> {
  const names = after.options.map(({ name }) => name)
  const twice = names.findIndex((name, index) => names.indexOf(name) !== index)
  if (twice !== -1) {
    const pointer = `/data/attributes/options/${twice}/name`
    return [{ detail: `data.attributes.options[${twice}].name: another option has this name.`, pointer }]
  }
  after.options = after.options.map(({ name, display_name, value, display_value, price_modifier }) => ({
    name,
    display_name: display_name ?? name,
    value,
    display_value: display_value ?? value,
    price_modifier: price_modifier ?? null,
  }))
  after.modifier_names = [...new Set(after.options.flatMap(({ price_modifier }) => price_modifier ?? []))]
  return []
}
