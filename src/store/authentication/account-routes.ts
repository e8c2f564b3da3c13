import { ifMatch } from '../../http/envelope.ts'
import { errorResponses } from '../../http/error-response.ts'
import type { Server } from '../../http/server.ts'
import { accounts } from '../accounts/account.ts'
import { updateOne } from '../kit/operations.ts'
import {
  collectionOf,
  idIn,
  pathOfOne,
  type RouteDeps,
  refuseToSet,
  schemasOf,
  sendOne,
  sentIn,
} from '../kit/routes.ts'
import { expectSelfManagement } from './own-user.ts'

/** Members of an account that its own members may send: the names, and the type and id that it is shown with. */
const OF_MEMBERS = ['type', 'id', 'name', 'legal_name']

/** The update of accounts: by sellers, and of its names by a member where the settings of the store let members change their own. */
export function accountRoutes(server: Server, deps: RouteDeps): void {
  const config = { access: 'account', area: 'customers' } as const
  server.put(pathOfOne(accounts), { config, schema }, async (request, reply) => {
    const sent = sentIn(accounts, request)
    if (request.caller.role !== 'seller') {
      await expectSelfManagement(deps.db, request.caller)
      refuseToSet(
        accounts,
        Object.keys(sent).filter((name) => !OF_MEMBERS.includes(name)),
      )
    }
    const update = { id: idIn(accounts, request), sent, expected_version: ifMatch(request.headers['if-match']) }
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
