import { Type } from 'typebox'
import type { Database } from '../../db/database.ts'
import { limitSentence } from '../../db/row-limit.ts'
import type { Caller } from '../../http/callers/caller.ts'
import { Data } from '../../http/envelope.ts'
import { errorResponses } from '../../http/error-response.ts'
import { addressOf, listEnvelope, listSchema } from '../../http/lists/list-envelope.ts'
import { listQuerySchema, parseListRequest } from '../../http/lists/lists.ts'
import type { Server } from '../../http/server.ts'
import type { Clock } from '../../kernel/clock.ts'
import { notFound } from '../../kernel/errors.ts'
import type { PageLength } from '../../kernel/lists/page.ts'
import { withoutHash } from '../keys.ts'
import { keyLimit, listKeyRows, selectOwnKey } from '../sql/keys.ts'
import { createKeyOf, type KeyDeps, revokeKeyOf } from './create-key.ts'
import { CreatedKey, KeyCreate, KeyResource, keyList, presentCreatedKey, presentKey } from './key.ts'

const config = { access: 'seller', area: 'access' } as const
const ALL = '/v2/keys'
const ONE = `${ALL}/:key_id`

type KeyRouteDeps = KeyDeps & {
  clock: Clock
  /** Ends in `/v2`. */
  base_url: string
  pageLength: PageLength
}

export function keyRoutes(server: Server, deps: KeyRouteDeps): void {
  const { db, clock, base_url } = deps

  server.get(ALL, { config, schema: schemas.list }, async ({ query, caller, url }) => {
    const request = parseListRequest(query, keyList, await deps.pageLength(caller))
    const page = await listKeyRows(db, caller, request)
    const rows = page.rows.map((row) => presentKey(withoutHash(row), base_url))
    return listEnvelope({ rows, request, page, address: addressOf(base_url, url) })
  })

  server.post(ALL, { config, schema: schemas.create }, async ({ body, caller }, reply) => {
    const data = presentCreatedKey(await createKeyOf(deps, caller, body.data, clock()), base_url)
    return reply.code(201).header('location', data.links.self).send({ data })
  })

  server.get(ONE, { config, schema: schemas.get }, async ({ params, caller }) => {
    return { data: presentKey(withoutHash(await ownKey(db, caller, params.key_id)), base_url) }
  })

  server.delete(ONE, { config, schema: schemas.revoke }, async ({ params, caller }) => {
    return { data: presentKey(await revokeKeyOf(deps, caller, params.key_id, clock()), base_url) }
  })
}

/** Throws `not_found` for a key outside the caller's store or organization. */
async function ownKey(db: Database, caller: Caller, id: string) {
  const key = await selectOwnKey(db, caller, id)
  if (key === undefined) throw notFound('key')
  return key
}

const tags = ['Keys']
const params = Type.Object({ key_id: Type.String({ format: 'uuid', description: 'UUID of the key.' }) })

const schemas = {
  list: {
    operationId: 'ListKeys',
    summary: 'List keys',
    description: 'Keys of the store, or, without a store, of the organization and its stores. Includes revoked keys.',
    tags,
    querystring: listQuerySchema(keyList),
    response: { 200: listSchema(KeyResource) },
  },
  create: {
    operationId: 'CreateKey',
    summary: 'Create a key',
    description:
      'For the store that the request acts on, otherwise for the organization. The response is the only one that contains ' +
      `the secret. ${limitSentence(keyLimit)}`,
    tags,
    body: Data(KeyCreate),
    response: { 201: Data(CreatedKey), ...errorResponses(409) },
  },
  get: {
    operationId: 'GetKey',
    summary: 'Get a key',
    tags,
    params,
    response: { 200: Data(KeyResource) },
  },
  revoke: {
    operationId: 'RevokeKey',
    summary: 'Revoke a key',
    description:
      'It gets no new tokens, and its tokens end within 5 seconds. A key can revoke itself: the response still arrives, ' +
      'later requests get a 401. Revoking a key requires all permissions of the key.',
    tags,
    params,
    response: { 200: Data(KeyResource) },
  },
}
