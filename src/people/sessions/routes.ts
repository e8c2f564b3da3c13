import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { Data } from '../../http/envelope.ts'
import { errorResponses } from '../../http/error-response.ts'
import type { Server } from '../../http/server.ts'
import { AppError, invalid } from '../../kernel/errors.ts'
import type { PeopleDeps } from '../deps.ts'
import { ownOf } from '../own/own.ts'
import { logInWithPasskey, startPasskeyLogIn } from '../passkeys/log-in.ts'
import { PasskeyOptions, passkeyOptions } from '../passkeys/passkey.ts'
import { partyOf } from '../passkeys/usable.ts'
import { peopleExist } from '../store.ts'
import { countLogIn } from '../telemetry.ts'
import { checkSite, refreshTokenOf, type SessionCookie, secondsUntil, sessionCookie, setCookie } from './cookie.ts'
import { currentSession } from './current.ts'
import { logOut } from './end.ts'
import { type LogIn, logInWithLink, logInWithPassword, logInWithSecondFactor } from './log-in.ts'
import { refreshSession } from './refresh.ts'
import {
  CurrentSession,
  isBegun,
  LogInMethods,
  presentStep,
  presentToken,
  SessionCreate,
  SessionStepResource,
  SessionTokenResource,
} from './session.ts'
import type { Begun, Client } from './start.ts'

const anyone = { access: 'public' } as const

/** Routes of log-in and log-out, with a refresh token in a cookie that only these routes receive. */
export function sessionRoutes(server: Server, deps: PeopleDeps): void {
  const cookie = sessionCookie(deps.base_url)

  server.post('/v2/sessions', { config: anyone, schema: schemas.create }, async (request, reply) => {
    checkSite(request.headers)
    const client = { address: request.clientAddress, user_agent: request.headers['user-agent'] ?? null }
    const logIn = await countLogIn(deps.telemetry, () => logInBy(deps, request.body.data, client))
    if (!isBegun(logIn)) return reply.code(202).send({ data: presentStep(logIn) })
    keepToken(reply, { deps, cookie, begun: logIn })
    return reply.code(201).send({ data: presentToken(logIn) })
  })

  server.post('/v2/sessions/passkey-options', { config: anyone, schema: schemas.passkey }, async () => {
    return { data: passkeyOptions(startPasskeyLogIn(deps)) }
  })

  server.post('/v2/sessions/refresh', { config: anyone, schema: schemas.refresh }, async (request, reply) => {
    const token = refreshTokenOf(cookie, request.headers)
    const begun = await refreshSession(deps, token).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'unauthenticated')
        reply.header('set-cookie', setCookie(cookie, null))
      throw error
    })
    keepToken(reply, { deps, cookie, begun })
    return { data: presentToken(begun) }
  })

  server.get('/v2/sessions/current', { config: { access: 'person' }, schema: schemas.get }, async ({ caller }) => {
    return { data: await currentSession(deps.db, ownOf(caller)) }
  })

  server.delete('/v2/sessions/current', { config: anyone, schema: schemas.end }, async (request, reply) => {
    await logOut(deps, refreshTokenOf(cookie, request.headers))
    return reply.code(204).header('set-cookie', setCookie(cookie, null)).send(null)
  })

  server.get('/v2/sessions/methods', { config: anyone, schema: schemas.methods }, async () => {
    const has_people = await peopleExist(deps.db)
    const oidc = await describeOidc(deps)
    const party = partyOf(deps)
    const passkeys = party.id === null ? { origin: null, reason: party.reason } : { origin: party.origin, reason: null }
    const data = { type: 'log_in_methods' as const, password: deps.password_log_in, oidc, passkeys, has_people }
    return { data }
  })
}

async function describeOidc({ oidc, base_url }: PeopleDeps) {
  if (oidc === null) return null
  const log_out_url = await oidc.provider.logOutUrl().catch(() => null)
  return { log_in_url: `${base_url}/sessions/oidc`, log_out_url }
}

type Kept = { deps: Pick<PeopleDeps, 'clock'>; cookie: SessionCookie; begun: Begun }

function keepToken(reply: FastifyReply, { deps, cookie, begun: { refresh_token, ends_at } }: Kept): void {
  if (refresh_token === null) return
  const seconds = secondsUntil(ends_at, deps.clock())
  reply.header('set-cookie', setCookie(cookie, { value: refresh_token, seconds }))
}

async function logInBy(deps: PeopleDeps, data: SessionCreate, client: Client): Promise<LogIn> {
  const { code, passkey, challenge, one_time_code, recovery_code, email, password, organization_id } = data
  if (challenge !== undefined && one_time_code !== undefined)
    return logInWithSecondFactor(deps, { challenge, one_time_code }, client)
  if (challenge !== undefined && recovery_code !== undefined)
    return logInWithSecondFactor(deps, { challenge, recovery_code }, client)
  if (challenge !== undefined) throw missing('one_time_code', 'data.one_time_code or data.recovery_code is required.')
  if (code !== undefined) return logInWithLink(deps, code, client)
  if (passkey !== undefined) return logInWithPasskey(deps, passkey, client)
  if (email === undefined) throw missing('email', 'data.email is required, or data.passkey, or data.code of a link.')
  if (password === undefined) throw missing('password', 'data.password is required.')
  return logInWithPassword(deps, { email, password, organization_id: organization_id?.toLowerCase() ?? null }, client)
}

function missing(name: string, detail: string): AppError {
  return invalid([{ detail, pointer: `/data/${name}` }])
}

const tags = ['Sessions']
const ForcesPreflight = Type.Object({
  'x-tidings-session': Type.Optional(
    Type.String({ description: 'Must be `1`. Pages of other origins cannot send it.', 'x-pattern': '^1$' }),
  ),
})
const COOKIE =
  'The refresh token is in a cookie that browsers keep from scripts and send to the routes of sessions only, for pages of the same origin.'

const schemas = {
  create: {
    operationId: 'CreateSession',
    summary: 'Log a person in',
    description: `With an e-mail address and a password, with a passkey, or with the code of a link. The response is 201 with an access token, or 202 with what is needed yet. ${COOKIE}`,
    tags,
    body: Data(SessionCreate),
    response: { 201: Data(SessionTokenResource), 202: Data(SessionStepResource), ...errorResponses(401, 403, 429) },
  },
  passkey: {
    operationId: 'StartPasskeyLogIn',
    summary: 'Get the options for logging in with a passkey',
    description: 'Send what the browser returns as `passkey` to log in.',
    tags,
    response: { 200: Data(PasskeyOptions), ...errorResponses(403) },
  },
  refresh: {
    operationId: 'RefreshSession',
    summary: 'Get the next access token of a session',
    description: `${COOKIE} Each is valid once: the response sets the next one. Using one again ends the session, except within 10 seconds, for two tabs that refresh at the same time.`,
    tags,
    headers: ForcesPreflight,
    response: { 200: Data(SessionTokenResource), ...errorResponses(401, 403) },
  },
  get: {
    operationId: 'GetSession',
    summary: 'Get the current session',
    description: 'The logged-in person, its permissions by store, and the end of the session.',
    tags,
    response: { 200: Data(CurrentSession) },
  },
  end: {
    operationId: 'EndSession',
    summary: 'Log out',
    description: `Ends the session of the cookie. Its access tokens stop working within 5 s.`,
    tags,
    headers: ForcesPreflight,
    response: { 204: Type.Null(), ...errorResponses(401, 403) },
  },
  methods: {
    operationId: 'GetLogInMethods',
    summary: 'Get the log-in methods',
    tags,
    response: { 200: Data(LogInMethods) },
  },
}
