import { describe, expect, test } from 'vitest'
import { fieldsOfForm, fieldsToChange, place, readValue } from '../../../src/storefront/explorer/page/fields.js'
import { kindOf } from '../../../src/storefront/explorer/page/graph.js'
import { addressOf, hashOf, placeAt, placeInHash, placeTyped } from '../../../src/storefront/explorer/page/place.js'
import { titleOf, wayBack } from '../../../src/storefront/explorer/page/resource.js'
import { suggestions, withoutPath, withPath } from '../../../src/storefront/explorer/page/zoom.js'

type Kind = NonNullable<ReturnType<typeof kindOf>>
type Fields = ReturnType<typeof fieldsOfForm>

const kind = (name: string, path: string, more: Partial<Kind> = {}): Kind => ({
  name,
  type: 'shop.any',
  path,
  methods: ['GET'],
  relations: [],
  ...more,
})
const relations = (...pairs: [rel: string, to: string][]) => pairs.map(([rel, to]) => ({ rel, to }))

const KINDS = [
  kind('root', '', { relations: relations(['lookups', 'lookups'], ['defaultcart', 'cart']) }),
  kind('item code', '/lookups/items/{scope}/{item}'),
  kind('lookup form', '/lookups/{scope}/items/form', { relations: relations(['itemlookupaction', 'lookup form']) }),
  kind('lookups', '/lookups/{scope}', { relations: relations(['itemlookupform', 'lookup form']) }),
  kind('cart', '/carts/{scope}/{cart}', { relations: relations(['lineitems', 'lines'], ['total', 'total']) }),
  kind('lines', '/carts/{scope}/{cart}/lineitems', { relations: relations(['element', 'cart']) }),
  kind('total', '/totals/{cart}', { type: 'shop.totals.total' }),
]

describe('a kind of resource is known by type and address', () => {
  const nameAt = (uri: string, type = 'shop.any') => kindOf(KINDS, { uri, type })?.name
  test.each([
    ['', 'root'],
    ['?zoom=lookups', 'root'],
    ['/lookups/demo', 'lookups'],
    ['/lookups/demo/items/form', 'lookup form'],
    ['/lookups/items/demo/abc=', 'item code'],
    ['/carts/demo/a=/lineitems?zoom=element', 'lines'],
    // A store may be called as a segment of an address is.
    ['/lookups/items/items/form', 'item code'],
    ['/carts/demo', undefined],
  ])('%j is %j', (uri, name) => expect(nameAt(uri)).toBe(name))
  test('what is of another type is another kind', () =>
    expect(nameAt('/lookups/demo', 'shop.totals.total')).toBe(undefined))
})

describe('a place is an address below the base and a zoom', () => {
  test.each([
    ['', '', ''],
    ['/', '', ''],
    ['carts/demo/default', '/carts/demo/default', ''],
    ['//elsewhere.example.com/', '/elsewhere.example.com', ''],
    ['/carts/demo/a=?Zoom=total,lineitems%3Aelement&followlocation', '/carts/demo/a=', 'total,lineitems:element'],
    ['/carts/demo/a=?zoom=total&zoom=order', '/carts/demo/a=', 'total,order'],
  ])('%j', (address, uri, zoom) => expect(placeAt(address)).toEqual({ uri, zoom }))

  test('the address bar keeps it, whatever was written into the zoom', () => {
    for (const zoom of ['', 'total,lineitems:element', 'a&b=c#d+e f%'])
      for (const uri of ['', '/carts/demo/a=']) expect(placeInHash(hashOf({ uri, zoom }))).toEqual({ uri, zoom })
    expect(addressOf({ uri: '', zoom: '' })).toBe('/')
  })

  test('whole addresses are taken of this API alone', () => {
    const bases = ['http://localhost:7070/storefront', 'https://shop.example.com/api']
    expect(placeTyped(' https://shop.example.com/api/carts/demo/a=?zoom=total ', bases)?.uri).toBe('/carts/demo/a=')
    expect(placeTyped('http://localhost:7070/storefront', bases)).toEqual({ uri: '', zoom: '' })
    expect(placeTyped('http://localhost:7070/storefronts/carts', bases)).toBe(null)
    expect(placeTyped('https://elsewhere.example.com/', bases)).toBe(null)
  })
})

