import { Type } from 'typebox'
import { Data } from '../../src/http/envelope.ts'
import { errorResponses } from '../../src/http/error-response.ts'
import { createServer, type Server, type ServerOptions } from '../../src/http/server.ts'
import { AppError } from '../../src/kernel/errors.ts'
import { makeLog } from '../../src/tool/log.ts'
import { NOT_LOGGED_IN } from './people/callers.ts'

export type FrontDoor = { server: Server; lines: Record<string, unknown>[] }

const Money = Type.Object({ amount: Type.Integer(), currency: Type.Enum(['EUR', 'USD']) }, { $id: 'Money' })

const Thing = Type.Object(
  {
    type: Type.Literal('thing'),
    name: Type.String({ minLength: 1, maxLength: 20 }),
    kind: Type.Enum(['round', 'square']),
    enabled: Type.Optional(Type.Boolean()),
    address: Type.Optional(Type.String({ format: 'uri' })),
    price: Type.Optional(Type.Union([Money, Type.Null()])),
    sizes: Type.Optional(Type.Array(Type.Integer({ minimum: 0 }), { maxItems: 3 })),
    settings: Type.Optional(Type.Object({ url: Type.String() })),
  },
  { $id: 'Thing' },
)

const ThingId = Type.Object({ id: Type.String({ format: 'uuid' }) })
const ThingQuery = Type.Object({
  'page[limit]': Type.Optional(Type.Integer({ minimum: 1 })),
  filter: Type.Optional(Type.String()),
})

/** A server with routes of every kind that modules have. `shopper`, `seller` and `other` are valid tokens. */
export async function openFrontDoor(
  options: Partial<ServerOptions> = {},
  addMore: (server: Server) => void = () => {},
): Promise<FrontDoor> {
  const lines: Record<string, unknown>[] = []
  const server = await createServer({
    base_url: 'http://tidings.test/v2',
    version: '0.0.0',
    isUnavailable: (error) => error instanceof Error && error.message === 'no database',
    cors_origins: ['*'],
    trusted_proxies: [],
    rate_limit: 0,
    log: makeLog('info', { write: (line) => void lines.push(JSON.parse(line)) }),
    compression: true,
    authenticate: async (token) => {
      if (!['shopper', 'seller', 'other'].includes(token)) throw new AppError('unauthenticated', [{ detail: 'No.' }])
      const role = token === 'shopper' ? 'shopper' : 'seller'
      return {
        organization_id: 'an-organization',
        store_id: 'a-store',
        key_id: `key-of-${token}`,
        role,
        ...NOT_LOGGED_IN,
      }
    },
    ...options,
  })
  addThings(server)
  addMore(server)
  await server.ready()
  return { server, lines }
}

function addThings(server: Server): void {
  const response = { 200: Data(Thing), ...errorResponses(409) }
  server.post(
    '/v2/things',
    {
      config: { access: 'seller', area: 'settings' },
      schema: { operationId: 'CreateThing', summary: 'Make', querystring: ThingQuery, body: Data(Thing), response },
    },
    async (request) => request.body,
  )
  server.get(
    '/v2/things',
    { config: { access: 'shopper', area: 'settings' }, schema: { operationId: 'ListThings', querystring: ThingQuery } },
    async (request) => ({ query: request.query, caller: request.caller }),
  )
  server.get(
    '/v2/things/:id',
    { config: { access: 'seller', area: 'settings' }, schema: { operationId: 'GetThing', params: ThingId } },
    async (request) => ({ id: request.params.id }),
  )
  server.delete('/v2/things/:id', { config: { access: 'seller', area: 'settings' } }, async (request) => ({
    body: request.body ?? null,
  }))
  server.post(
    '/v2/anything',
    { config: { access: 'seller', area: 'settings' }, bodyLimit: 2_097_152 },
    async (request) => ({
      body: request.body ?? null,
    }),
  )
  const body = Type.Object({ data: Type.Array(Type.Integer()) })
  server.post(
    '/v2/lists',
    { config: { access: 'seller', area: 'settings' }, schema: { operationId: 'SendList', body } },
    async () => ({}),
  )
  server.get('/v2/public', { config: { access: 'public' } }, async () => ({ ok: true }))
  server.get('/v2/public/caller', { config: { access: 'public' } }, async (request) => request.caller)
  server.get('/v2/broken', { config: { access: 'seller', area: 'settings' } }, async () => {
    throw Object.assign(new Error('column "secret_key" is broken', { cause: new Error('the disk') }), { detail: 'ROW' })
  })
  server.get('/v2/out', { config: { access: 'seller', area: 'settings' } }, async () => {
    throw new Error('no database')
  })
}
