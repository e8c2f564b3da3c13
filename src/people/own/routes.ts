import { type Static, Type } from 'typebox'
import { Data } from '../../http/envelope.ts'
import { errorResponses } from '../../http/error-response.ts'
import { addressOf, listEnvelope, listSchema } from '../../http/lists/list-envelope.ts'
import { listQuerySchema, parseListRequest } from '../../http/lists/lists.ts'
import type { Server } from '../../http/server.ts'
import { ImpliedType } from '../../kernel/schemas.ts'
import type { PeopleDeps } from '../deps.ts'
import { passkeyRoutes } from '../passkeys/routes.ts'
import { NewPassword, OwnProof, PersonName, PersonResource, presentPerson } from '../person.ts'
import { endOtherSessions, endOwnSession } from '../sessions/end.ts'
import { listSessions } from '../sessions/list.ts'
import {
  OneTimeCode,
  presentSession,
  presentToken,
  SessionResource,
  SessionTokenResource,
  sessionList,
} from '../sessions/session.ts'
import { changeOwnPassword, updateOwnName } from './change-own.ts'
import { ownIn, ownOf } from './own.ts'
import { proveOwn } from './proof.ts'
import { confirmSecondFactor, removeSecondFactor, renewRecoveryCodes, startSecondFactor } from './second-factor.ts'

const config = { access: 'person' } as const

/** Routes of a person's own access, which need no permission. */
export function ownRoutes(server: Server, deps: PeopleDeps): void {
  const { base_url } = deps

  server.put('/v2/me', { config, schema: schemas.update }, async (request) => {
    return { data: presentPerson(await updateOwnName(deps, ownIn(request), request.body.data.name), null, base_url) }
  })

  server.post('/v2/me/password', { config, schema: schemas.password }, async (request) => {
    const { current_password, password } = request.body.data
    const own = await proveOwn(deps, ownIn(request), current_password)
    return { data: presentToken(await changeOwnPassword(deps, own, password)) }
  })

  server.get('/v2/me/sessions', { config, schema: schemas.sessions }, async ({ query, caller, url }) => {
    const { person_id, session_id } = ownOf(caller)
    const request = parseListRequest(query, sessionList, await deps.pageLength(caller))
    const page = await listSessions(deps, person_id, request)
    const rows = page.rows.map((row) => presentSession(row, session_id))
    return listEnvelope({ rows, request, page, address: addressOf(base_url, url) })
  })

  server.delete('/v2/me/sessions', { config, schema: schemas.endOthers }, async ({ caller }, reply) => {
    await endOtherSessions(deps, ownOf(caller), ownOf(caller).session_id)
    return reply.code(204).send(null)
  })

  server.delete('/v2/me/sessions/:session_id', { config, schema: schemas.end }, async ({ params, caller }, reply) => {
    await endOwnSession(deps, ownOf(caller), params.session_id)
    return reply.code(204).send(null)
  })

  secondFactorRoutes(server, deps)
  passkeyRoutes(server, deps)
}

function secondFactorRoutes(server: Server, deps: PeopleDeps): void {
  server.post('/v2/me/second-factor', { config, schema: schemas.start }, async (request, reply) => {
    const own = await proveOwn(deps, ownIn(request), request.body.data.password)
    const data = { type: 'second_factor' as const, ...(await startSecondFactor(deps, own)) }
    return reply.code(201).send({ data })
  })

  server.post('/v2/me/second-factor/confirm', { config, schema: schemas.confirm }, async (request) => {
    return { data: codes(await confirmSecondFactor(deps, ownIn(request), request.body.data.one_time_code)) }
  })

  server.post('/v2/me/second-factor/remove', { config, schema: schemas.remove }, async (request, reply) => {
    const own = await proveOwn(deps, ownIn(request), request.body.data.password)
    await removeSecondFactor(deps, own)
    return reply.code(204).send(null)
  })

  server.post('/v2/me/recovery-codes', { config, schema: schemas.renew }, async (request, reply) => {
    const own = await proveOwn(deps, ownIn(request), request.body.data.password)
    return reply.code(201).send({ data: codes(await renewRecoveryCodes(deps, own)) })
  })
}

