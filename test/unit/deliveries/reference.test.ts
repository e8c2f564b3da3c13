import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Reference, readReferences, writeReferences } from '../../../src/deliveries/transport/reference.ts'

const ID = '0199f3a0-7c00-7000-8000-000000000001'

test('references are parsed as written, each job once', () => {
  const reference = fc.record({ id: fc.uuid(), integration_id: fc.uuid() })
  const byId = (a: Reference, b: Reference) => (a.id < b.id ? -1 : 1)
  fc.assert(
    fc.property(fc.uniqueArray(reference, { selector: ({ id }) => id }), (references) => {
      expect(readReferences(writeReferences(references))?.sort(byId)).toEqual([...references].sort(byId))
      expect(readReferences(writeReferences([...references, ...references]))).toHaveLength(references.length)
    }),
  )
})

test.each([
  '',
  'garbage',
  '\u0000\u0001',
  'null',
  '[]',
  '{}',
  '{"jobs":null}',
  '{"jobs":"all"}',
  `{"jobs":{"x":["${ID}"]}}`,
  `{"jobs":{"${ID}":"${ID}"}}`,
  `{"jobs":{"${ID}":[7]}}`,
  `{"jobs":{"${ID}":["${ID}","},{"]}}`,
])('%j is not a reference', (text) => {
  expect(readReferences(Buffer.from(text))).toBeNull()
})
