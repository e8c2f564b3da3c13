import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { base32nopad } from '@scure/base'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { query } from '../../src/db/database.ts'
import type { Client } from '../support/app.ts'
import { openSharedStage, type Stage } from '../support/stage.ts'

let stage: Stage
let seller: Client
let shopper: Client
let scope: string
beforeAll(async () => {
  stage = await openSharedStage()
  const { store, ...others } = await stage.tenant()
  seller = store
  shopper = others.shopper
  const rows = await query<{ scope: string }>(stage.database.db, 'select scope from stores where id = $1', [
    store.store_id,
  ])
  scope = rows[0]?.scope ?? ''
})
afterAll(() => stage.close())

type Refused = { status: number; body: string }

async function send(method: string, path: string, headers: Record<string, string>, body?: string): Promise<Refused> {
  const init = { method, headers, ...(body !== undefined && { body }) }
  const response = await fetch(`${stage.app.origin}${path}`, init)
  return { status: response.status, body: await response.text() }
}

const as = ({ token }: Client) => ({ authorization: `Bearer ${token}` })
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const JSON_TYPE = { 'content-type': 'application/json' }
const ID = '01a1fa2c-04bf-771f-a410-9671db278011'

/** Form of one part with these headers, which no library would send. */
function multipart(disposition: string, content = 'x', { boundary = 'b', type = 'text/plain' } = {}) {
  const headers = { ...as(seller), 'content-type': `multipart/form-data; boundary=${boundary}` }
  const head = `--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\ncontent-type: ${type}\r\n\r\n`
  return send('POST', '/v2/files', headers, `${head}${content}\r\n--${boundary}--\r\n`)
}

