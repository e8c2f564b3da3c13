import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { withRemovedCredentials } from '../../src/resources/shapes/credentials.ts'
import { entriesOf, entrySchema } from '../../src/resources/shapes/custom-entries.ts'
import { fieldBody, fieldSchema, fieldValue } from '../../src/resources/shapes/custom-field.ts'
import { withCostShapes } from '../../src/resources/shapes/shipping-costs.ts'

const RESOURCES = path.resolve(import.meta.dirname, '../../src/resources')
const MAX_LINES = 40

test('a plain resource costs a declaration of at most 40 lines', () => {
  const sources = globSync('*.{ts,tsx}', { cwd: RESOURCES }).map((file) =>
    readFileSync(path.join(RESOURCES, file), 'utf8'),
  )
  const declarations = sources.flatMap(
    (source) => source.match(/^export const \w+.* = resource\(\{\n(?:.*\n)*?\}\)$/gm) ?? [],
  )
  expect(declarations.length).toBeGreaterThan(20)
  expect(declarations.filter((one) => one.split('\n').length > MAX_LINES)).toEqual([])
})

const MAX_PAGE_LINES = 150

test('a page is at most 150 lines: its read, columns, actions and empty state', () => {
  const pages = path.resolve(RESOURCES, '../pages')
  const lengths = globSync('**/*.tsx', { cwd: pages }).flatMap((file) => {
    const source = readFileSync(path.join(pages, file), 'utf8')
    return /<Page\b/.test(source) ? [{ file, lines: source.split('\n').length - 1 }] : []
  })
  expect(lengths.length).toBeGreaterThan(40)
  expect(lengths.filter(({ lines }) => lines > MAX_PAGE_LINES)).toEqual([])
})

/** Pages that show the request at the button of their last step. */
const WIZARDS = [
  'integrations/create/integration-create.tsx',
  'promotions/promotion-new.tsx',
  'events/publish/publish.tsx',
  'catalog/new-product/new-product.tsx',
]
/** Pages shown before the resource is known. */
const BEFORE = ['set-up/custom-entries.tsx']

test('each page shows its equivalent API request', () => {
  const pages = path.resolve(RESOURCES, '../pages')
  const without = globSync('**/*.tsx', { cwd: pages }).filter((file) => {
    const source = readFileSync(path.join(pages, file), 'utf8')
    return /<Page\b/.test(source) && !/\brequest[=:]|<AsRequest|<ListBlock|<DialogForm/.test(source)
  })
  expect(without.toSorted()).toEqual([...WIZARDS, ...BEFORE].toSorted())
})

const field = (slug: string, field_type: string, rules: object = {}, more: object = {}) =>
  ({
    id: slug,
    name: slug.toUpperCase(),
    slug,
    field_type,
    presence: 'optional',
    validation: { [field_type]: rules },
    ...more,
  }) as never

test('the form of an entry has a member for each field, with its type and rules', () => {
  const schema = entrySchema([
    field('title', 'string', { max_length: 60, allow_null_values: false }, { presence: 'required' }),
    field('color', 'string', { options: ['red'] }),
    field('count', 'integer', { max_value: 9, immutable: true }),
    field('sizes', 'list', { allowed_type: 'integer' }),
    field('more', 'any'),
  ])
  expect(schema.required).toEqual(['title'])
  expect(schema.properties).toEqual({
    title: { type: 'string', maxLength: 60, title: 'TITLE' },
    color: { anyOf: [{ type: 'string', maxLength: 1000, enum: ['red'], title: 'COLOR' }, { type: 'null' }] },
    count: {
      anyOf: [
        { type: 'integer', title: 'COUNT', description: 'At most 9. Cannot be changed once it is set.' },
        { type: 'null' },
      ],
    },
    sizes: { anyOf: [{ type: 'array', items: { type: 'string' }, title: 'SIZES' }, { type: 'null' }] },
    more: { anyOf: [{ title: 'MORE' }, { type: 'null' }] },
  })
})

