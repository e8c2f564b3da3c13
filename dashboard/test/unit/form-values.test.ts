import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Schema } from '../../scripts/describe-operations.ts'
import { describe } from '../../src/kit/form/describe.ts'
import { inUnit, place, sentencesOf, shownPointers } from '../../src/kit/form/problems.ts'
import { changedPointer } from '../../src/kit/form/values/changed.ts'
import { readInteger, readNumber, readScaled, writeScaled } from '../../src/kit/form/values/numbers.ts'
import { changes, creation } from '../../src/kit/form/values/outgoing.ts'
import { readLocal, writeLocal } from '../../src/kit/form/values/times.ts'
import { currencyAt, Unreadable, unreadableIn, type Value, withValueAt } from '../../src/kit/form/values/values.ts'

const nullable = (one: Schema): Schema => ({ anyOf: [one, { type: 'null' }] })
const text: Schema = { type: 'string' }
const MEMBERS: Record<string, Schema> = {
  name: text,
  note: nullable(text),
  count: nullable({ type: 'integer' }),
  enabled: { type: 'boolean' },
  tags: { type: 'array', items: text },
  rows: {
    type: 'array',
    items: { type: 'object', required: ['key'], properties: { key: text, size: { type: 'number' } } },
  },
  costs: { type: 'object', additionalProperties: { type: 'object', properties: { amount: { type: 'integer' } } } },
}
const FIELD = describe({
  type: 'object',
  properties: { type: { const: 'thing' }, ...MEMBERS, attributes: { type: 'object', properties: MEMBERS } },
})

const filledText = fc.string({ minLength: 1, maxLength: 3 })
const members = fc.record(
  {
    name: filledText,
    note: fc.option(filledText),
    count: fc.option(fc.integer()),
    enabled: fc.boolean(),
    tags: fc.array(filledText, { maxLength: 2 }),
    rows: fc.array(fc.record({ key: filledText, size: fc.integer() }), { maxLength: 2 }),
    costs: fc.dictionary(fc.constantFrom('USD', 'EUR'), fc.record({ amount: fc.nat() })),
  },
  { noNullPrototype: true },
)
const bodies = fc
  .record({ value: members, attributes: members })
  .map(({ value, attributes }) => ({ ...value, attributes }))

test('the sent difference turns the former value into the edited one', () => {
  fc.assert(
    fc.property(bodies, bodies, (before, after) => {
      const sent = changes(FIELD, before, after)
      const attributes = { ...before.attributes, ...(sent.attributes as object) }
      expect({ ...before, ...sent, attributes }).toEqual({ ...after, type: 'thing', attributes: after.attributes })
    }),
  )
})

test('unchanged members are not sent, except constants', () => {
  fc.assert(
    fc.property(bodies, (body) => {
      expect(changes(FIELD, body, body)).toEqual({ type: 'thing', attributes: {} })
    }),
  )
})

test('an emptied member is sent as null if nullable, and otherwise as the empty value of its type', () => {
  const before = { name: 'a', note: 'b', tags: ['c'], costs: { USD: { amount: 1 } }, enabled: true }
  expect(changes(FIELD, before, {})).toMatchObject({ name: '', note: null, tags: [], costs: {} })
})

test('an emptied member of an object is sent as null if nullable', () => {
  const configuration: Schema = {
    type: 'object',
    properties: { url: text, headers: nullable({ type: 'array', items: text }) },
  }
  const other: Schema = { type: 'object', properties: { region: text } }
  const field = describe({ type: 'object', properties: { configuration: { anyOf: [configuration, other] } } })
  const before = { configuration: { url: 'a', headers: ['X-Secret'] } }
  expect(changes(field, before, { configuration: { url: 'b', headers: undefined } })).toEqual({
    configuration: { url: 'b', headers: null },
  })
  expect(changes(field, { configuration: { url: 'a' } }, { configuration: { url: 'b' } })).toEqual({
    configuration: { url: 'b' },
  })
})

test('a creation sends only filled fields', () => {
  expect(creation(FIELD, { name: '', attributes: { note: 'x', tags: undefined } })).toEqual({
    type: 'thing',
    attributes: { note: 'x' },
  })
})