describe('U+0000', () => {
  const granted = 'grant_type=client_credentials'
  const storefront = (body: string) => send('POST', '/storefront/oauth2/tokens', FORM, body)
  const token = (body: string, headers: Record<string, string> = FORM) =>
    send('POST', '/oauth/access_token', headers, body)
  const basic = (credentials: string) => `Basic ${Buffer.from(credentials).toString('base64')}`
  const encodeId = (value: string) => `${base32nopad.encode(Buffer.from(value)).toLowerCase()}=`

  const cases: [string, number, string, () => Promise<Refused>][] = [
    ['a path', 400, 'The path', () => send('GET', '/v2/integrations/%00', as(seller))],
    ['a path of the storefront', 400, 'The path', () => send('GET', `/storefront/carts/${scope}/%00`, as(shopper))],
    ['a path where there is nothing', 400, 'The path', () => send('GET', '/nowhere/%00', {})],
    ['a query', 400, 'parameter filter', () => send('GET', '/v2/orders?sort=id&filter=eq(id,%00)', as(seller))],
    ['a query of the storefront', 400, 'parameter zoom', () => send('GET', '/storefront?zoom=a%00', as(shopper))],
    ['a query’s name', 400, 'name of a query parameter', () => send('GET', '/v2/orders?a%00=1', as(seller))],
    [
      'an encoded id',
      400,
      'The URI contains an invalid id',
      () => send('GET', `/storefront/items/${scope}/${encodeId('a\0')}`, as(shopper)),
    ],
    ['the id of a key', 400, '/client_id', () => token(`${granted}&client_id=a%00&client_secret=b`)],
    ['the secret of a key', 400, '/client_secret', () => token(`${granted}&client_id=a&client_secret=b%00`)],
    ['one of two fields', 400, '/client_id', () => token(`${granted}&client_id=a&client_id=b%00`)],
    ['a form that is not encoded', 400, '/client_id', () => token(`${granted}&client_id=a\0&client_secret=b`)],
    ['a form field’s name', 400, 'name of a form field', () => token(`${granted}&client_id=a&b%00=b`)],
    [
      'HTTP Basic authentication',
      400,
      '"header":"Authorization"',
      () => token(granted, { ...FORM, authorization: basic('a\0:b') }),
    ],
    [
      'JSON for a token',
      422,
      '/client_id',
      () => token('{"grant_type":"implicit","client_id":"a\\u0000"}', { ...FORM, ...JSON_TYPE }),
    ],
    ['a scope', 400, 'field scope', () => storefront('grant_type=password&role=PUBLIC&scope=a%00')],
    [
      'a username',
      400,
      'field username',
      () => storefront(`grant_type=password&role=REGISTERED&scope=${scope}&username=a%00&password=b`),
    ],
    [
      'a password',
      400,
      'field password',
      () => storefront(`grant_type=password&role=REGISTERED&scope=${scope}&username=a&password=b%00`),
    ],
    [
      'JSON',
      422,
      '/data/name',
      () => send('POST', '/v2/customers', { ...as(seller), ...JSON_TYPE }, '{"data":{"name":"a\\u0000"}}'),
    ],
    [
      'the name of a JSON member',
      422,
      '"pointer":"/data"',
      () => send('POST', '/v2/customers', { ...as(seller), ...JSON_TYPE }, '{"data":{"a\\u0000":1}}'),
    ],
    [
      'JSON5',
      400,
      'U+0000',
      () => send('POST', `/storefront/searches/${scope}/keywords/form`, { ...as(shopper), ...JSON_TYPE }, "{a: '\\0'}"),
    ],
    ['a form’s value', 400, '/file_location', () => multipart('name="file_location"', 'https://a.example/\0')],
    [
      'a form’s value in JSON',
      400,
      '/file_name',
      () => multipart('name="file_name"', '"a\\u0000"', { type: 'application/json' }),
    ],
    ['a form’s name', 400, 'form field', () => multipart('name="a\0"')],
    ['the name of a file', 400, '/file', () => multipart('name="file"; filename="a\0.png"')],
    ['the encoded name of a file', 400, '/file', () => multipart('name="file"; filename*=utf-8\'\'a%00.png')],
    ['the name of a file’s field', 400, 'form field', () => multipart('name="a\0"; filename="a.png"')],
  ]

  test.each(cases)('is rejected with its location in %s', async (_, expected, place, ask) => {
    const { status, body } = await ask()
    expect([status, body]).toEqual([expected, expect.stringContaining(place)])
    expect(body).not.toContain('\\u0000')
  })

  test('is rejected in a header', async () => {
    const socket = connect(Number(new URL(stage.app.origin).port), '127.0.0.1')
    await once(socket, 'connect')
    socket.end('GET /v2/settings HTTP/1.1\r\nhost: a\r\nx-store-id: a\0\r\nconnection: close\r\n\r\n')
    expect(await text(socket)).toMatch(/^HTTP\/1.1 400 /)
  })

  test('an encoded percent sign before two zeros is ordinary text', async () => {
    expect((await send('GET', '/v2/orders?filter=eq(id,%2500)', as(seller))).body).not.toContain('U+0000')
    expect((await send('GET', `/v2/integrations/${ID}%2500`, as(seller))).status).toBe(404)
  })
})

describe('the boundary of a form', () => {
  const disposition = 'name="file_location"'
  const upload = (boundary: string) => multipart(disposition, 'https://a.example/x', { boundary })

  test('may have 70 characters', async () => {
    expect((await upload('x'.repeat(70))).status).toBe(201)
  })

  test.each([71, 250, 257, 5000])('returns a 400 that names the header for %d characters', async (length) => {
    const { status, body } = await upload('x'.repeat(length))
    expect([status, body]).toEqual([400, expect.stringContaining('"header":"Content-Type"')])
    expect((await upload(`"${'x'.repeat(length)}"`)).status).toBe(400)
    expect((await upload(`x; boundary=${'y'.repeat(length)}`)).status).toBeLessThan(500)
  })

  test('returns a 400 if missing, empty or unreadable', async () => {
    for (const boundary of ['', '""', "; boundary*=utf-8''x", `a; boundary*=utf-8''${'x'.repeat(300)}`, '"'])
      expect((await upload(boundary)).status, boundary).toBe(400)
  })
})

test('a form field that looks like a JSON object is rejected as text', async () => {
  const options = { type: 'application/json' }
  expect((await multipart('name="public"', '{"toString":1}', options)).status).toBe(422)
})
