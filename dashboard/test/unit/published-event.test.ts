import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Problem } from '../../src/api/problem.ts'
import { notesOf } from '../../src/pages/events/rules/payload-notes.ts'
import { payloadPointer, requestOf } from '../../src/pages/events/rules/published-event.ts'
import { schemaHints } from '../../src/pages/events/rules/schema-hints.ts'
import { schemaRows, typeText } from '../../src/pages/events/rules/schema-rows.ts'
import { readJsonLines } from '../../src/ui/json/json-lines.ts'

const draft = {
  key: 'order.paid',
  id: 'erp-1',
  source: 'https://erp.example.com',
  version: '4',
  payload: { data: { type: 'order', id: '1001' }, included: { items: [] } },
}

test('an event is sent in the native format, as a CloudEvent, and in binary mode', () => {
  expect(requestOf(draft, 'plain').body).toEqual({
    triggered_by: 'order.paid',
    payload: draft.payload,
    id: 'erp-1',
    resource_version: 4,
  })
  expect(requestOf(draft, 'structured').body).toEqual({
    specversion: '1.0',
    id: 'erp-1',
    source: 'https://erp.example.com',
    type: 'order.paid',
    data: { type: 'order', id: '1001', included: { items: [] } },
    resourceversion: 4,
  })
  const { headers, body } = requestOf(draft, 'binary')
  expect(body).toEqual({ type: 'order', id: '1001', included: { items: [] } })
  expect(headers).toMatchObject({ 'ce-type': 'order.paid', 'ce-id': 'erp-1', 'ce-resourceversion': '4' })
})

test('an empty id or version is omitted, and the API rejects a version that is not a number', () => {
  expect(requestOf({ ...draft, id: '', version: '' }, 'plain').body).toEqual({
    triggered_by: 'order.paid',
    payload: draft.payload,
  })
  expect(requestOf({ ...draft, version: 'four' }, 'plain').body).toMatchObject({ resource_version: 'four' })
})

test('an error of the API about part of the request maps to that part of the payload', () => {
  expect(payloadPointer('/payload/data', 'plain')).toBe('/data')
  expect(payloadPointer('/data/payload/data/id', 'plain')).toBe('/data/id')
  expect(payloadPointer('/triggered_by', 'plain')).toBe(null)
  expect(payloadPointer('/data/id', 'structured')).toBe('/data/id')
  expect(payloadPointer('/source', 'structured')).toBe(null)
})

const schema = {
  type: 'object',
  required: ['data'],
  properties: {
    data: {
      type: 'object',
      required: ['id', 'items'],
      properties: {
        id: { type: 'string', format: 'uuid' },
        status: { enum: ['open', 'closed'] },
        total: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
        items: { type: 'array', items: { type: 'object', required: ['sku'], properties: { sku: { type: 'string' } } } },
      },
    },
  },
}

test('hints report missing members, wrong types and values, at their positions', () => {
  expect(schemaHints(schema, { data: { id: 'a', items: [{ sku: 'b' }] } })).toEqual([])
  expect(schemaHints(schema, { data: { id: 1, status: 'lost', total: 'x', items: [{}] } })).toEqual([
    { pointer: '/data/id', sentence: 'data.id is a number, but the type expects a text.' },
    { pointer: '/data/status', sentence: 'data.status is none of "open", "closed".' },
    { pointer: '/data/total', sentence: 'data.total is a text, but the type expects a whole number.' },
    { pointer: '/data/items/0', missing: 'sku', sentence: 'data.items.0 has no “sku”, which the type requires.' },
  ])
  expect(schemaHints(schema, {})).toEqual([
    { pointer: '', missing: 'data', sentence: 'The payload has no “data”, which the type requires.' },
  ])
})

test('hints never throw for any text', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(Array.isArray(schemaHints(schema, value))).toBe(true)
    }),
  )
})

test('notes are at their lines: first errors of the API, then hints', () => {
  const text = '{\n  "data": {\n    "id": 1,\n    "items": []\n  }\n}'
  const details = [{ status: 422, title: 'Validation Error', detail: 'No.', source: { pointer: '/payload/data' } }]
  const refused = new Problem({ status: 422, details: details as never, request_id: null, retry_after: null })
  expect(notesOf(readJsonLines(text), schema, refused, 'plain')).toEqual([
    { line: 2, sentence: 'No.', kind: 'error' },
    { line: 3, sentence: 'data.id is a number, but the type expects a text.', kind: 'hint' },
  ])
})

test('the tree of a schema has each member below its parent, with its type in words', () => {
  expect(schemaRows(schema).map(({ path, depth, type, required }) => [path, depth, type, required])).toEqual([
    ['data', 0, 'object', true],
    ['data.id', 1, 'text, uuid', true],
    ['data.status', 1, 'one of “open”, “closed”', false],
    ['data.total', 1, 'whole number or null', false],
    ['data.items', 1, 'list: object', true],
    ['data.items[].sku', 2, 'text', true],
  ])
  expect(typeText({ const: 'order' })).toBe('always “order”')
})
