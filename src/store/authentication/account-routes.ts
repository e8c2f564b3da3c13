import { ifMatch } from '../../http/envelope.ts'
import { errorResponses } from '../../http/error-response.ts'
import type { Server } from '../../http/server.ts'
import { AppError } from '../../kernel/errors.ts'
import { accounts } from '../accounts/account.ts'
import { updateOne } from '../kit/operations.ts'
import { collectionOf, idIn, pathOfOne, type RouteDeps, schemasOf, sendOne, sentIn } from '../kit/routes.ts'
import { expectSelfManagement } from './own-user.ts'

/** What a member may send of its account: the names, and the type and id that the account is shown with. */
const OF_MEMBERS = ['type', 'id', 'name', 'legal_name']

/** The update of accounts: by sellers, and of its names by a member where the settings of the store let members change their own. */
export function accountRoutes(server: Server, deps: RouteDeps): void {
  const config = { access: 'account', area: 'customers' } as const
  server.put(pathOfOne(accounts), { config, schema }, async (request, reply) => {
    const sent = sentIn(accounts, request)
    if (request.caller.role !== 'seller') {
      await expectSelfManagement(deps.db, request.caller)
      refuseOthers(sent)
    }
    const update = { id: idIn(accounts, request), sent, expected_version: ifMatch(request.headers['if-match']) }
    const row = await updateOne(deps, accounts, collectionOf(accounts, request), update)
    return sendOne(deps, accounts, row, reply)
  })
}

function refuseOthers(sent: Record<string, unknown>): void {
  const others = Object.keys(sent).filter((name) => !OF_MEMBERS.includes(name))
  const problems = others.map((name) => ({ detail: `Only a seller can set ${name}.`, pointer: `/data/${name}` }))
  if (problems.length > 0) throw new AppError('forbidden', problems)
}

const { update } = schemasOf(accounts)
const schema = {
  ...update,
  description: `${update.description} Members can change the names of their account while \`account_member_self_management\` of the settings is \`update_only\`.`,
  response: { ...update.response, ...errorResponses(403) },
}
