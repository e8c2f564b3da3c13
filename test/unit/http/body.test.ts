import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FrontDoor, openFrontDoor } from '../../support/front-door.ts'

let door: FrontDoor
beforeAll(async () => {
  door = await openFrontDoor()
})
afterAll(() => door.server.close())

const thing = { type: 'thing', name: 'ball', kind: 'round' }

function post(
  url: string,
  payload: string | object,
  contentType = 'application/json',
  more: Record<string, string> = {},
) {
  const headers = { authorization: 'Bearer seller', 'content-type': contentType, ...more }
  return door.server.inject({ method: 'POST', url, headers, payload })
}

function sendData(data: object) {
  return post('/v2/things', { data })
}

test('accepts a valid body', async () => {
  expect((await sendData(thing)).json()).toEqual({ data: thing })
})

test('rejects unknown members in data, but not beside it', async () => {
  const refused = (await sendData({ ...thing, nmae: 'red' })).json()
  expect(refused.errors).toMatchObject([
    { detail: 'data.nmae is not a known member (did you mean `name`?).', source: { pointer: '/data/nmae' } },
  ])
  expect((await post('/v2/things', { data: thing, color: 'red' })).json()).toMatchObject({ data: thing })
})

test.each([
  [{ ...thing, name: undefined }, '/data/name', 'data.name is required.'],
  [{ ...thing, settings: {} }, '/data/settings/url', 'data.settings.url is required.'],
  [{ ...thing, type: 'things' }, '/data/type', 'data.type must be "thing".'],
  [{ ...thing, kind: 'oval' }, '/data/kind', 'data.kind must be one of: round, square.'],
  [{ ...thing, enabled: 'true' }, '/data/enabled', 'data.enabled must be true or false.'],
  [{ ...thing, name: 7 }, '/data/name', 'data.name must be a string.'],
  [{ ...thing, name: '' }, '/data/name', 'data.name must not be empty.'],
  [{ ...thing, name: 'x'.repeat(21) }, '/data/name', 'data.name must be at most 20 characters long.'],
  [{ ...thing, address: 'there' }, '/data/address', 'data.address must be an absolute URI.'],
  [{ ...thing, sizes: [1, 2, 'three'] }, '/data/sizes/2', 'data.sizes[2] must be a whole number.'],
  [{ ...thing, sizes: [-1] }, '/data/sizes/0', 'data.sizes[0] must be at least 0.'],
  [{ ...thing, sizes: [1, 2, 3, 4] }, '/data/sizes', 'data.sizes must contain at most 3 items.'],
  [{ ...thing, price: 3 }, '/data/price', 'data.price must be an object or null.'],
  [{ ...thing, price: { amount: 3 } }, '/data/price/currency', 'data.price.currency is required.'],
])('an invalid body is a 422 that names the problem: %j', async (data, pointer, detail) => {
  const response = await sendData(data)
  expect(response.statusCode).toBe(422)
  expect(response.json()).toEqual({ errors: [{ status: 422, title: 'Validation Error', detail, source: { pointer } }] })
})

test('an overlong list is the first problem, and a problem far down a list is found', async () => {
  const long = await sendData({ ...thing, sizes: Array(5000).fill('a') })
  expect(long.json().errors[0].detail).toBe('data.sizes must contain at most 3 items.')
  const late = await post('/v2/lists', { data: [...Array(4999).fill(1), 'a'] })
  expect(late.json().errors).toMatchObject([{ source: { pointer: '/data/4999' } }])
})

test('every problem is reported', async () => {
  const { errors } = (await sendData({ type: 'thing', kind: 'oval', enabled: 1, sizes: ['a', 'b'] })).json()
  const pointers = errors.map((error: { source: { pointer: string } }) => error.source.pointer)
  expect(pointers.sort()).toEqual(['/data/enabled', '/data/kind', '/data/name', '/data/sizes/0', '/data/sizes/1'])
})

