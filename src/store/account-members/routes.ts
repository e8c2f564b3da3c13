import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { inStore } from '../../http/callers/caller.ts'
import type { Server } from '../../http/server.ts'
import { notFound } from '../../kernel/errors.ts'
import { accountMembershipsOfMember } from '../account-memberships/account-membership.ts'
import { present } from '../kit/resource.ts'
import { type RouteDeps, resourceRoutes, schemasOf, sendList } from '../kit/routes.ts'
import { listRows, rowExists } from '../kit/store.ts'
import { accountMembers } from './account-member.ts'
import { withoutAccount } from './store.ts'

export function routes(server: Server, deps: RouteDeps): void {
  resourceRoutes(server, deps, accountMembershipsOfMember, ['list', 'get'])
  const config = { access: 'seller', area: 'customers' } as const
  server.get('/v2/account-memberships/unassigned-account-members', { config, schema: schemas.any }, (request) =>
    sendUnassigned(deps, request, null),
  )
  const path = '/v2/accounts/:account_id/account-memberships/unassigned-account-members'
  server.get(path, { config, schema: schemas.ofAccount }, async (request) => {
    const id = request.params.account_id.toLowerCase()
    if (!(await rowExists(deps.db, 'accounts', { owner_id: inStore(request.caller).store_id, id })))
      throw notFound('account')
    return sendUnassigned(deps, request, id)
  })
}

async function sendUnassigned(deps: RouteDeps, request: FastifyRequest, account_id: string | null) {
  const owner = inStore(request.caller)
  const listed = await sendList(deps, request, owner, {
    list: accountMembers.list,
    read: (page) => listRows(deps.db, accountMembers, { owner_id: owner.store_id }, page, withoutAccount(account_id)),
    show: (row) => present(accountMembers, row, deps.base_url),
  })
  return listed
}

const list = schemasOf(accountMembers).list

const schemas = {
  any: {
    ...list,
    operationId: 'ListUnassignedAccountMembers',
    summary: 'List the account members who belong to no account',
  },
  ofAccount: {
    ...list,
    operationId: 'ListUnassignedMembersOfAccount',
    summary: 'List the account members who do not belong to an account',
    params: Type.Object({ account_id: Type.String({ format: 'uuid', description: 'Id of the account.' }) }),
  },
}
