import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Access } from '../access/access.ts'
import { storeOfScope } from '../access/store.ts'
import { parseFormBody } from '../http/bodies/form-body.ts'
import type { Caller } from '../http/callers/caller.ts'
import type { Server } from '../http/server.ts'
import { AppError } from '../kernel/errors.ts'
import { logInCustomer } from '../store/customers/log-in.ts'
import type { WriteDeps } from '../store/kit/operations.ts'
import { missingField } from './hypermedia/fields.ts'
import { invalidField, MessageError } from './hypermedia/messages.ts'
import { mergeShoppers } from './merge-shoppers.ts'

export type TokenDeps = WriteDeps & { access: Access }

const schema = { hide: true }
const FORM = 'application/x-www-form-urlencoded'

/** Issues and revokes tokens: of an anonymous shopper (`PUBLIC`), or of a customer (`REGISTERED`). */
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
      const previous = await bearerCaller(deps, headers)
      return issueToken(deps, { fields: parseFields(body), address, previous })
    })
    scope.delete('/oauth2/tokens', { config: { access: 'public' }, schema }, async (request, reply) => {
      await revokeToken(deps, request)
      return reply.code(204).send()
    })
  })
}

type Fields = Readonly<Record<'grant_type' | 'role' | 'scope' | 'username' | 'password', string>>

function parseFields(body: unknown): Fields {
  const raw = (body ?? {}) as Record<string, string | string[] | undefined>
  const field = (name: string) => String(raw[name] ?? '').trim()
  return {
    grant_type: field('grant_type'),
    role: field('role').toUpperCase(),
    scope: field('scope').toLowerCase(),
    username: field('username'),
    password: String(raw.password ?? ''),
  }
}

type TokenRequest = { fields: Fields; address: string; previous: Caller | null }

/** A shopper who logs in keeps the cart of the previous, anonymous session. */
async function issueToken(deps: TokenDeps, { fields, address, previous }: TokenRequest) {
  validateFields(fields)
  const { role, scope, username: email, password } = fields
  const store = await storeOfScope(deps.db, scope)
  if (store === null || (role !== 'PUBLIC' && role !== 'REGISTERED')) throw unknownScopeOrRole()
  const session = await deps.access.openSession(store, address)
  const common = { token_type: 'bearer' as const, scope, role, roles: [role] }
  if (role === 'PUBLIC') return { ...session, ...common }
  const { organization_id, store_id } = store
  const { issue, failures } = deps.access
  const holder = await logInCustomer(
    { ...deps, issue, failures },
    { organization_id, store_id, email, password, address },
  )
  if (previous?.store_id === store_id && previous.customer_id === null) {
    const caller = { ...previous, customer_id: holder.customer_id }
    const shopper = { customer_id: holder.customer_id, account_id: null, channel: null, tag: null }
    // A minimal context, because no response is rendered with it.
    const base = { deps, owner: store, scope, files_base: '', caller, shopper, network_address: address }
    const context = { ...base, currency: null, locale: null, now: deps.clock(), searches: [], cache: new Map() }
    await mergeShoppers(context, previous.session_id)
  }
  const expires_in = Math.min(session.expires_in, holder.expires - Math.floor(deps.clock() / 1000))
  return { access_token: `${session.access_token}~${holder.token}`, expires_in, ...common }
}

function validateFields({ grant_type, role, scope, username, password }: Fields): void {
  const missing_fields = Object.entries({ grant_type, role, scope }).flatMap(([name, value]) =>
    value === '' ? [name] : [],
  )
  if (missing_fields.length > 0)
    throw new MessageError(
      'malformed_body',
      missing_fields.flatMap((name) => missingField(name).messages),
    )
  if (grant_type !== 'password')
    throw invalidField('grant_type', 'field.invalid.option.value', 'grant_type must be password.')
  const credentials = role === 'REGISTERED' ? Object.entries({ Username: username, Password: password }) : []
  const missing = credentials.filter(([, value]) => value === '').map(([name]) => name)
  if (missing.length === 0) return
  // Existing clients compare these sentences.
  const sentence = missing.length === 2 ? 'Username, password are missing.' : `${missing[0]} is missing.`
  throw invalidField(missing.join(', ').toLowerCase(), 'field.required', sentence)
}

function unknownScopeOrRole(): AppError {
  return new AppError('bad_credentials', [{ detail: 'Unknown scope or role.' }])
}

/** Idempotent: an invalid or expired token is not an error. */
async function revokeToken(deps: TokenDeps, { headers }: FastifyRequest): Promise<void> {
  const caller = await bearerCaller(deps, headers)
  if (caller?.role === 'shopper') await deps.access.endSession(caller.session_id)
}

/** The caller of the bearer token; null without a valid token. */
async function bearerCaller({ access }: TokenDeps, headers: IncomingHttpHeaders): Promise<Caller | null> {
  const token = /^bearer\s+(\S+)\s*$/i.exec(headers.authorization ?? '')?.[1]
  if (token === undefined) return null
  try {
    return await access.authenticate(token, {})
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}
