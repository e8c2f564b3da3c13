import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { baseOf, followsLocation, zoomIn } from '../../../src/storefront/hypermedia/base.ts'
import { parseLenientBody } from '../../../src/storefront/hypermedia/lenient-json.ts'
import { opaque, readOpaque } from '../../../src/storefront/hypermedia/opaque.ts'

const OWN = 'http://127.0.0.1:7070/storefront'

describe('the base in force', () => {
  test.each([
    [undefined, OWN],
    ['', OWN],
    [['http://a.example', 'http://b.example'], OWN],
    ['//a.example', OWN],
    ['ftp://a.example', OWN],
    ['http://user:secret@a.example', OWN],
    ['http://a.example/#x', OWN],
    ['http://a.example', 'http://a.example'],
    [' https://a.example/shop/ ', 'https://a.example/shop'],
  ])('of %j is %s', (header, base) => {
    expect(baseOf(header, OWN, [])).toBe(base)
  })

  test('is one of those that are allowed, when some are', () => {
    const allowed = ['https://a.example/shop']
    expect(baseOf('https://a.example/shop/', OWN, allowed)).toBe(allowed[0])
    expect(baseOf('https://b.example', OWN, allowed)).toBe(OWN)
  })
})

test.each([
  [{ FollowLocation: '' }, true],
  [{ followlocation: 'true' }, true],
  [{ followLocation: 'FALSE' }, false],
  [{ zoom: 'total' }, false],
])('a query %j follows: %s', (query, follows) => {
  expect(followsLocation(query)).toBe(follows)
})

test('zoom is found in any casing, and several are one', () => {
  expect(zoomIn({ Zoom: 'a:b', other: 'x' })).toBe('a:b')
  expect(zoomIn({ zoom: ['a', 'b'], ZOOM: 'c' })).toBe('a,b,c')
  expect(zoomIn({})).toBe('')
})

describe('opaque ids', () => {
  test('read back as what they were made of, with their = encoded or not, in any case', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (text) => {
        const id = opaque(text)
        expect(id).toMatch(/^[a-z2-7]+=$/)
        expect([id, id.slice(0, -1), id.toUpperCase()].map(readOpaque)).toEqual([text, text, text])
      }),
    )
  })

  test.each(['1', 'giydcoj!', 'a', 'gizz====', '=', 'ÄÖ='])('nobody was given %j', (id) => {
    expect(() => readOpaque(id)).toThrow('An id in the address cannot be read.')
  })
})

describe('bodies', () => {
  test.each([
    ['', {}],
    ['{"quantity":1}', { quantity: 1 }],
    ['{quantity:1}', { quantity: 1 }],
    ["{'code': 'SPRING', /* from the form */}", { code: 'SPRING' }],
  ])('%j is taken', (text, body) => {
    expect(parseLenientBody(text)).toEqual(body)
  })

  test.each([
    ['[1]', 'The body must be an object'],
    ['"a"', 'The body must be an object'],
    ['{quantity', 'Invalid JSON: invalid end of input'],
    ['{"__proto__": {}}', '__proto__'],
    ["{'__proto__': {}}", '__proto__'],
  ])('%j is refused', (text, why) => {
    expect(() => parseLenientBody(text)).toThrow(why)
  })
})
