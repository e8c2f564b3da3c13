import type { FastifyRequest } from 'fastify'
import type { Access } from '../../access/access.ts'
import { inStore } from '../../http/callers/caller.ts'
import { errorResponses } from '../../http/error-response.ts'
import type { Server } from '../../http/server.ts'
import { listSome, type Update, updateOne } from '../kit/operations.ts'
import {
  collectionOf,
  idIn,
  pathOf,
  pathOfOne,
  type RouteDeps,
  schemasOf,
  sendOne,
  sendRows,
  updateIn,
} from '../kit/routes.ts'
import { accountRoutes } from './account-routes.ts'
import { guardNewName, membersOf } from './guard-new-name.ts'
import { memberRoutes } from './member-routes.ts'
import { oidcProfileRoutes } from './oidc-profiles.ts'
import { expectOwnUser } from './own-user.ts'
import { passwordProfileInfo } from './password-profile-info.ts'
import { resetPassword } from './reset-password.ts'
import { routes as settingsRoutes } from './settings/routes.ts'
import { userAuthenticationInfo } from './user-authentication-info.ts'

const config = { access: 'shopper', area: 'customers' } as const

export function routes(server: Server, deps: RouteDeps & Pick<Access, 'failures'>): void {
  settingsRoutes(server, deps)
  memberRoutes(server, deps)
  accountRoutes(server, deps)
  oidcProfileRoutes(server, deps)

  server.put(pathOfOne(userAuthenticationInfo), { config, schema: schemas.user }, async (request, reply) => {
    await expectOwnUser(deps.db, request.caller, idIn(userAuthenticationInfo, request))
    const collection = collectionOf(userAuthenticationInfo, request)
    const update = updateIn(userAuthenticationInfo, request)
    const named = { resource: userAuthenticationInfo, member: 'email', scope: scopeOf(request) } as const
    const row = await guardNewName(deps, request, update, named, () =>
      updateOne(deps, userAuthenticationInfo, collection, update),
    )
    return sendOne(deps, userAuthenticationInfo, row, reply)
  })

  server.get(pathOf(passwordProfileInfo), { config, schema: schemas.signIns }, async (request) => {
    await expectOwnUser(deps.db, request.caller, idIn(userAuthenticationInfo, request))
    const collection = collectionOf(passwordProfileInfo, request)
    return sendRows(deps, request, passwordProfileInfo, (page) => listSome(deps, passwordProfileInfo, collection, page))
  })

  server.put(pathOfOne(passwordProfileInfo), { config, schema: schemas.signIn }, async (request, reply) => {
    const collection = collectionOf(passwordProfileInfo, request)
    const update = updateIn(passwordProfileInfo, request)
    const isReset = request.caller.role === 'shopper' && !isOfMember(request, update)
    if (!isReset) await expectOwnUser(deps.db, request.caller, idIn(userAuthenticationInfo, request))
    const named = { resource: passwordProfileInfo, member: 'username', scope: scopeOf(request) } as const
    const row = isReset
      ? await resetPassword(deps, collection, update)
      : await guardNewName(deps, request, update, named, () => updateOne(deps, passwordProfileInfo, collection, update))
    return sendOne(deps, passwordProfileInfo, row, reply)
  })
}

/** Same scope as registrations of members. */
function scopeOf({ caller }: FastifyRequest): string {
  return membersOf(inStore(caller).store_id)
}

/** A logged-in member needs no one-time password. */
function isOfMember({ caller }: FastifyRequest, { sent }: Update): boolean {
  return caller.account_member_id !== null && sent.one_time_password_token === undefined
}

const OWN =
  ' Members can do so with their own, while `account_member_self_management` of the settings is `update_only`.'

const kit = { user: schemasOf(userAuthenticationInfo), signIn: schemasOf(passwordProfileInfo) }

const schemas = {
  user: { ...kit.user.update, description: `${kit.user.update.description}${OWN}` },
  signIns: { ...kit.signIn.list, description: OWN.trim() },
  signIn: {
    ...kit.signIn.update,
    description: `${kit.signIn.update.description} Shoppers can set the password with a one-time password that was sent for \`reset_password\`.${OWN} Existing tokens stop working within 5 s.`,
    response: { ...kit.signIn.update.response, ...errorResponses(401) },
  },
}
