import { ifMatch } from '../../http/envelope.ts'
import { errorResponses } from '../../http/error-response.ts'
import type { Server } from '../../http/server.ts'
import { updateOne } from '../kit/operations.ts'
import { collectionOf, idIn, pathOfOne, type RouteDeps, schemasOf, sendOne, sentIn } from '../kit/routes.ts'
import { memberRoutes } from './member-routes.ts'
import { oidcProfileRoutes } from './oidc-profiles.ts'
import { passwordProfileInfo } from './password-profile-info.ts'
import { resetPassword } from './reset-password.ts'
import { routes as settingsRoutes } from './settings/routes.ts'

const update = schemasOf(passwordProfileInfo).update
const schema = {
  ...update,
  description: `${update.description} Shoppers can set the password with a one-time password that was sent for \`reset_password\`. Existing tokens stop working within 5 s.`,
  response: { ...update.response, ...errorResponses(401) },
}

export function routes(server: Server, deps: RouteDeps): void {
  settingsRoutes(server, deps)
  memberRoutes(server, deps)
  oidcProfileRoutes(server, deps)
  server.put(
    pathOfOne(passwordProfileInfo),
    { config: { access: 'shopper', area: 'customers' }, schema },
    async (request, reply) => {
      const collection = collectionOf(passwordProfileInfo, request)
      const expected_version = ifMatch(request.headers['if-match'])
      const sent = {
        id: idIn(passwordProfileInfo, request),
        sent: sentIn(passwordProfileInfo, request),
        expected_version,
      }
      const isSeller = request.caller.role === 'seller'
      const row = isSeller
        ? await updateOne(deps, passwordProfileInfo, collection, sent)
        : await resetPassword(deps, collection, sent)
      return sendOne(deps, passwordProfileInfo, row, reply)
    },
  )
}
