import { Type } from 'typebox'
import { inStore } from '../../http/callers/caller.ts'
import type { Server } from '../../http/server.ts'
import { notFound } from '../../kernel/errors.ts'
import { ownerId } from '../../kernel/owner.ts'
import type { RouteDeps } from '../kit/routes.ts'
import { rowExists } from '../kit/store.ts'
import { authenticationRealms } from './authentication-realm.ts'

/** Routes for the OpenID Connect profiles of a realm, from which login pages show a button per profile. */
export function oidcProfileRoutes(server: Server, { db }: Pick<RouteDeps, 'db'>): void {
  // Clients use both names.
  for (const name of ['oidc-profiles', 'openid-connect-profiles'] as const)
    server.get(
      `/v2/authentication-realms/:authentication_realm_id/${name}`,
      { config: { access: 'shopper', area: 'settings' }, schema: { ...schema, hide: name !== 'oidc-profiles' } },
      async ({ caller, params }) => {
        const scope = { owner_id: ownerId(inStore(caller)), id: params.authentication_realm_id.toLowerCase() }
        const { table, singular } = authenticationRealms
        if (!(await rowExists(db, table, scope))) throw notFound(singular)
        return { data: [] }
      },
    )
}

const schema = {
  operationId: 'ListOidcProfiles',
  summary: 'List the OpenID Connect profiles of a realm',
  description: 'Always empty: customers and account members log in with passwords and one-time passwords.',
  tags: ['Authentication realms'],
  params: Type.Object({ authentication_realm_id: Type.String({ format: 'uuid' }) }),
  response: { 200: Type.Object({ data: Type.Array(Type.Object({}, { title: 'OidcProfile' }), { maxItems: 0 }) }) },
}
