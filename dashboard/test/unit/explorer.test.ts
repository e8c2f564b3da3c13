import { describe, expect, test } from 'vitest'
import { curlCommand } from '../../src/explorer/api/curl.ts'
import {
  assignMessages,
  bodyOf,
  editableFields,
  FieldError,
  formFields,
  initialTexts,
  parseValue,
} from '../../src/explorer/api/form-fields.ts'
import { kindOf, readKinds } from '../../src/explorer/api/graph.ts'
import { headerProblem, headersOf, NO_HEADERS } from '../../src/explorer/api/headers.ts'
import { missingPaths } from '../../src/explorer/api/missing.ts'
import { namesIn, substituteName, zoomForNames } from '../../src/explorer/api/names.ts'
import { parentUri, titleOf } from '../../src/explorer/api/resource.ts'
import {
  graphHash,
  isWebAddress,
  kindInHash,
  parseTarget,
  parseTypedTarget,
  targetHash,
  targetInHash,
  targetPath,
} from '../../src/explorer/api/target.ts'
import { withoutBranch, withoutPath, withPath, zoomSuggestions } from '../../src/explorer/api/zoom.ts'

type Kind = NonNullable<ReturnType<typeof kindOf>>
type Fields = ReturnType<typeof formFields>

const kind = (name: string, path: string, more: Partial<Kind> = {}): Kind => ({
  name,
  type: 'shop.any',
  path,
  methods: ['GET'],
  relations: [],
  description: '',
  members: {},
  operations: [],
  sources: { graph: null, description: null },
  ...more,
})
const relations = (...all: [rel: string, to: string, when?: string][]) =>
  all.map(([rel, to, when = '']) => ({ rel, to, when, description: '' }))

const KINDS = [
  kind('root', '', { relations: relations(['lookups', 'lookups'], ['defaultcart', 'cart']) }),
  kind('item code', '/lookups/items/{scope}/{item}'),
  kind('lookup form', '/lookups/{scope}/items/form', { relations: relations(['itemlookupaction', 'lookup form']) }),
  kind('lookups', '/lookups/{scope}', { relations: relations(['itemlookupform', 'lookup form']) }),
  kind('cart', '/carts/{scope}/{cart}', { relations: relations(['lineitems', 'lines'], ['total', 'total']) }),
  kind('lines', '/carts/{scope}/{cart}/lineitems', { relations: relations(['element', 'cart']) }),
  kind('total', '/totals/{cart}', { type: 'shop.totals.total' }),
]

describe('the kind of a resource', () => {
  const nameAt = (uri: string, type = 'shop.any') => kindOf(KINDS, { uri, type })?.name
  test.each([
    ['', 'root'],
    ['?zoom=lookups', 'root'],
    ['/lookups/demo', 'lookups'],
    ['/lookups/demo/items/form', 'lookup form'],
    ['/lookups/items/demo/abc=', 'item code'],
    ['/carts/demo/a=/lineitems?zoom=element', 'lines'],
    // A store may be named like a segment of a path.
    ['/lookups/items/items/form', 'item code'],
    ['/carts/demo', undefined],
  ])('the kind of %j is %j', (uri, name) => expect(nameAt(uri)).toBe(name))
  test('depends on the type only between kinds whose paths match', () => {
    expect(nameAt('/lookups/demo', 'shop.totals.total')).toBe('lookups')
    const both = [kind('any', '/{a}/{b}', { type: 'shop.one' }), kind('named', '/{a}/form', { type: 'shop.two' })]
    expect(kindOf(both, { uri: '/x/form', type: 'shop.two' })?.name).toBe('named')
    expect(kindOf(both, { uri: '/x/form', type: 'shop.one' })?.name).toBe('any')
  })
})

