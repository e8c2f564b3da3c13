import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { inStore } from '../../../http/callers/caller.ts'
import { Data, etag, IfMatch, ifMatch } from '../../../http/envelope.ts'
import { errorResponses } from '../../../http/error-response.ts'
import type { Server } from '../../../http/server.ts'
import { ImpliedType, Links, ToOne } from '../../../kernel/schemas.ts'
import { checkVersion } from '../../../kernel/version.ts'
import { attributesIn } from '../../kit/operations.ts'
import { rejectOtherRelationships } from '../../kit/relationships.ts'
import { present } from '../../kit/resource.ts'
import type { RouteDeps } from '../../kit/routes.ts'
import { save } from '../../kit/rows.ts'
import { change, type Work } from '../../kit/work.ts'
import { type Realm, realmOf } from '../realms-of-store.ts'
import { type AccountSettings, accountSettings, lockAccountSettings, readAccountSettings } from './account-settings.ts'

const CUSTOMER = '/v2/settings/customer-authentication'
const ACCOUNT = '/v2/settings/account-authentication'
const config = { access: 'seller', area: 'settings' } as const

/** Routes by which clients find the two realms of a store. */
export function routes(server: Server, deps: RouteDeps): void {
  for (const [method, schema] of [
    ['GET', schemas.getCustomer],
    ['PUT', schemas.updateCustomer],
  ] as const)
    server.route({
      method,
      url: CUSTOMER,
      config,
      schema,
      handler: async ({ caller, body }) => {
        const owner = inStore(caller)
        const realm = await change(deps, owner, (work) => realmOf(work, 'customer'))
        refuseOtherRealm(body, realm)
        return { data: presentCustomerSettings(realm, owner.store_id, deps.base_url) }
      },
    })

  // Open to shoppers, since login pages need the password profile.
  server.get(
    ACCOUNT,
    { config: { ...config, access: 'shopper' }, schema: schemas.getAccount },
    async ({ caller }, reply) =>
      change(deps, inStore(caller), async (work) => sendAccount(work, await readAccountSettings(work), reply)),
  )

  server.put(ACCOUNT, { config, schema: schemas.updateAccount }, async ({ caller, headers, body }, reply) =>
    change(deps, inStore(caller), async (work) => {
      const before = await lockAccountSettings(work)
      checkVersion(accountSettings.singular, before.version, ifMatch(headers['if-match']))
      refuseOtherRealm(body, await realmOf(work, 'account'))
      const changes = attributesIn(accountSettings, (body as { data: Record<string, unknown> }).data)
      return sendAccount(work, await save(work, accountSettings, before, changes), reply)
    }),
  )
}

async function sendAccount(work: Work, settings: AccountSettings, reply: FastifyReply) {
  const shown = present(accountSettings, settings, work.base_url)
  reply.header('etag', etag(settings.version))
  return { data: { ...shown, relationships: relationshipsOf(await realmOf(work, 'account')) } }
}

function presentCustomerSettings(realm: Realm, id: string, base_url: string) {
  const links = { self: `${base_url}/settings/customer-authentication` }
  return { type: 'customer_authentication_settings' as const, id, links, relationships: relationshipsOf(realm) }
}

/** Throws `invalid` if the body names another realm than the store's, which cannot change. */
function refuseOtherRealm(body: unknown, realm: Realm): void {
  const { data } = (body ?? {}) as { data?: { relationships?: unknown } }
  rejectOtherRelationships(data?.relationships, [relationshipsOf(realm)])
}

/** Clients read either name. */
function relationshipsOf({ id }: Realm) {
  const data = { type: 'authentication-realm' as const, id }
  return { 'authentication-realm': { data }, authentication_realm: { data } }
}

const Relationships = Type.Object({
  'authentication-realm': ToOne('authentication-realm'),
  authentication_realm: ToOne('authentication-realm'),
})

const CustomerSettings = Type.Object(
  {
    type: Type.Literal('customer_authentication_settings'),
    id: Type.String({ format: 'uuid' }),
    links: Links,
    relationships: Relationships,
  },
  { $id: 'CustomerAuthenticationSettings' },
)

const AccountSettingsSchema = Type.Object(
  { ...accountSettings.schemas.resource.properties, relationships: Relationships },
  { $id: 'AccountAuthenticationSettings' },
)

const tags = ['Authentication realms']

const schemas = {
  getCustomer: {
    operationId: 'GetCustomerAuthenticationSettings',
    summary: 'Get the authentication realm of the customers',
    tags,
    response: { 200: Data(CustomerSettings) },
  },
  updateCustomer: {
    operationId: 'UpdateCustomerAuthenticationSettings',
    summary: 'Update the authentication settings of the customers',
    description: 'Accepts the settings unchanged: none of them can be changed.',
    tags,
    body: Data(Type.Object({ type: ImpliedType('customer_authentication_settings') })),
    response: { 200: Data(CustomerSettings) },
  },
  getAccount: {
    operationId: 'GetAccountAuthenticationSettings',
    summary: 'Get the authentication settings of account members, and their authentication realm',
    tags,
    response: { 200: Data(AccountSettingsSchema) },
  },
  updateAccount: {
    operationId: 'UpdateAccountAuthenticationSettings',
    summary: 'Update the authentication settings of account members',
    description: 'Attributes left out keep their values.',
    tags,
    headers: IfMatch,
    body: Data(accountSettings.schemas.update),
    response: { 200: Data(AccountSettingsSchema), ...errorResponses(409) },
  },
}
