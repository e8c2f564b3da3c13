import { describe, expect, test } from 'vitest'
import {
  editableFields,
  formFields,
  parseValue,
  setValue,
} from '../../../src/storefront/explorer/page/api/form-fields.js'
import { kindOf } from '../../../src/storefront/explorer/page/api/graph.js'
import { parentUri, titleOf } from '../../../src/storefront/explorer/page/api/resource.js'
import {
  parseTarget,
  parseTypedTarget,
  targetHash,
  targetInHash,
  targetPath,
} from '../../../src/storefront/explorer/page/api/target.js'
import { withoutPath, withPath, zoomSuggestions } from '../../../src/storefront/explorer/page/api/zoom.js'

type Kind = NonNullable<ReturnType<typeof kindOf>>
type Fields = ReturnType<typeof formFields>

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

describe('the kind of a resource follows from type and URI', () => {
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
  test('another type is another kind', () => expect(nameAt('/lookups/demo', 'shop.totals.total')).toBe(undefined))
})

describe('a target is a URI and a zoom', () => {
  test.each([
    ['', '', ''],
    ['/', '', ''],
    ['carts/demo/default', '/carts/demo/default', ''],
    ['//elsewhere.example.com/', '/elsewhere.example.com', ''],
    ['/carts/demo/a=?Zoom=total,lineitems%3Aelement&followlocation', '/carts/demo/a=', 'total,lineitems:element'],
    ['/carts/demo/a=?zoom=total&zoom=order', '/carts/demo/a=', 'total,order'],
  ])('%j', (address, uri, zoom) => expect(parseTarget(address)).toEqual({ uri, zoom }))

  test('the hash round-trips any zoom', () => {
    for (const zoom of ['', 'total,lineitems:element', 'a&b=c#d+e f%'])
      for (const uri of ['', '/carts/demo/a=']) expect(targetInHash(targetHash({ uri, zoom }))).toEqual({ uri, zoom })
    expect(targetPath({ uri: '', zoom: '' })).toBe('/')
  })

  test('complete URLs are accepted for this API only', () => {
    const bases = ['http://localhost:7070/storefront', 'https://shop.example.com/api']
    expect(parseTypedTarget(' https://shop.example.com/api/carts/demo/a=?zoom=total ', bases)?.uri).toBe(
      '/carts/demo/a=',
    )
    expect(parseTypedTarget('http://localhost:7070/storefront', bases)).toEqual({ uri: '', zoom: '' })
    expect(parseTypedTarget('http://localhost:7070/storefronts/carts', bases)).toBe(null)
    expect(parseTypedTarget('https://elsewhere.example.com/', bases)).toBe(null)
  })
})

test('a path is added to the zoom once, and removed with all paths below it', () => {
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
])('the zoom %j has the completions %j', (written, expected) => {
  expect(zoomSuggestions(written, KINDS[0] ?? null, KINDS)).toEqual(expected)
})

describe('fields', () => {
  const shape = (fields: readonly Fields[number][]): unknown[] =>
    fields.map(({ name, type, children }) => (children.length > 0 ? [name, shape(children)] : [name, type]))

  test('of a form are those of the graph, with the values of the resource', () => {
    const form = kind('form', '/form', { fields: { address: 'object', codes: 'string[]', note: 'object' } })
    const fields = formFields(form, { address: { locality: '', floor: 1, more: { door: '' } }, codes: [], note: {} })
    const more = ['more', [['door', 'string']]]
    expect(shape(fields)).toEqual([
      ['address', [['locality', 'string'], ['floor', 'integer'], more]],
      ['codes', 'string[]'],
      ['note', 'object'],
    ])
    expect(fields[0]?.children[2]?.children[0]?.path).toEqual(['address', 'more', 'door'])
  })

  test('to change a resource are its members except for amounts and lists of objects', () => {
    const line = {
      quantity: 2,
      configuration: {},
      cost: { amount: 1, display: '$1' },
      details: [{ name: 'a' }],
      on: true,
    }
    expect(shape(editableFields(null, { ...line, _price: [] }))).toEqual([
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
  ] as const)('%s %j is sent as %j', (type, written, sent) => expect(parseValue(type, written)).toEqual(sent))

  test('values are set at their paths, and never outside of the body', () => {
    const body = {}
    setValue(body, ['address', 'locality'], 'Bath')
    setValue(body, ['address', 'region'], 'SOM')
    setValue(body, ['quantity'], 2)
    setValue(body, ['__proto__', 'caught'], 'caught')
    expect('caught' in {}).toBe(false)
    expect(body).toEqual({ address: { locality: 'Bath', region: 'SOM' }, quantity: 2 })
  })
})

test('the title of a resource is its own name, or that of an embedded resource', () => {
  expect(titleOf({ 'display-name': 'Lamp' })).toBe('Lamp')
  expect(
    titleOf({ quantity: 1, _item: [{ _code: [{ code: 'LAMP' }], _definition: [{ 'display-name': 'Lamp' }] }] }),
  ).toBe('Lamp')
  expect(titleOf({ name: { 'given-name': 'Ada' } })).toBe('')
})

test('after a deletion the parent is the list, or the first resource that linked to it', () => {
  const cart = { rel: 'cart', uri: '/cart' }
  const price = { rel: 'price', rev: 'lineitem', uri: '/price' }
  expect(parentUri({ links: [cart, price, { rel: 'list', rev: 'element', uri: '/list' }] })).toBe('/list')
  expect(parentUri({ links: [cart, price] })).toBe('/price')
  expect(parentUri({})).toBe('')
})
