import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { followsLocation, responseBase, zoomParameter } from '../../../src/storefront/hypermedia/base.ts'
import { parseLenientBody } from '../../../src/storefront/hypermedia/lenient-json.ts'
import { decodeId, encodeId } from '../../../src/storefront/hypermedia/opaque-id.ts'

const OWN = 'http://127.0.0.1:7070/storefront'

describe('the base URL of a response', () => {
  test.each([
    [undefined, OWN],
    ['', OWN],
    [['http://a.example', 'http://b.example'], OWN],
    ['//a.example', OWN],
    ['ftp://a.example', OWN],
    ['http://user:secret@a.example', OWN],
    ['http://a.example/#x', OWN],
    ['https://a.example/#', OWN],
    ['https://a.example/?', OWN],
    ['https://a.example?', OWN],
    ['https://a.example/"><b>', OWN],
    ["https://a.example/'", OWN],
    ['https://a.example/a b', OWN],
    ['https://a.example/a\tb', OWN],
    ['https://a.example\\b', OWN],
    ['https:\\\\a.example', OWN],
    ['https:a.example', OWN],
    ['https://@a.example', OWN],
    ['https://a.example/%2', OWN],
    ['https://a.example/\u00e4', OWN],
    ['https://a.example:99999', OWN],
    ['https://a.example/~shop/%C3%A4;v=1', 'https://a.example/~shop/%C3%A4;v=1'],
    ['HTTP://[::1]:8080/api/', 'HTTP://[::1]:8080/api'],
    ['http://my_shop.internal', 'http://my_shop.internal'],
    ['http://a.example', 'http://a.example'],
    [' https://a.example/shop/ ', 'https://a.example/shop'],
  ])('the base for %j is %s', (header, base) => {
    expect(responseBase(header, OWN, [])).toBe(base)
  })

  test('is restricted to the allowed list, if there is one', () => {
    const allowed = ['https://a.example/shop']
    expect(responseBase('https://a.example/shop/', OWN, allowed)).toBe(allowed[0])
    expect(responseBase('https://b.example', OWN, allowed)).toBe(OWN)
  })
})

test.each([
  [{ FollowLocation: '' }, true],
  [{ followlocation: 'true' }, true],
  [{ followLocation: 'FALSE' }, false],
  [{ zoom: 'total' }, false],
])('query %j has FollowLocation: %s', (query, follows) => {
  expect(followsLocation(query)).toBe(follows)
})

test('line separators in lenient JSON are kept, and no separator is a warning', () => {
  const warn = vi.spyOn(console, 'warn')
  const text = `${'\u2028'.repeat(1_000)}\u2029`
  expect(parseLenientBody(`{text: '${text}'}`)).toEqual({ text })
  expect(warn).not.toHaveBeenCalled()
  warn.mockRestore()
})

test('a base of any length is parsed in linear time', () => {
  const cpu = process.cpuUsage()
  expect(responseBase(`https://a${'/'.repeat(200_000)}x`, 'http://own', [])).toBe('http://own')
  expect(responseBase(`https://a/b${'/'.repeat(2_000)}`, 'http://own', [])).toBe('https://a/b')
  expect(process.cpuUsage(cpu).user / 1000).toBeLessThan(1_000)
})

test('zoom is case-insensitive, and repeated parameters are joined', () => {
  expect(zoomParameter({ Zoom: 'a:b', other: 'x' })).toBe('a:b')
  expect(zoomParameter({ zoom: ['a', 'b'], ZOOM: 'c' })).toBe('a,b,c')
  expect(zoomParameter({})).toBe('')
})

describe('opaque ids', () => {
  test('decode to the original text, with or without =, in any case', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (text) => {
        const id = encodeId(text)
        expect(id).toMatch(/^[a-z2-7]+=$/)
        expect([id, id.slice(0, -1), id.toUpperCase()].map(decodeId)).toEqual([text, text, text])
      }),
    )
  })

  test.each(['1', 'giydcoj!', 'a', 'gizz====', '=', 'ÄÖ='])('%j is invalid', (id) => {
    expect(() => decodeId(id)).toThrow('The URI contains an invalid id.')
  })
})

describe('bodies', () => {
  test.each([
    ['', {}],
    ['{"quantity":1}', { quantity: 1 }],
    ['{quantity:1}', { quantity: 1 }],
    ["{'code': 'SPRING', /* from the form */}", { code: 'SPRING' }],
  ])('accepts %j', (text, body) => {
    expect(parseLenientBody(text)).toEqual(body)
  })

  test.each([
    ['[1]', 'The body must be an object'],
    ['"a"', 'The body must be an object'],
    ['{quantity', 'Invalid JSON: invalid end of input'],
    ['{"__proto__": {}}', '__proto__'],
    ["{'__proto__': {}}", '__proto__'],
  ])('rejects %j', (text, why) => {
    expect(() => parseLenientBody(text)).toThrow(why)
  })
})