test('lists of numbers are typed as text and sent as numbers, and the server rejects others', () => {
  const { adapt } = entriesOf({ name: 'Wishlist' }, [field('sizes', 'list', { allowed_type: 'integer' })])
  expect(adapt?.value?.({ id: '1', sizes: [36, 38] })).toMatchObject({ sizes: ['36', '38'] })
  expect(adapt?.body?.({ sizes: ['36', 'x'] }, null)).toEqual({ sizes: [36, 'x'] })
})

test('entries are searched by their first text, and sorted as the presentation specifies', () => {
  const fields = [
    field('count', 'integer', {}, { presentation: { sort_order: 2 } }),
    field('title', 'string', {}, { presentation: { sort_order: 1 } }),
  ]
  const { columns, search, title, facts } = entriesOf({ name: 'Wishlist' }, fields)
  expect(columns).toEqual(['title', 'count'])
  expect(search).toBe('title')
  expect(title?.({ id: '1', title: 'Birthday' })).toBe('Birthday')
  expect(facts?.filter?.count).toContain('gt')
})

const RULE = { type: 'integer' }
const VALIDATION = {
  anyOf: [
    {
      type: 'object',
      properties: { string: { type: 'object', properties: { regex: RULE, allow_null_values: RULE } } },
    },
    { type: 'null' },
  ],
}

test("a field has the rules of its type, under the names in the API's errors", () => {
  const row = { id: '1', field_type: 'string', validation: { string: { regex: '^a', allow_null_values: false } } }
  const schema = fieldSchema({ properties: { validation: VALIDATION } }, row)
  expect(Object.keys(schema.properties?.validation?.anyOf?.[0]?.properties ?? {})).toEqual(['regexp', 'allow_null'])
  expect(fieldValue(row).validation).toEqual({ regexp: '^a', allow_null: false })
  const sent = fieldBody({ field_type: 'float', validation: { options: ['1.5', 'x'] } }, null)
  expect(sent.validation).toEqual({ options: [1.5, 'x'] })
})

test('a removed credential is sent as null, since the API keeps omitted ones', () => {
  const row = { id: 'manual', credentials: { a: '****', b: '****' } }
  expect(withRemovedCredentials({ credentials: { a: '****' } }, row)).toEqual({ credentials: { a: '****', b: null } })
  expect(withRemovedCredentials({ credentials: null }, row)).toEqual({ credentials: { a: null, b: null } })
  expect(withRemovedCredentials({ name: 'x' }, row)).toEqual({ name: 'x' })
})

test('costs have three shapes, in which a step starts at an amount or at grams', () => {
  const table = {
    type: 'array',
    items: { properties: { from: { type: 'integer', description: 'Minor units, or grams.' } } },
  }
  const oneOf = [{ properties: { amount: {} } }, { properties: { by: { enum: ['subtotal', 'weight'] }, table } }]
  type Shapes = { anyOf: { title: string; properties: { table: typeof table } }[] }
  const shapes = withCostShapes({ properties: { costs: { additionalProperties: { oneOf } } } }).properties?.costs
    ?.additionalProperties as Shapes
  expect(shapes.anyOf.map(({ title }) => title)).toEqual(['One amount', 'By the subtotal', 'By the weight'])
  expect(shapes.anyOf[2]?.properties.table.items.properties.from.description).toBe('In grams.')
})

test('a sentence used in two files is declared among the messages', () => {
  const root = path.resolve(RESOURCES, '..')
  const places = new Map<string, Set<string>>()
  for (const file of globSync('{kit,pages,resources,frame}/**/*.{ts,tsx}', { cwd: root })) {
    const source = readFileSync(path.join(root, file), 'utf8').replaceAll(/\/\*\*.*?\*\/|\/\/[^\n]*/gs, '')
    for (const [, quoted, written] of source.matchAll(
      /['"]([A-Z][^'"\n`]{12,}\.)['"]|[>\n]\s*([A-Z][^<>{}\n=;]{12,}\.)\s*</g,
    )) {
      const sentence = quoted ?? written ?? ''
      if (sentence.includes(' ')) places.set(sentence, (places.get(sentence) ?? new Set()).add(file))
    }
  }
  expect(places.size).toBeGreaterThan(300)
  expect([...places].filter(([, files]) => files.size > 1).map(([sentence]) => sentence)).toEqual([])
})