test('a long list of problems is truncated, and an enormous body reports only the first', async () => {
  const few = await sendData({ ...thing, sizes: Array(100).fill('a') })
  expect(few.json().errors).toHaveLength(20)
  const many = await sendData({ ...thing, sizes: Array(100_000).fill('a') })
  expect(many.json().errors).toHaveLength(20)
  const enormous = await sendData({ ...thing, sizes: Array(100).fill(Array(100).fill(['a', 'b'])) })
  expect(enormous.statusCode).toBe(422)
  expect(enormous.json().errors).toHaveLength(1)
})

test.each(['', '   '])('an empty body labeled as JSON is no body: %j', async (payload) => {
  expect((await post('/v2/anything', payload)).json()).toEqual({ body: null })
})

test('an empty body labeled as JSON is accepted on DELETE', async () => {
  const headers = { authorization: 'Bearer seller', 'content-type': 'application/json' }
  const response = await door.server.inject({ method: 'DELETE', url: '/v2/things/x', headers })
  expect(response.json()).toEqual({ body: null })
})

test('a missing required body is a 422', async () => {
  const response = await post('/v2/things', '')
  expect(response.statusCode).toBe(422)
  expect(response.json().errors[0].detail).toBe('The body is required.')
})

test.each([
  '{',
  '{"a":1,}',
  'null null',
  '{"__proto__":{"admin":true}}',
  '{"a":{"\\u005f_proto__":1}}',
  '{"constructor":{"prototype":{}}}',
  '['.repeat(5000) + ']'.repeat(5000),
])('malformed or dangerous JSON is a 400: %.40s', async (payload) => {
  const response = await post('/v2/anything', payload)
  expect(response.statusCode).toBe(400)
  expect(response.json().errors[0].title).toBe('Malformed Body')
})

test('accepts harmless bodies that resemble dangerous ones', async () => {
  const body = { constructor: 'a mason', text: '[[[['.repeat(2000), emoji: '\u{1f600}', quote: '\\"['.repeat(1000) }
  expect((await post('/v2/anything', JSON.stringify(body))).json()).toEqual({ body })
  expect((await post('/v2/anything', '{"emoji":"\\ud83d\\ude00"}')).json()).toEqual({ body: { emoji: '\u{1f600}' } })
})

test.each(['{"a":["x","\\u0000"]}', '{"a":["x","\\ud800"]}'])(
  'a text that no database can store is a 422 with its pointer: %s',
  async (payload) => {
    const response = await post('/v2/anything', payload)
    expect(response.statusCode).toBe(422)
    expect(response.json().errors[0].source).toEqual({ pointer: '/a/1' })
  },
)

test.each([
  ['{"a":[1,12345678901234567890]}', '12345678901234567890'],
  ['{"a":[1,-9007199254740993]}', '-9007199254740993'],
  ['{"a": [1, 1e400]}', '1e400'],
  ['{"a": 1e-400}', '1e-400'],
  ['{"a": 0.1234567890123456789}', '0.1234567890123456789'],
  ['{"a":-12345.67890123456789}', '-12345.67890123456789'],
  ['{"a":9007199254740993.0}', '9007199254740993.0'],
  ['{"a":900719925474099.3e1}', '900719925474099.3e1'],
  ['{"a":0.12345678901234567}', '0.12345678901234567'],
])('a number that would lose digits is a 400 that names it: %s', async (payload, number) => {
  const response = await post('/v2/anything', payload)
  expect(response.statusCode).toBe(400)
  const detail = `The number ${number} would lose digits: send it as text.`
  expect(response.json().errors).toMatchObject([{ title: 'Malformed Body', detail }])
})

test('a number of a hundred thousand digits is rejected at once', async () => {
  const cpu = process.cpuUsage()
  const response = await post('/v2/anything', `{"a":0.1${'0'.repeat(100_000)}1}`)
  expect(response.statusCode).toBe(400)
  expect(process.cpuUsage(cpu).user / 1000).toBeLessThan(1_000)
})

