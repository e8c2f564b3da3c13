import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readTraceparent, traceIdOf } from '../../src/kernel/traceparent.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const SPAN = '00f067aa0ba902b7'

const hex = (length: number) =>
  fc
    .uint8Array({ minLength: length / 2, maxLength: length / 2 })
    .map((bytes) => Buffer.from(bytes).toString('hex'))
    .filter((text) => !/^0+$/.test(text))

test('every context of this version parses unchanged', () => {
  fc.assert(
    fc.property(hex(32), hex(16), fc.integer({ min: 0, max: 255 }), (trace, span, flags) => {
      const traceparent = `00-${trace}-${span}-${flags.toString(16).padStart(2, '0')}`
      expect(readTraceparent(traceparent)).toBe(traceparent)
      expect(traceIdOf(traceparent)).toBe(trace)
    }),
  )
})

test('a context of a later version parses as far as this version defines it', () => {
  expect(readTraceparent(`01-${TRACE}-${SPAN}-01`)).toBe(`00-${TRACE}-${SPAN}-01`)
  expect(readTraceparent(`cc-${TRACE}-${SPAN}-01-what-comes-then`)).toBe(`00-${TRACE}-${SPAN}-01`)
})

test.each([
  ['nothing', undefined],
  ['an empty text', ''],
  ['no text', 5],
  ['a list', [`00-${TRACE}-${SPAN}-01`]],
  ['the forbidden version', `ff-${TRACE}-${SPAN}-01`],
  ['no trace', `00-${'0'.repeat(32)}-${SPAN}-01`],
  ['no span', `00-${TRACE}-${'0'.repeat(16)}-01`],
  ['capital letters', `00-${TRACE.toUpperCase()}-${SPAN}-01`],
  ['more than this version has', `00-${TRACE}-${SPAN}-01-more`],
  ['a later version without a dash', `cc-${TRACE}-${SPAN}-01.more`],
  ['two of them', `00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`],
  ['a short span', `00-${TRACE}-${SPAN.slice(1)}-01`],
  ['a line break', `00-${TRACE}-${SPAN}-01\n`],
])('%s is not a context', (_what, text) => {
  expect(readTraceparent(text)).toBeNull()
})

test('any parsed context can be sent as a header and parsed again', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const read = readTraceparent(text)
      if (read !== null) expect(readTraceparent(read)).toBe(read)
    }),
  )
})
