import { expect, test } from 'vitest'
import { describeEventType, eventTypes } from '../../../src/event-types/catalog.ts'
import type { Schema } from '../../scripts/describe-operations.ts'
import { describe } from '../../src/kit/form/describe.ts'
import { shownPointers } from '../../src/kit/form/problems.ts'
import { completed } from '../../src/kit/form/values/completed.ts'
import { readJson, textOf } from '../../src/kit/form/values/json-text.ts'
import { readInteger } from '../../src/kit/form/values/numbers.ts'
import { type Value, valueAt, withValueAt } from '../../src/kit/form/values/values.ts'
import { payloadFields } from '../../src/pages/events/rules/payload-fields.ts'
import { fieldNotesOf } from '../../src/pages/events/rules/payload-notes.ts'
import type { PayloadSchema } from '../../src/pages/events/rules/schema-hints.ts'

const types = eventTypes.map(describeEventType).map(({ key, payload, sample }) => {
  // A JSON round trip, as through the API.
  const sent = JSON.parse(JSON.stringify({ payload, sample })) as { payload: Schema; sample: Value }
  const { schema, overrides } = payloadFields(sent.payload)
  return { key, ...sent, field: describe(schema, overrides) }
})

const typeOf = (key: string) => types.find((type) => type.key === key) ?? expect.fail(key)

const notesOf = (value: Value, payload: Schema) => fieldNotesOf(value, payload as PayloadSchema, null, 'plain')

test('every built-in type has fields, and a sample without faults that the form keeps', () => {
  for (const { key, payload, sample, field } of types) {
    expect(shownPointers(field, sample), key).not.toEqual([])
    expect(notesOf(sample, payload), key).toEqual([])
    expect(textOf(completed(field, sample)), key).toBe(JSON.stringify(sample, null, 2))
  }
})

test('a schema violation is shown at its field, and a missing member at its position', () => {
  const { payload, sample, field } = typeOf('order.paid')
  const wrong = withValueAt(withValueAt(sample, ['data', 'status'], 'lost'), ['data', 'customer', 'name'], undefined)
  const notes = notesOf(JSON.parse(textOf(wrong)), payload)
  expect(notes.map(({ pointer }) => pointer)).toEqual(['/data/status', '/data/customer/name'])
  const shown = shownPointers(field, wrong)
  for (const { pointer } of notes) expect(shown).toContain(pointer)
})

test('an invalid value stays in the draft as typed, and has an error at its field', () => {
  const { payload, sample } = typeOf('order.paid')
  const at = ['included', 'items', 0, 'quantity']
  const typed = withValueAt(sample, at, readInteger('two'))
  const draft = readJson(textOf(typed))
  expect(valueAt(draft, at)).toBe('two')
  expect(notesOf(draft, payload)).toMatchObject([{ pointer: '/included/items/0/quantity' }])
})

test('an added row has its constants, an emptied text is empty, and unknown members stay', () => {
  const { sample, field } = typeOf('order.paid')
  const edited = [
    [['included', 'items', 2], { quantity: 1 }],
    [['data', 'customer', 'name'], undefined],
    [['data', 'of_mine'], 7],
  ] as const
  const value = edited.reduce<Value>((one, [path, next]) => withValueAt(one, path, next), {
    ...(sample as object),
    included: { items: [{}, {}, {}] },
  })
  const result = completed(field, value)
  expect(valueAt(result, ['included', 'items', 2])).toEqual({ type: 'order_item', quantity: 1 })
  expect(valueAt(result, ['data', 'customer', 'name'])).toBe('')
  expect(valueAt(result, ['data', 'of_mine'])).toBe(7)
})