test('accepts a long number that keeps its digits, and a long number in a text', async () => {
  const payload =
    '{"a":[9007199254740991,-9007199254740991,1e120,0.10000000000000000,0.1000000000000000055511151231257827,19.990000000000002,1.0,": 12345678901234567890"]}'
  const body = {
    a: [9007199254740991, -9007199254740991, 1e120, 0.1, 0.1, 19.990000000000002, 1, ': 12345678901234567890'],
  }
  expect((await post('/v2/anything', payload)).json()).toEqual({ body })
})

test('a body that is not UTF-8 is a 400, whatever its declared charset', async () => {
  const payload = Buffer.from('{"name":"caf\xe9"}', 'latin1')
  for (const label of ['application/json', 'application/json; charset=iso-8859-1']) {
    const response = await post('/v2/anything', payload, label)
    expect(response.statusCode).toBe(400)
    expect(response.json().errors[0].detail).toBe('The body is not valid UTF-8, the encoding of JSON.')
  }
  expect((await post('/v2/anything', Buffer.from('\ufeff{"name":"caf\xe9"}'))).json()).toEqual({
    body: { name: 'café' },
  })
})

test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'nonsense'])(
  'a body labeled %s is a 415',
  async (contentType) => {
    const response = await post('/v2/anything', 'a=b', contentType)
    expect(response.statusCode).toBe(415)
    expect(response.json().errors[0].detail).toContain('application/json')
  },
)

test.each([
  'application/json; charset=utf-8',
  'APPLICATION/JSON',
  'application/cloudevents+json',
  'application/cloudevents-batch+json; charset=utf-8',
])('accepts JSON labeled %s', async (contentType) => {
  expect((await post('/v2/anything', '{"a":1}', contentType)).json()).toEqual({ body: { a: 1 } })
})

test.each([
  ['items', `[${'{},'.repeat(200_000)}{}]`],
  ['members', JSON.stringify(Object.fromEntries(Array.from({ length: 200_001 }, (_, index) => [index, 0])))],
])('a body with too many %s is a 413 with the maximum', async (_, payload) => {
  const response = await post('/v2/anything', payload)
  expect(response.statusCode).toBe(413)
  expect(response.json().errors[0].detail).toBe(
    'The body has more than 200,000 members and items: send it in several requests.',
  )
})

test('the contents of texts do not count, and a large body parses like a small one', async () => {
  const large = { data: thing, text: ',[{"\\'.repeat(50_000) }
  expect((await post('/v2/anything', large)).statusCode).toBe(200)
  const odd = { ...large, deep: [{ '/a': ['x', '\0'] }] }
  const refused = await post('/v2/anything', odd)
  expect(refused.json().errors[0].source).toEqual({ pointer: '/deep/0/~1a/1' })
  expect(
    (await post('/v2/anything', `${JSON.stringify(large).slice(0, -1)},"n":12345678901234567890}`)).statusCode,
  ).toBe(400)
  expect((await post('/v2/anything', ' '.repeat(300_000))).json()).toEqual((await post('/v2/anything', '')).json())
})

test('a body beyond the limit is a 413 with the limit', async () => {
  const small = await post('/v2/things', { data: { ...thing, name: 'x'.repeat(1_048_577) } })
  expect(small.statusCode).toBe(413)
  expect(small.json().errors[0]).toMatchObject({ status: 413, detail: expect.stringContaining('1048576 bytes') })
})

test('a route may accept larger bodies', async () => {
  expect((await post('/v2/anything', { text: 'x'.repeat(1_500_000) })).statusCode).toBe(200)
  expect((await post('/v2/anything', { text: 'x'.repeat(2_500_000) })).statusCode).toBe(413)
})

test('a compressed body is a 415 that names its encoding', async () => {
  const response = await post('/v2/anything', '{}', undefined, { 'content-encoding': 'gzip' })
  expect(response.statusCode).toBe(415)
  expect(response.json().errors[0].detail).toBe(
    'The Content-Encoding gzip is not supported: send the body without one.',
  )
  expect((await post('/v2/anything', '{}', undefined, { 'content-encoding': 'identity' })).statusCode).toBe(200)
})