describe('a target of a URI and a zoom', () => {
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

test('a path is added to the zoom once, and removed, alone or with all paths below it', () => {
  expect(withPath('', 'lineitems:element')).toBe('lineitems:element')
  expect(withPath('Total, lineitems', 'total')).toBe('total,lineitems')
  const zoom = 'total,lineitems,lineitems:element:price,lineitemsmore'
  expect(withoutBranch(zoom, 'lineitems')).toBe('total,lineitemsmore')
  expect(withoutPath(zoom, 'LineItems')).toBe('total,lineitems:element:price,lineitemsmore')
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

describe('form fields', () => {
  const shape = (fields: readonly Fields[number][]): unknown[] =>
    fields.map(({ name, type, children }) => (children.length > 0 ? [name, shape(children)] : [name, type]))

  test('are those of the graph, with the values of the resource', () => {
    const form = kind('form', '/form', { fields: { address: 'object', codes: 'string[]', note: 'object' } })
    const fields = formFields(form, { address: { locality: '', floor: 1, more: { door: '' } }, codes: [], note: {} })
    const more = ['more', [['door', 'string']]]
    expect(shape(fields)).toEqual([
      ['address', [['locality', 'string'], ['floor', 'integer'], more]],
      ['codes', 'string[]'],
      ['note', 'object'],
    ])
    expect(fields[0]?.children[2]?.children[0]?.path).toBe('address.more.door')
  })

  test('fields of a resource are its members except for amounts and lists of objects', () => {
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

  test('become a body by their paths, with their own values where the text is empty', () => {
    const form = kind('form', '/form', { fields: { address: 'object', quantity: 'integer', note: 'object' } })
    const fields = formFields(form, { address: { locality: '', region: 'SOM' }, quantity: 0, note: {} })
    const texts = { ...initialTexts(fields), 'address.locality': 'Bath', quantity: '2' }
    expect(bodyOf(fields, texts)).toEqual({ address: { locality: 'Bath', region: 'SOM' }, quantity: 2, note: {} })
    expect(() => bodyOf(fields, { ...texts, note: '{' })).toThrow(FieldError)
  })

  test('never change the prototype of objects', () => {
    const fields = editableFields(null, JSON.parse('{"address":{"__proto__":{"caught":"caught"}}}'))
    expect(JSON.stringify(bodyOf(fields, initialTexts(fields)))).toBe('{"address":{"__proto__":{"caught":"caught"}}}')
    expect('caught' in {}).toBe(false)
  })

  test('have the messages that name them by path or last part, and the others stay general', () => {
    const message = (text: string, names: string) => ({
      ...{ type: 'error', id: 'field.invalid', 'debug-message': text },
      data: { 'field-name': names },
    })
    const messages = [message('Wrong.', 'locality, code'), message('Missing.', 'locality'), message('No.', 'other')]
    const { fields, others } = assignMessages(messages, ['address.locality', 'code'])
    expect(fields).toEqual({ 'address.locality': 'Wrong. Missing.', code: 'Wrong.' })
    expect(others).toEqual([messages[2]])
  })
})

test('a graph is read with the meanings of the description, and without a description', () => {
  const node = { name: 'cart', type: 'shop.any', path: '/carts', methods: ['GET'] }
  const graph = { resources: [{ ...node, relations: [{ rel: 'total', to: 'total' }] }] }
  const links = [{ rel: 'total', to: [{ name: 'total' }], when: 'if it has lines' }]
  const entry = { name: 'cart', description: 'A cart.', links, methods: [], members: {} }
  const description = { resources: [entry], relations: { total: { description: 'The total.' } } }
  const [cart] = readKinds(graph, description) ?? []
  expect(cart?.description).toBe('A cart.')
  expect(cart?.relations).toEqual([{ rel: 'total', to: 'total', description: 'The total.', when: 'if it has lines' }])
  expect(readKinds(graph, null)?.[0]?.relations[0]?.when).toBe('')
  expect(readKinds({ messages: [] }, description)).toBe(null)
})

test('only web URLs are links out of the page', () => {
  const values = ['https://shop.example.com/a.png', 'http://a', 'javascript:alert(1)', 'https://a b', 'https://', 1]
  expect(values.map(isWebAddress)).toEqual([true, true, false, false, false, false])
})

test('each kind of resource has a distinct hash', () => {
  expect(kindInHash(graphHash('line item'))).toBe('line item')
  expect(kindInHash(graphHash())).toBe('')
  expect(kindInHash('#/graph')).toBe(null)
  expect(kindInHash('#graph/%')).toBe('%')
})

test('headers are sent only with a value, and invalid ones are reported', () => {
  expect(headersOf(NO_HEADERS)).toEqual({})
  const values = { ...NO_HEADERS, locale: 'de-DE', currency: 'EUR', tag: 'vip' }
  expect(headersOf(values)).toEqual({ 'X-Ep-User-Traits': 'LOCALE=de-DE,CURRENCY=EUR', 'EP-Context-Tag': 'vip' })
  expect(headerProblem('currency', 'EUR,USD')).not.toBe(null)
  expect(headerProblem('channel', 'café')).not.toBe(null)
  expect(headerProblem('base', 'shop.example.com')).not.toBe(null)
  for (const base of ['', 'https://shop.example.com/api']) expect(headerProblem('base', base)).toBe(null)
})

test('a curl command quotes everything, and has the token only on request', () => {
  const request = {
    method: 'PUT',
    href: "http://a/x?zoom='[1]",
    headers: { 'EP-Channel': 'web' },
    hasToken: true,
  } as const
  const body = `{"name":"O'Hara $HOME"}`
  expect(curlCommand({ ...request, body }, null).split(' \\\n  ')).toEqual([
    `curl --globoff -X PUT 'http://a/x?zoom='\\''[1]'`,
    '-H "Authorization: Bearer $TOKEN"',
    "-H 'EP-Channel: web'",
    "-H 'Content-Type: application/json'",
    `--data-raw '{"name":"O'\\''Hara $HOME"}'`,
  ])
  expect(curlCommand({ ...request, body }, 'se~cret')).toContain("-H 'Authorization: Bearer se~cret'")
  expect(curlCommand({ method: 'GET', href: 'http://a/', headers: {}, hasToken: false, body: null }, null)).toBe(
    "curl 'http://a/'",
  )
})

const named = { members: { properties: { 'display-name': {} } } }
const SHOP = [
  kind('list', '/list', { relations: relations(['element', 'item', 'one for each element'], ['next', 'list']) }),
  kind('item', '/items/{item}', {
    relations: relations(['definition', 'definition'], ['price', 'price', 'if it has a price'], ['list', 'list']),
  }),
  kind('definition', '/definitions/{item}', named),
  kind('price', '/prices/{item}'),
]
const self = (uri: string) => ({ self: { type: 'shop.any', uri, href: uri, 'max-age': 0 } })
const link = (rel: string, uri: string) => ({ rel, uri })
const item = (uri: string, ...links: string[]) => ({ ...self(uri), links: links.map((rel) => link(rel, `/${rel}`)) })
const list = { ...self('/list'), links: [link('element', '/items/abcdefghijk'), link('element', '/items/2')] }

describe('names of list elements', () => {
  test('are requested by one zoom, unless they are known', () => {
    const known = new Map([
      ['/items/abcdefghijk', 'Lamp'],
      ['/items/2', ''],
    ])
    expect(zoomForNames(list, SHOP, new Map())).toBe('element,element:definition')
    expect(zoomForNames(list, SHOP, known)).toBe('')
    const zoomed = 'list:element,list:element:definition'
    expect(zoomForNames({ ...self('/x'), _list: [list] }, SHOP, new Map())).toBe(zoomed)
    expect(zoomForNames({ ...self('/x'), _list: [{ _element: [self('/items/2')] }] }, SHOP, new Map())).toBe(zoomed)
    expect(zoomForNames({ ...self('/x'), _list: [{ _element: [self('/items/2')] }] }, SHOP, known)).toBe('')
  })
  test('come from the response by URI, or else are the kind and a short id', () => {
    const definition = { ...self('/definitions/2'), 'display-name': 'Rug' }
    const response = { ...list, _element: [{ ...item('/items/2'), _definition: [definition] }, item('/items/3')] }
    expect(namesIn(response)).toEqual([
      ['/list', ''],
      ['/items/2', 'Rug'],
      ['/definitions/2', 'Rug'],
      ['/items/3', ''],
    ])
    expect(substituteName('/items/abcdefghijk', SHOP)).toBe('item abcdefgh')
  })
})

describe('a path that a zoom requested and the response lacks', () => {
  const missing = (zoom: string, resource: Record<string, unknown>) =>
    missingPaths(zoom, resource, SHOP).map(({ path, reason, relation, lacking, total }) => [
      path,
      reason,
      relation,
      `${lacking}/${total}`,
    ])
  const element = [item('/items/1', 'definition', 'price'), item('/items/2', 'definition')]
  test('is an unknown relation of the kind, with the most similar ones', () => {
    expect(missing('elements', list)).toEqual([['elements', 'unknown', 'elements', '1/1']])
    expect(missingPaths('elements', list, SHOP)[0]?.suggestions).toEqual(['element', 'next'])
    const [deep] = missingPaths('element:prize', list, SHOP)
    expect(deep).toMatchObject({ reason: 'unknown', at: 'element', kind: 'item', lacking: 2 })
    expect(deep?.suggestions[0]).toBe('element:price')
  })
  test('is a link that is absent now, at all or some resources', () => {
    expect(missing('next', list)).toEqual([['next', 'absent', 'next', '1/1']])
    expect(missing('element:price', { ...list, _element: [{ _price: [self('/prices/1')] }] })).toEqual([
      ['element:price', 'absent', 'price', '1/2'],
    ])
    const priced = [{ ...element[0], _price: [self('/prices/1')] }, element[1]]
    expect(missing('element,element:price', { ...list, _element: priced })).toEqual([
      ['element:price', 'absent', 'price', '1/2'],
    ])
    expect(missingPaths('element:price', list, SHOP)[0]?.when).toBe('if it has a price')
  })
  test('is listed once if a longer path ends at the same link', () => {
    expect(missing('next,next:element,next:next', list)).toEqual([['next', 'absent', 'next', '1/1']])
    expect(missing('next:element', list)).toEqual([['next:element', 'absent', 'next', '1/1']])
  })
  test('is a link whose resource is not readable', () => {
    expect(missing('element:definition', list)).toEqual([['element:definition', 'unreadable', 'definition', '2/2']])
  })
  test('is not listed if everything was found', () => {
    expect(missing('Element', { ...list, _element: element })).toEqual([])
    expect(missing('', list)).toEqual([])
  })
})

test('the title of a resource is its own name, that of an embedded resource, or its amount', () => {
  expect(titleOf({ 'display-name': 'Lamp' })).toBe('Lamp')
  expect(
    titleOf({ quantity: 1, _item: [{ _code: [{ code: 'LAMP' }], _definition: [{ 'display-name': 'Lamp' }] }] }),
  ).toBe('Lamp')
  const address = { 'street-address': '41 Juniper Street', locality: 'Oakland' }
  expect(titleOf({ name: { 'given-name': 'Ada', 'family-name': 'Marsh' }, address })).toBe(
    'Ada Marsh, 41 Juniper Street, Oakland',
  )
  expect(titleOf({ cost: [{ amount: 1, display: '$1.00' }] })).toBe('$1.00')
  expect(titleOf({ quantity: 1 })).toBe('')
})

test('the parent after a deletion is the list, or else the first resource that linked to it', () => {
  const cart = { rel: 'cart', uri: '/cart' }
  const price = { rel: 'price', rev: 'lineitem', uri: '/price' }
  expect(parentUri({ links: [cart, price, { rel: 'list', rev: 'element', uri: '/list' }] })).toBe('/list')
  expect(parentUri({ links: [cart, price] })).toBe('/price')
  expect(parentUri({})).toBe('')
})
