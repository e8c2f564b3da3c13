import { Type } from 'typebox'
import { Data } from '../http/envelope.ts'
import { errorResponses } from '../http/error-response.ts'
import { addressOf, listEnvelope, listSchema } from '../http/lists/list-envelope.ts'
import { listQuerySchema, parseListRequest } from '../http/lists/lists.ts'
import type { Server } from '../http/server.ts'
import { notFound } from '../kernel/errors.ts'
import { Id } from '../kernel/schemas.ts'
import { type ChangedPerson, removePerson, updatePerson } from './change.ts'
import type { PeopleDeps } from './deps.ts'
import { invitationRoutes } from './invitations/routes.ts'
import { oidcRoutes } from './oidc/routes.ts'
import { ownRoutes } from './own/routes.ts'
import { PersonResource, PersonUpdate, peopleList, presentPerson } from './person.ts'
import { endSessionsOfPerson } from './sessions/end.ts'
import { listSessionsOfPerson } from './sessions/list.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { presentSession, SessionResource, sessionList } from './sessions/session.ts'
import { listPersonRows, selectPerson } from './store.ts'

const config = { access: 'seller', area: 'access' } as const
const ONE = '/v2/people/:person_id'

export function routes(server: Server, deps: PeopleDeps): void {
  peopleRoutes(server, deps)
  invitationRoutes(server, deps)
  sessionRoutes(server, deps)
  ownRoutes(server, deps)
  if (deps.oidc !== null) oidcRoutes(server, deps, deps.oidc)
}

function peopleRoutes(server: Server, deps: PeopleDeps): void {
  const { db, base_url } = deps

  server.get('/v2/people', { config, schema: schemas.list }, async ({ caller, query, url }) => {
    const request = parseListRequest(query, peopleList, await deps.pageLength(caller))
    const page = await listPersonRows(db, caller, request)
    const rows = page.rows.map((row) => presentPerson(row, caller.store_id, base_url))
    return listEnvelope({ rows, request, page, address: addressOf(base_url, url) })
  })

  server.get(ONE, { config, schema: schemas.get }, async ({ caller, params }) => {
    const person = await selectPerson(db, params.person_id, caller)
    if (person === undefined) throw notFound('person')
    return { data: presentPerson(person, caller.store_id, base_url) }
  })

  server.put(ONE, { config, schema: schemas.update }, async ({ caller, params, query, body }) => {
    const { type: _, ...change } = body.data
    const policy = query.revoke_keys ? 'revoke' : 'keep'
    const { person, keys } = await updatePerson(deps, caller, { id: params.person_id, ...change, keys: policy })
    return { data: { ...presentPerson(person, caller.store_id, base_url), keys: keys.map(presentKey) } }
  })

  server.delete(ONE, { config, schema: schemas.remove }, async ({ caller, params, query }) => {
    const removal = { id: params.person_id, keys: query.revoke_keys ? 'revoke' : 'keep' } as const
    const { person, keys } = await removePerson(deps, caller, removal)
    return { data: { type: 'person' as const, id: person.id, keys: keys.map(presentKey) } }
  })

  server.get(`${ONE}/sessions`, { config, schema: schemas.sessions }, async ({ caller, params, query, url }) => {
    const request = parseListRequest(query, sessionList, await deps.pageLength(caller))
    const page = await listSessionsOfPerson(deps, caller, params.person_id, request)
    const rows = page.rows.map((row) => presentSession(row, caller.key_id))
    return listEnvelope({ rows, request, page, address: addressOf(base_url, url) })
  })

  server.delete(`${ONE}/sessions`, { config, schema: schemas.endSessions }, async ({ caller, params }, reply) => {
    await endSessionsOfPerson(deps, caller, params.person_id)
    return reply.code(204).send(null)
  })
}

function presentKey({ id, name, is_revoked: revoked }: ChangedPerson['keys'][number]) {
  return { type: 'key' as const, id, name, revoked }
}

const KeyOfPerson = Type.Object(
  {
    type: Type.Literal('key'),
    id: Id,
    name: Type.String(),
    revoked: Type.Boolean({ description: 'False for a key that stays valid.' }),
  },
  { $id: 'KeyOfPerson' },
)

const RemovedPerson = Type.Object(
  {
    type: Type.Literal('person'),
    id: Id,
    keys: Type.Array(KeyOfPerson, { description: 'Keys that the person created and that were valid until now.' }),
  },
  { $id: 'RemovedPerson' },
)

const UpdatedPerson = Type.Object(
  {
    ...PersonResource.properties,
    keys: Type.Array(KeyOfPerson, {
      description: 'Keys that the person created, that were valid until now and that may do more than the person.',
    }),
  },
  { $id: 'UpdatedPerson' },
)

const tags = ['People']
const params = Type.Object({ person_id: Type.String({ format: 'uuid', description: 'Id of the person.' }) })

const schemas = {
  list: {
    operationId: 'ListPeople',
    summary: 'List people',
    description: 'People of the organization; with a store, people with a role in it or in all stores.',
    tags,
    querystring: listQuerySchema(peopleList),
    response: { 200: listSchema(PersonResource) },
  },
  get: { operationId: 'GetPerson', summary: 'Get a person', tags, params, response: { 200: Data(PersonResource) } },
  update: {
    operationId: 'UpdatePerson',
    summary: 'Update a person',
    description:
      'Name and roles. After a change of roles the access tokens of the person stop working within 5 s; its sessions continue with the new roles. Keys that the person created and that may do more than its roles stay valid, unless they are revoked too: those of the store or the organization that the request acts on are in the response. The last owner of an organization keeps that role (409).',
    tags,
    params,
    querystring: Type.Object({
      revoke_keys: Type.Boolean({
        default: false,
        description: 'Also revokes the keys that the person created and that may do more than the person.',
      }),
    }),
    body: Data(PersonUpdate),
    response: { 200: Data(UpdatedPerson), ...errorResponses(409) },
  },
  remove: {
    operationId: 'RemovePerson',
    summary: 'Remove a person',
    description:
      'Its sessions and access tokens stop working within 5 s; its open invitations are revoked. The keys that it created stay valid, unless they are revoked too: those of the store or the organization that the request acts on are in the response. The last owner of an organization cannot be removed (409).',
    tags,
    params,
    querystring: Type.Object({
      revoke_keys: Type.Boolean({ default: false, description: 'Also revokes the keys that the person created.' }),
    }),
    response: { 200: Data(RemovedPerson), ...errorResponses(409) },
  },
  sessions: {
    operationId: 'ListSessions',
    summary: 'List the sessions of a person',
    tags,
    params,
    querystring: listQuerySchema(sessionList),
    response: { 200: listSchema(SessionResource) },
  },
  endSessions: {
    operationId: 'EndSessions',
    summary: 'End the sessions of a person',
    description: 'Their access tokens stop working within 5 s.',
    tags,
    params,
    response: { 204: Type.Null() },
  },
}