test('a path goes into the zoom once, and leaves it with all that is below it', () => {
  expect(withPath('', 'lineitems:element')).toBe('lineitems:element')
  expect(withPath('Total, lineitems', 'total')).toBe('total,lineitems')
  expect(withoutPath('total,lineitems,lineitems:element:price,lineitemsmore', 'lineitems')).toBe('total,lineitemsmore')
})

test.each([
  ['', ['lookups', 'defaultcart']],
  ['def', ['defaultcart']],
  ['defaultcart', ['defaultcart', 'defaultcart:lineitems', 'defaultcart:total']],
  ['lookups,defaultcart:LINE', ['lookups,defaultcart:lineitems']],
  ['defaultcart:lineitems:', ['defaultcart:lineitems:element']],
  ['lookups:itemlookupform:', []],
  ['nothing:', []],
])('the zoom %j could go on as %j', (written, expected) => {
  expect(suggestions(written, KINDS[0] ?? null, KINDS)).toEqual(expected)
})

describe('fields', () => {
  const shape = (fields: readonly Fields[number][]): unknown[] =>
    fields.map(({ name, type, below }) => (below.length > 0 ? [name, shape(below)] : [name, type]))

  test('of a form are those of the graph, and what the resource has in them', () => {
    const form = kind('form', '/form', { fields: { address: 'object', codes: 'string[]', note: 'object' } })
    const fields = fieldsOfForm(form, { address: { locality: '', floor: 1, more: { door: '' } }, codes: [], note: {} })
    const more = ['more', [['door', 'string']]]
    expect(shape(fields)).toEqual([
      ['address', [['locality', 'string'], ['floor', 'integer'], more]],
      ['codes', 'string[]'],
      ['note', 'object'],
    ])
    expect(fields[0]?.below[2]?.below[0]?.path).toEqual(['address', 'more', 'door'])
  })

  test('to change a resource are its members but sums and lists of parts', () => {
    const line = {
      quantity: 2,
      configuration: {},
      cost: { amount: 1, display: '$1' },
      details: [{ name: 'a' }],
      on: true,
    }
    expect(shape(fieldsToChange(null, { ...line, _price: [] }))).toEqual([
      ['quantity', 'integer'],
      ['configuration', 'object'],
      ['on', 'boolean'],
    ])
  })

  test.each([
    ['integer', ' 12 ', 12],
    ['integer', '-1', -1],
    ['integer', '1.5', '1.5'],
    ['integer', '', ''],
    ['string', ' 12 ', ' 12 '],
    ['number', '1.5', 1.5],
    ['boolean', 'false', false],
    ['string[]', 'LAMP\n\n RUG ', ['LAMP', 'RUG']],
    ['object', '', {}],
    ['object', '{"a": 1}', { a: 1 }],
  ] as const)('%s %j is sent as %j', (type, written, sent) => expect(readValue(type, written)).toEqual(sent))

  test('values are put where their paths say, and never outside of what is sent', () => {
    const body = {}
    place(body, ['address', 'locality'], 'Bath')
    place(body, ['address', 'region'], 'SOM')
    place(body, ['quantity'], 2)
    place(body, ['__proto__', 'caught'], 'caught')
    expect('caught' in {}).toBe(false)
    expect(body).toEqual({ address: { locality: 'Bath', region: 'SOM' }, quantity: 2 })
  })
})

test('a resource is called by its own name, or by what is embedded in it', () => {
  expect(titleOf({ 'display-name': 'Lamp' })).toBe('Lamp')
  expect(
    titleOf({ quantity: 1, _item: [{ _code: [{ code: 'LAMP' }], _definition: [{ 'display-name': 'Lamp' }] }] }),
  ).toBe('Lamp')
  expect(titleOf({ name: { 'given-name': 'Ada' } })).toBe('')
})

test('from what is gone the way leads to its list, or to what knew it', () => {
  const cart = { rel: 'cart', uri: '/cart' }
  const price = { rel: 'price', rev: 'lineitem', uri: '/price' }
  expect(wayBack({ links: [cart, price, { rel: 'list', rev: 'element', uri: '/list' }] })).toBe('/list')
  expect(wayBack({ links: [cart, price] })).toBe('/price')
  expect(wayBack({})).toBe('')
})
