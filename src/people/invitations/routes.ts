import { Type } from 'typebox'
import { Data } from '../../http/envelope.ts'
import { errorResponses } from '../../http/error-response.ts'
import { addressOf, listEnvelope, listSchema } from '../../http/lists/list-envelope.ts'
import { listQuerySchema, parseListRequest } from '../../http/lists/lists.ts'
import type { Server } from '../../http/server.ts'
import { Id } from '../../kernel/schemas.ts'
import type { PeopleDeps } from '../deps.ts'
import { proveCaller } from '../own/proof.ts'
import { PersonResource, presentPerson } from '../person.ts'
import { listInvitationRows } from '../sql/invitations.ts'
import { acceptInvitation } from './accept.ts'
import {
  Acceptance,
  DEFAULT_EXPIRES_IN,
  InvitationCreate,
  InvitationResource,
  invitationList,
  linkOf,
  NewInvitationResource,
  PasswordReset,
  PersonLinkResource,
  presentInvitation,
} from './invitation.ts'
import { invitePerson, revokeInvitation } from './invite.ts'
import { createLink } from './links.ts'
import { InvitationCode, OpenedInvitationResource, readInvitation } from './read.ts'

const config = { access: 'seller', area: 'access' } as const
const ALL = '/v2/people/invitations'

export function invitationRoutes(server: Server, deps: PeopleDeps): void {
  const { db, base_url } = deps

  server.post(ALL, { config, schema: schemas.create }, async ({ caller, body }, reply) => {
    const { email, name, roles, expires_in = DEFAULT_EXPIRES_IN } = body.data
    const invitation = { email, roles, expires_in, ...(name !== undefined && { name }) }
    const invited = await invitePerson(deps, caller, invitation)
    return reply.code(201).send({ data: { ...presentInvitation(invited), link: linkOf(invited, base_url) } })
  })

  server.get(ALL, { config, schema: schemas.list }, async ({ caller, query, url }) => {
    const request = parseListRequest(query, invitationList, await deps.pageLength(caller))
    const page = await listInvitationRows(db, caller, request)
    return listEnvelope({ rows: page.rows.map(presentInvitation), request, page, address: addressOf(base_url, url) })
  })

  server.delete(`${ALL}/:invitation_id`, { config, schema: schemas.revoke }, async ({ caller, params }) => {
    const { id } = await revokeInvitation(deps, caller, params.invitation_id)
    return { data: { type: 'person_invitation' as const, id } }
  })

  const anyone = { access: 'public' } as const
  server.post(`${ALL}/open`, { config: anyone, schema: schemas.open }, async (request) => {
    const { code } = request.body.data
    return { data: await readInvitation(deps, { code, address: request.clientAddress }) }
  })

  server.post(`${ALL}/accept`, { config: anyone, schema: schemas.accept }, async (request) => {
    const { code, password, name } = request.body.data
    const acceptance = { code, password, address: request.clientAddress, ...(name !== undefined && { name }) }
    return { data: presentPerson(await acceptInvitation(deps, acceptance), null, base_url) }
  })

  const RESET = '/v2/people/:person_id/password-resets'
  server.post(
    RESET,
    { config, schema: schemas.reset },
    async ({ caller, clientAddress: address, params, body }, reply) => {
      const proven = await proveCaller(deps, { caller, address }, body.data.password)
      const { expires_in = DEFAULT_EXPIRES_IN, remove_second_factor = false, remove_passkeys = false } = body.data
      const removed = { remove_second_factor, remove_passkeys }
      const link = { person_id: params.person_id, purpose: 'reset', expires_in, ...removed } as const
      const created = await createLink(deps, proven, link)
      const expires_at = created.expires_at.toISOString()
      const data = { type: 'person_link' as const, purpose: 'reset' as const, expires_at }
      return reply.code(201).send({ data: { ...data, link: linkOf(created, base_url) } })
    },
  )
}

const tags = ['People']
const params = Type.Object({
  invitation_id: Type.String({ format: 'uuid', description: 'Id of the invitation.' }),
})

const schemas = {
  create: {
    operationId: 'InvitePerson',
    summary: 'Invite a person',
    description:
      'Returns a link for the person, once. It replaces an earlier one for the same address. No e-mail is sent.',
    tags,
    body: Data(InvitationCreate),
    response: { 201: Data(NewInvitationResource), ...errorResponses(409) },
  },
  list: {
    operationId: 'ListInvitations',
    summary: 'List invitations',
    tags,
    querystring: listQuerySchema(invitationList),
    response: { 200: listSchema(InvitationResource) },
  },
  revoke: {
    operationId: 'RevokeInvitation',
    summary: 'Revoke an invitation',
    tags,
    params,
    response: { 200: Data(Type.Object({ type: Type.Literal('person_invitation'), id: Id })) },
  },
  open: {
    operationId: 'OpenInvitation',
    summary: 'Show what the link of an invitation is for',
    description: 'Reads the link by its code, until it is used. Does not use it up.',
    tags,
    body: Data(InvitationCode),
    response: { 200: Data(OpenedInvitationResource), ...errorResponses(401, 429) },
  },
  accept: {
    operationId: 'AcceptInvitation',
    summary: 'Accept an invitation',
    description:
      'Sets the name and the password of a new person, by the code of the link; or the new password of a person whose password was reset. The code works once. Log in with them.',
    tags,
    body: Data(Acceptance),
    response: { 200: Data(PersonResource), ...errorResponses(401, 403, 409, 429) },
  },
  reset: {
    operationId: 'CreatePasswordReset',
    summary: 'Create a link that resets a password',
    description:
      'Returns a link for the person, once. The password and the sessions stay until it is used. A person who creates a link sends its own password, or has logged in within the last 5 minutes; a key needs neither.',
    tags,
    params: Type.Object({ person_id: Type.String({ format: 'uuid', description: 'Id of the person.' }) }),
    body: Data(PasswordReset),
    response: { 201: Data(PersonLinkResource), ...errorResponses(429) },
  },
}