function codes(recovery_codes: string[]): Static<typeof RecoveryCodes> {
  return { type: 'recovery_codes', recovery_codes }
}

const RecoveryCodes = Type.Object(
  {
    type: Type.Literal('recovery_codes'),
    recovery_codes: Type.Array(Type.String(), {
      description: 'Shown only once. Each code replaces a one-time code once.',
    }),
  },
  { $id: 'RecoveryCodes' },
)

const SecondFactor = Type.Object(
  {
    type: Type.Literal('second_factor'),
    secret: Type.String({ description: 'In Base32, to be typed into an app.' }),
    otpauth_url: Type.String({ description: 'The same for a QR code.' }),
  },
  { $id: 'SecondFactor' },
)

const tags = ['Own access']
const WithPassword = Type.Object({ type: ImpliedType('second_factor'), password: OwnProof }, { $id: 'OwnPassword' })
const NewOwnPassword = Type.Object(
  {
    type: ImpliedType('password'),
    current_password: OwnProof,
    password: NewPassword,
  },
  { $id: 'OwnPasswordUpdate' },
)
const nothing = { 204: Type.Null() }

const schemas = {
  update: {
    operationId: 'UpdateOwnName',
    summary: 'Change one’s own name',
    tags,
    body: Data(Type.Object({ type: ImpliedType('person'), name: PersonName }, { $id: 'OwnNameUpdate' })),
    response: { 200: Data(PersonResource) },
  },
  password: {
    operationId: 'UpdateOwnPassword',
    summary: 'Change one’s own password',
    description: 'Ends the other sessions. The access token of this session is replaced by that in the response.',
    tags,
    body: Data(NewOwnPassword),
    response: { 200: Data(SessionTokenResource), ...errorResponses(429) },
  },
  sessions: {
    operationId: 'ListOwnSessions',
    summary: 'List one’s own sessions',
    tags,
    querystring: listQuerySchema(sessionList),
    response: { 200: listSchema(SessionResource) },
  },
  endOthers: { operationId: 'EndOtherSessions', summary: 'End one’s other sessions', tags, response: nothing },
  end: {
    operationId: 'EndOwnSession',
    summary: 'End one of one’s own sessions',
    tags,
    params: Type.Object({ session_id: Type.String({ format: 'uuid', description: 'Id of the session.' }) }),
    response: nothing,
  },
  start: {
    operationId: 'StartSecondFactor',
    summary: 'Set up one-time codes',
    description:
      'Returns a secret for an app that makes one-time codes (TOTP). It takes effect once a code has confirmed it.',
    tags,
    body: Data(WithPassword),
    response: { 201: Data(SecondFactor), ...errorResponses(409, 429) },
  },
  confirm: {
    operationId: 'ConfirmSecondFactor',
    summary: 'Confirm one-time codes',
    description: 'Returns ten recovery codes. From then on a log-in has a second step.',
    tags,
    body: Data(
      Type.Object(
        { type: ImpliedType('second_factor'), one_time_code: OneTimeCode },
        { $id: 'SecondFactorConfirmation' },
      ),
    ),
    response: { 200: Data(RecoveryCodes), ...errorResponses(409) },
  },
  remove: {
    operationId: 'RemoveSecondFactor',
    summary: 'Remove one-time codes',
    tags,
    body: Data(WithPassword),
    response: { ...nothing, ...errorResponses(409, 429) },
  },
  renew: {
    operationId: 'RenewRecoveryCodes',
    summary: 'Replace the recovery codes',
    tags,
    body: Data(WithPassword),
    response: { 201: Data(RecoveryCodes), ...errorResponses(409, 429) },
  },
}
