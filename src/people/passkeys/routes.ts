import { Type } from 'typebox'
import { Data } from '../../http/envelope.ts'
import { errorResponses } from '../../http/error-response.ts'
import { addressOf, listEnvelope, listSchema } from '../../http/lists/list-envelope.ts'
import { listQuerySchema, parseListRequest } from '../../http/lists/lists.ts'
import type { Server } from '../../http/server.ts'
import type { PeopleDeps } from '../deps.ts'
import { ownIn, ownOf } from '../own/own.ts'
import { proveOwn } from '../own/proof.ts'
import { listPasskeyRows } from '../sql/passkeys.ts'
import { removePasskey, renamePasskey } from './change.ts'
import {
  PasskeyCreate,
  PasskeyOptions,
  PasskeyProof,
  PasskeyResource,
  PasskeyUpdate,
  passkeyList,
  passkeyOptions,
  presentPasskey,
} from './passkey.ts'
import { createPasskey, startPasskey } from './register.ts'

const config = { access: 'person' } as const
const ALL = '/v2/me/passkeys'
const ONE = `${ALL}/:passkey_id`

export function passkeyRoutes(server: Server, deps: PeopleDeps): void {
  const { db, base_url } = deps

  server.get(ALL, { config, schema: schemas.list }, async ({ query, caller, url }) => {
    const request = parseListRequest(query, passkeyList, await deps.pageLength(caller))
    const page = await listPasskeyRows(db, ownOf(caller).person_id, request)
    return listEnvelope({ rows: page.rows.map(presentPasskey), request, page, address: addressOf(base_url, url) })
  })

  server.post(`${ALL}/options`, { config, schema: schemas.start }, async (request) => {
    const own = await proveOwn(deps, ownIn(request), request.body.data.password)
    return { data: passkeyOptions(await startPasskey(deps, own)) }
  })

  server.post(ALL, { config, schema: schemas.create }, async (request, reply) => {
    const { credential, name } = request.body.data
    const passkey = { credential, ...(name !== undefined && { name }) }
    return reply.code(201).send({ data: presentPasskey(await createPasskey(deps, ownIn(request), passkey)) })
  })

  server.put(ONE, { config, schema: schemas.update }, async ({ caller, params, body }) => {
    const own = { ...ownOf(caller), id: params.passkey_id }
    return { data: presentPasskey(await renamePasskey(deps, own, body.data.name)) }
  })

  server.post(`${ONE}/remove`, { config, schema: schemas.remove }, async (request, reply) => {
    const own = await proveOwn(deps, ownIn(request), request.body.data.password)
    await removePasskey(deps, { ...own, id: request.params.passkey_id })
    return reply.code(204).send(null)
  })
}

const tags = ['Own access']
const params = Type.Object({ passkey_id: Type.String({ format: 'uuid', description: 'Id of the passkey.' }) })

const schemas = {
  list: {
    operationId: 'ListPasskeys',
    summary: 'List one’s own passkeys',
    tags,
    querystring: listQuerySchema(passkeyList),
    response: { 200: listSchema(PasskeyResource) },
  },
  start: {
    operationId: 'StartPasskey',
    summary: 'Get the options for creating a passkey',
    tags,
    body: Data(PasskeyProof),
    response: { 200: Data(PasskeyOptions), ...errorResponses(409, 429) },
  },
  create: {
    operationId: 'CreatePasskey',
    summary: 'Add a passkey',
    description: 'From then on it logs in without password and second factor: the authenticator verifies the person.',
    tags,
    body: Data(PasskeyCreate),
    response: { 201: Data(PasskeyResource), ...errorResponses(409) },
  },
  update: {
    operationId: 'UpdatePasskey',
    summary: 'Rename a passkey',
    tags,
    params,
    body: Data(PasskeyUpdate),
    response: { 200: Data(PasskeyResource) },
  },
  remove: {
    operationId: 'RemovePasskey',
    summary: 'Remove a passkey',
    description: 'It can no longer log in. Sessions that it began continue.',
    tags,
    params,
    body: Data(PasskeyProof),
    response: { 204: Type.Null(), ...errorResponses(429) },
  },
}
