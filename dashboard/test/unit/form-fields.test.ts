import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type AreaFacts, describeOperations, type Schema } from '../../scripts/describe-operations.ts'
import { describe } from '../../src/kit/form/describe.ts'
import type { Field } from '../../src/kit/form/field.ts'
import { rowsOf } from '../../src/kit/form/layout.ts'
import { longText, money, perMillion } from '../../src/kit/form/overrides.ts'
import { dismissLabel, doneWords } from '../../src/kit/form/words.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const { areas } = describeOperations(JSON.parse(readFileSync(path.join(ROOT, 'docs/openapi.json'), 'utf8')))
const bodies = new Map<string, Schema>()
for (const area of Object.values(areas))
  for (const [id, { body }] of Object.entries<AreaFacts>(area)) if (body !== undefined) bodies.set(id, body)

const bodyOf = (id: string) => bodies.get(id) ?? {}
const fieldAt = (field: Field, ...names: string[]): Field | undefined =>
  names.reduce<Field | undefined>((one, name) => one?.children.find((child) => child.name === name), field)

function all(field: Field): Field[] {
  return [field, ...field.children.flatMap(all)]
}

/** Number of objects and lists around the deepest field, not counting `attributes`. */
function depthOf(field: Field): number {
  if (field.hidden || field.advanced) return 0
  const own = field.name === 'attributes' ? 0 : 1
  return own + Math.max(0, ...field.children.map(depthOf))
}

test('every property of every body becomes a field, or part of a JSON field', () => {
  expect(bodies.size).toBeGreaterThan(120)
  for (const [id, body] of bodies) compare(body, describe(body), id)
})

const SIMPLE = ['string', 'integer', 'number', 'boolean']

function compare(schema: Schema, field: Field, where: string): void {
  if (typeof schema.type === 'string' && SIMPLE.includes(schema.type)) expect(field.kind, where).not.toBe('json')
  if (field.kind !== 'object') return
  const { properties = (schema.anyOf ?? schema.oneOf)?.find((one) => one.properties)?.properties ?? {} } = schema
  expect(Object.keys(properties), where).toEqual(field.children.map(({ name }) => name))
  for (const child of field.children) {
    expect(child.label, `${where}${child.pointer}`).not.toBe('')
    compare(properties[child.name] ?? {}, child, `${where}${child.pointer}`)
  }
}

test('most create bodies are flat enough for a generated form', () => {
  const creates = [...bodies].filter(([id]) => id.startsWith('Create'))
  const flat = creates.filter(([, body]) => {
    const field = describe(body)
    return depthOf(field) <= 4 && !all(field).some(({ kind }) => kind === 'union')
  })
  expect(flat.length).toBeGreaterThanOrEqual(32)
  expect(creates.length).toBeLessThan(60)
})

test('labels are in sentence case and omit the word ID', () => {
  const field = describe(bodyOf('CreateTaxRate'))
  expect(fieldAt(field, 'tax_class_id')?.label).toBe('Tax class')
  expect(fieldAt(describe(bodyOf('CreateProduct')), 'attributes', 'sku')?.label).toBe('SKU')
})

test('a declaration adds what the schema lacks', () => {
  const field = describe(bodyOf('CreateTaxRate'), { rate: { ...perMillion, label: 'Percentage' }, name: longText })
  expect(fieldAt(field, 'rate')).toMatchObject({ kind: 'rate', label: 'Percentage' })
  expect(fieldAt(field, 'name')?.kind).toBe('longText')
  const product = describe(bodyOf('CreateProduct'), { weight: money('USD') })
  expect(fieldAt(product, 'attributes', 'weight')).toMatchObject({ kind: 'money', currency: 'USD' })
})

test('recognizes units, constants, aliases, maps and shapes', () => {
  const rate = describe(bodyOf('CreateTaxRate'))
  expect(fieldAt(rate, 'rate')?.kind).toBe('rate')
  expect(fieldAt(rate, 'type')).toMatchObject({ kind: 'constant', constant: 'tax_rate', hidden: true })
  expect(fieldAt(rate, 'valid_from')).toMatchObject({ kind: 'dateTime', nullable: true })
  expect(fieldAt(rate, 'relationships', 'tax_class')?.hidden).toBe(true)
  const costs = fieldAt(describe(bodyOf('CreateShippingOption')), 'costs')
  expect(costs).toMatchObject({ kind: 'map', keyLabel: 'Currency' })
  expect(describe(bodyOf('CreateIntegration')).kind).toBe('union')
  const kinds = new Set([...bodies.values()].flatMap((body) => all(describe(body)).map(({ kind }) => kind)))
  for (const kind of ['choices', 'json', 'money', 'objects', 'secret', 'texts', 'union']) expect(kinds).toContain(kind)
})

test('short fields share a row, and an end is beside its start', () => {
  const named = (id: string) =>
    rowsOf(describe(bodyOf(id)).children, 'create').map((row) => row.map(({ name }) => name).join(' '))
  expect(named('CreatePromotion')).toContain('start end')
  expect(named('CreateTaxRate')).toEqual(expect.arrayContaining(['tax_class_id', 'name code', 'valid_from valid_to']))
})

test('the result of a button is a sentence in the past tense', () => {
  const buttons = ['Create variation', 'Save', 'Cancel order 12', 'Apply', 'Mark as fulfilled', 'Send']
  expect(buttons.map(doneWords)).toEqual([
    'Created variation.',
    'Saved.',
    'Cancelled order 12.',
    'Applied.',
    'Marked as fulfilled.',
    'Sent.',
  ])
  expect([dismissLabel('Cancel 3 jobs'), dismissLabel('Delete tax rate')]).toEqual(['Go back', 'Cancel'])
})

test('help of a field leaves out what only programs need', () => {
  const field = describe({
    type: 'object',
    properties: {
      starts: { type: 'string', format: 'date-time', description: 'Start of the price. Without a zone it is UTC.' },
      password: { type: 'string', description: 'Never returned.' },
    },
  })
  expect(field.children.map(({ help }) => help)).toEqual(['Start of the price.', undefined])
})
