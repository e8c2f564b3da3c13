import { errorResponses } from '../../http/error-response.ts'
import type { Server } from '../../http/server.ts'
import { accounts } from '../accounts/account.ts'
import { updateOne } from '../kit/operations.ts'
import { collectionOf, pathOfOne, type RouteDeps, schemasOf, sendOne, updateIn } from '../kit/routes.ts'
import { expectSelfManagement } from './own-user.ts'

/** Attributes of an account that its members may not change: all but the names. */
const RESERVED = Object.keys(accounts.attributes).filter((name) => name !== 'name' && name !== 'legal_name')

/** Routes to update accounts. Members may update only the names, if the store's settings let them. */
export function accountRoutes(server: Server, deps: RouteDeps): void {
  const config = { access: 'account', area: 'customers' } as const
  server.put(pathOfOne(accounts), { config, schema }, async (request, reply) => {
    const isSeller = request.caller.role === 'seller'
    if (!isSeller) await expectSelfManagement(deps.db, request.caller)
    const update = { ...updateIn(accounts, request), reserved: isSeller ? [] : RESERVED }
    const row = await updateOne(deps, accounts, collectionOf(accounts, request), update)
    return sendOne(deps, accounts, row, reply)
  })
}

const { update } = schemasOf(accounts)
const schema = {
  ...update,
  description: `${update.description} Members can change the names of their account while \`account_member_self_management\` of the settings is \`update_only\`.`,
  response: { ...update.response, ...errorResponses(403) },
}