test('an error is shown at the field of its pointer, or at the nearest enclosing shown field', () => {
  const value: Value = { rows: [{}, { key: 'a' }], costs: { USD: { amount: 1 } } }
  const shown = new Set(shownPointers(FIELD, value))
  const at = (pointer: string) => place(sentencesOf([{ title: 'No.', source: { pointer } }]), shown)
  expect([...at('/data/rows/1/key').fields.keys()]).toEqual(['/rows/1/key'])
  expect([...at('/data/rows/1/key/deeper').fields.keys()]).toEqual(['/rows/1/key'])
  expect([...at('/data/rows/5').fields.keys()]).toEqual(['/rows'])
  expect([...at('/data/attributes/name').fields.keys()]).toEqual(['/attributes/name'])
  for (const pointer of ['/data', '/data/type', '/data/attributes', '/data/unknown', '/options'])
    expect(at(pointer), pointer).toMatchObject({ above: ['No.'] })
})

test("an error at its own field omits the field's name and limits in other units", () => {
  const at = (pointer: string, detail: string) => {
    const { fields } = place(
      sentencesOf([{ title: '', detail, source: { pointer } }]),
      new Set(['/rows/1/key', '/rows']),
    )
    return [...fields.values()].flat()
  }
  expect(at('/data/rows/1/key', 'data.rows[1].key must not be empty.')).toEqual(['This must not be empty.'])
  expect(at('/data/rows/1/key', 'data.rows[1].key is required.')).toEqual(['This is required.'])
  expect(at('/data/rows/1/key', 'The key is taken.')).toEqual(['The key is taken.'])
  expect(at('/data/rows/2/key', 'data.rows[2].key must be a string.')).toEqual(['data.rows[2].key must be a string.'])
  expect(inUnit('This must be at most 10000000.', 4)).toBe('This must be at most 1000.')
  expect(inUnit('This must be at most 10 characters long.', 0)).toBe('This must be at most 10 characters long.')
})

test('no error is lost, for any pointer', () => {
  const pointers = fc
    .array(fc.constantFrom('data', 'name', 'rows', '0', 'key', 'x'))
    .map((parts) => `/${parts.join('/')}`)
  fc.assert(
    fc.property(fc.array(pointers), (all) => {
      const { fields, above } = place(
        sentencesOf(all.map((pointer) => ({ title: pointer, source: { pointer } }))),
        new Set(shownPointers(FIELD, { rows: [{}] })),
      )
      expect([...fields.values(), above].flat().toSorted()).toEqual(all.toSorted())
    }),
  )
})

test('an amount parses exactly, to the last digit', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), fc.nat(4), fc.nat(4), (value, digits, least) => {
      expect(readScaled(writeScaled(value, digits, Math.min(least, digits)), digits)).toBe(value)
    }),
  )
  expect(readScaled('12', 4)).toBe(120_000)
  expect(readScaled('0.0001', 4)).toBe(1)
  expect(writeScaled(200_000, 4, 0)).toBe('20')
})

test('an invalid number is rejected with a message and never rounded', () => {
  const typed: [(text: string) => Value, string][] = [
    [readInteger, '9007199254740993'],
    [readInteger, '1.5'],
    [readInteger, '1,000'],
    [readNumber, '1e999'],
    [readNumber, 'a'],
    [(one) => readScaled(one, 2), '1.005'],
  ]
  for (const [read, one] of typed) expect(read(one), one).toBeInstanceOf(Unreadable)
  expect(unreadableIn({ a: [readInteger('x')] })).toMatchObject([{ pointer: '/a/0' }])
})

test('a time keeps its moment', () => {
  const second = fc.date({ min: new Date('1980-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  const moments = second.map((date) => new Date(Math.floor(date.getTime() / 1000) * 1000).toISOString())
  const isAmbiguous = (moment: string) =>
    new Date(new Date(moment).getTime() + 3_600_000).getTimezoneOffset() !== new Date(moment).getTimezoneOffset()
  fc.assert(fc.property(moments, (moment) => isAmbiguous(moment) || readLocal(writeLocal(moment)) === moment))
})

test('the pointer of an edit is the deepest one that contains it', () => {
  const before: Value = { a: { b: 1, c: [1, 2] } }
  expect(changedPointer(before, withValueAt(before, ['a', 'c', 1], 3))).toBe('/a/c/1')
  expect(changedPointer(before, withValueAt(before, ['a', 'd'], 3))).toBe('/a/d')
  expect(changedPointer(before, { a: { b: 2, c: [] } })).toBe('/a')
})

test('money has the currency of its key or of its sibling member', () => {
  expect(currencyAt({ costs: { USD: {} } }, ['costs', 'USD', 'amount'])).toBe('USD')
  expect(currencyAt({ currency: 'EUR' }, ['amount'])).toBe('EUR')
  expect(currencyAt({}, ['amount'])).toBeNull()
})
