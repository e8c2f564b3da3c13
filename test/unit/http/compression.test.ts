import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Type } from 'typebox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { negotiateEncoding } from '../../../src/http/compression/negotiate.ts'
import { matchesTag } from '../../../src/http/envelope.ts'
import type { Server } from '../../../src/http/server.ts'
import { type FrontDoor, openFrontDoor } from '../../support/front-door.ts'

const rows = (count: number) => ({ data: Array.from({ length: count }, (_, i) => ({ id: i, name: `Lamp ${i}` })) })
const TAG = '"of-the-rows"'

function addRows(server: Server): void {
  const config = { access: 'public', compressed: true } as const
  server.get<{ Params: { count: number } }>('/rows/:count', { config }, async ({ params, headers }, reply) => {
    reply.headers({ etag: TAG, vary: 'Authorization' })
    if (matchesTag(headers['if-none-match'], TAG)) return reply.code(304).send()
    return rows(Number(params.count))
  })
  server.get('/undeclared', { config: { access: 'public' } }, async () => rows(100))
  server.get('/bytes', { config }, (_, reply) => reply.type('image/png').send(Buffer.alloc(5_000)))
}

let door: FrontDoor
beforeAll(async () => {
  door = await openFrontDoor({}, addRows)
})
afterAll(() => door.server.close())

const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  door.server.inject({ method, url, headers })

describe('a response of a route that declares it', () => {
  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('is compressed with %s, both inline and in a thread', async (encoding, decompress) => {
    for (const count of [100, 10_000]) {
      const { headers, rawPayload } = await get(`/rows/${count}`, { 'accept-encoding': encoding })
      expect(headers).toMatchObject({ 'content-encoding': encoding, 'content-length': String(rawPayload.length) })
      expect(JSON.parse(decompress(rawPayload).toString())).toEqual(rows(count))
    }
  })

  test('has Vary and a weak ETag that matches the uncompressed one', async () => {
    const [plain, small] = await Promise.all([get('/rows/100'), get('/rows/1', { 'accept-encoding': 'br' })])
    for (const { headers } of [plain, small]) {
      expect(headers).toMatchObject({ vary: 'Authorization, Accept-Encoding', etag: TAG })
      expect(headers['content-encoding']).toBeUndefined()
    }
    const compressed = await get('/rows/100', { 'accept-encoding': 'br' })
    expect(compressed.headers).toMatchObject({ vary: 'Authorization, Accept-Encoding', etag: `W/${TAG}` })
    for (const tag of [TAG, `W/${TAG}`]) {
      const again = await get('/rows/100', { 'accept-encoding': 'br', 'if-none-match': tag })
      expect([again.statusCode, again.rawPayload.length, again.headers.vary]).toEqual([304, 0, plain.headers.vary])
    }
  })

  test('a response to HEAD has the headers of the response to GET', async () => {
    for (const accepted of ['br', 'identity']) {
      const [head, read] = await Promise.all(
        (['HEAD', 'GET'] as const).map((method) => get('/rows/100', { 'accept-encoding': accepted }, method)),
      )
      const { 'x-request-id': _, date: _date, ...headers } = head?.headers ?? {}
      expect(read?.headers).toMatchObject(headers)
      expect([head?.rawPayload.length, headers['content-length']]).toEqual([0, String(read?.rawPayload.length)])
    }
  })
})

test.each(['/undeclared', '/bytes', '/nowhere'])('%s is not compressed', async (url) => {
  const { headers } = await get(url, { 'accept-encoding': 'br, gzip' })
  expect(headers['content-encoding']).toBeUndefined()
})

test('rejects a route that declares compression for a response with a secret', async () => {
  const response = { 200: Type.Object({ data: Type.Array(Type.Object({ secret_key: Type.String() })) }) }
  const config = { access: 'public', compressed: true } as const
  const opening = openFrontDoor({}, (server) =>
    server.get('/keys', { config, schema: { response } }, async () => ({ data: [] })),
  )
  await expect(opening).rejects.toThrow('GET /keys must not be compressed: its response has `secret_key`.')
})

test('compresses nothing when the proxy does', async () => {
  const { server } = await openFrontDoor({ compression: false }, addRows)
  const { headers } = await server.inject({ url: '/rows/100', headers: { 'accept-encoding': 'br' } })
  expect(headers['content-encoding']).toBeUndefined()
  await server.close()
})

test.each([
  [undefined, null],
  ['', null],
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['GZIP;q=0.8, br;q=0.1', 'gzip'],
  ['br;q=0, gzip;q=0', null],
  ['*', 'br'],
  ['*;q=0, gzip', 'gzip'],
  ['identity, gzip;q=0.5', null],
  ['zstd', null],
  ['gzip;q=nonsense', null],
])('selects from the encodings %j the best, %j', (accepted, encoding) => {
  expect(negotiateEncoding(accepted)).toBe(encoding)
})
