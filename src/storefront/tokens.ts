import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Access } from '../access/access.ts'
import { storeOfScope } from '../access/store.ts'
import { parseFormBody } from '../http/bodies/form-body.ts'
import type { Caller } from '../http/caller.ts'
import type { Server } from '../http/server.ts'
import { AppError } from '../kernel/errors.ts'
import { logInCustomer } from '../store/customers/log-in.ts'
import type { StoreDeps } from '../store/kit/work.ts'
import { mergeShoppers } from './carts/merge.ts'
import { Refusal } from './hypermedia/messages.ts'
import type { Message } from './hypermedia/resource.ts'

export type TokenDeps = StoreDeps & { access: Access }

const schema = { hide: true }
const FORM = 'application/x-www-form-urlencoded'

/** Tokens for shoppers: nobody's (`PUBLIC`), or a customer's who has logged in (`REGISTERED`). */
export function tokenRoutes(server: Server, deps: TokenDeps): void {
  server.register(async (scope: Server) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser<string>(
      FORM,
      { parseAs: 'string', bodyLimit: 16_384 },
      async (_: unknown, body: string) => parseFormBody(body),
    )
    const options = { config: { access: 'public' as const }, schema: { ...schema, consumes: [FORM] } }
    scope.post('/oauth2/tokens', options, async ({ body, clientAddress: address, headers }) => {
      const former = await callerOf(deps, headers)
      return giveToken(deps, { fields: fieldsOf(body), address, former })
    })
    scope.delete('/oauth2/tokens', { config: { access: 'public' }, schema }, async (request, reply) => {
      await endToken(deps, request)
      return reply.code(204).send()
    })
  })
}

type Fields = Readonly<Record<'grant_type' | 'role' | 'scope' | 'username' | 'password', string>>

function fieldsOf(body: unknown): Fields {
  const sent = (body ?? {}) as Record<string, string | string[] | undefined>
  const field = (name: string) => String(sent[name] ?? '').trim()
  return {
    grant_type: field('grant_type'),
    role: field('role').toUpperCase(),
    scope: field('scope').toLowerCase(),
    username: field('username'),
    password: String(sent.password ?? ''),
  }
}

type Asked = { fields: Fields; address: string; former: Caller | null }

/** Who was nobody before and logs in now keeps its cart. */
async function giveToken(deps: TokenDeps, { fields, address, former }: Asked) {
  refuseBlank(fields)
  const { role, scope, username: email, password } = fields
  const store = await storeOfScope(deps.db, scope)
  if (store === null || (role !== 'PUBLIC' && role !== 'REGISTERED')) throw unknown()
  const session = await deps.access.openSession(store, address)
  const common = { token_type: 'bearer' as const, scope, role, roles: [role] }
  if (role === 'PUBLIC') return { ...session, ...common }
  const { store_id } = store
  const { issue, failures } = deps.access
  const holder = await logInCustomer({ ...deps, issue, failures }, { store_id, email, password, address })
  if (former?.store_id === store_id && former.customer_id === null) {
    const caller = { ...former, customer_id: holder.customer_id }
    const shopper = { customer_id: holder.customer_id, account_id: null, channel: null, tag: null }
    const whose = { deps, owner: store, scope, caller, shopper, network_address: address }
    const shop = { ...whose, currency: null, locale: null, now: deps.clock(), loaded: new Map() }
    await mergeShoppers(shop, former.session_id)
  }
  const expires_in = Math.min(session.expires_in, holder.expires - Math.floor(deps.clock() / 1000))
  return { access_token: `${session.access_token}~${holder.token}`, expires_in, ...common }
}

function refuseBlank({ grant_type, role, scope, username, password }: Fields): void {
  const blank = Object.entries({ grant_type, role, scope }).flatMap(([name, value]) => (value === '' ? [name] : []))
  if (blank.length > 0)
    throw new Refusal(
      'malformed_body',
      blank.map((name) => required(name, `${name} is missing.`)),
    )
  if (grant_type !== 'password') {
    const message = { ...required('grant_type', 'grant_type must be password.'), id: 'field.invalid.option.value' }
    throw new Refusal('malformed_body', [message])
  }
  const names = role === 'REGISTERED' ? Object.entries({ Username: username, Password: password }) : []
  const missing = names.filter(([, value]) => value === '').map(([name]) => name)
  if (missing.length === 0) return
  // Clients know these sentences.
  const sentence = missing.length === 2 ? 'Username, password are missing.' : `${missing[0]} is missing.`
  throw new Refusal('malformed_body', [required(missing.join(', ').toLowerCase(), sentence)])
}

function required(field: string, text: string): Message {
  return { type: 'error', id: 'field.required', 'debug-message': text, data: { 'field-name': field } }
}

function unknown(): AppError {
  return new AppError('bad_credentials', [{ detail: 'There is no such scope or role.' }])
}

/** A token that is none, or has ended, is no mistake: whoever gives it back wants to be without it. */
async function endToken(deps: TokenDeps, { headers }: FastifyRequest): Promise<void> {
  const caller = await callerOf(deps, headers)
  if (caller?.role === 'shopper') await deps.access.endSession(caller.session_id)
}

/** Whose token is sent along; null without one that is good. */
async function callerOf({ access }: TokenDeps, headers: IncomingHttpHeaders): Promise<Caller | null> {
  const token = /^bearer\s+(\S+)\s*$/i.exec(headers.authorization ?? '')?.[1]
  if (token === undefined) return null
  try {
    return await access.authenticate(token, {})
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}
