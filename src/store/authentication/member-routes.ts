import { ifMatch } from '../../http/envelope.ts'
import type { Server } from '../../http/server.ts'
import { accountMembers } from '../account-members/account-member.ts'
import { addressOfRow } from '../kit/resource.ts'
import {
  collectionOf,
  idIn,
  pathOf,
  pathOfOne,
  type RouteDeps,
  schemasOf,
  sendOne,
  sentIn,
  updateIn,
} from '../kit/routes.ts'
import { change } from '../kit/work.ts'
import { createMember, removeMember, updateMember } from './members.ts'

const config = { access: 'seller', area: 'customers' } as const
const schemas = schemasOf(accountMembers)
const USER =
  ' The user of the same id in the account realm is created, changed and deleted with it, with its own event.'

/** Routes that write account members, each of whom is a user of the account realm. */
export function memberRoutes(server: Server, deps: RouteDeps): void {
  server.post(pathOf(accountMembers), { config, schema: described(schemas.create) }, async (request, reply) => {
    const { owner } = collectionOf(accountMembers, request)
    const row = await change(deps, owner, (work) => createMember(work, sentIn(accountMembers, request)))
    reply.code(201).header('location', addressOfRow(accountMembers, row, deps.base_url))
    return sendOne(deps, accountMembers, row, reply)
  })

  server.put(pathOfOne(accountMembers), { config, schema: described(schemas.update) }, async (request, reply) => {
    const { owner } = collectionOf(accountMembers, request)
    const update = updateIn(accountMembers, request)
    return sendOne(deps, accountMembers, await change(deps, owner, (work) => updateMember(work, update)), reply)
  })

  server.delete(pathOfOne(accountMembers), { config, schema: described(schemas.remove) }, async (request) => {
    const { owner } = collectionOf(accountMembers, request)
    const id = idIn(accountMembers, request)
    const expected_version = ifMatch(request.headers['if-match'])
    await change(deps, owner, (work) => removeMember(work, { id, expected_version }))
    return { data: { type: accountMembers.type, id } }
  })
}

function described<Schema extends { description?: string }>(schema: Schema): Schema {
  return { ...schema, description: `${schema.description ?? ''}${USER}`.trim() }
}
