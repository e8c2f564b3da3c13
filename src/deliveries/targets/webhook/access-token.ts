import { LRUCache } from 'lru-cache'
import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  clientCredentialsGrantRequest,
  customFetch,
  processClientCredentialsResponse,
  ResponseBodyError,
} from 'oauth4webapi'
import { Agent, fetch } from 'undici'
import type { ClientCredentials } from '../../../integrations/kinds/webhook-authentication.ts'
import { isObject } from '../../../kernel/json/json.ts'
import type { Connector } from '../network/connector.ts'
import { endpointOf } from '../network/endpoint.ts'
import type { Identity } from '../network/identity.ts'
import { type NoResponse, noResponseOf, SHUTTING_DOWN } from '../network/no-response.ts'
import type { ClientCertificateUse } from '../network/tls-problems.ts'
import { type AccessToken, NOT_OAUTH, readToken } from './token-response.ts'

/** Cache of the access token of one webhook. Concurrent attempts share one request for a new token. */
export type AccessTokens = {
  /** `now` is in milliseconds since the epoch. Never rejects. */
  get(now: number): Promise<AccessToken | NoResponse>
  /** Invalidates a token that the receiver rejected. */
  drop(token: AccessToken): void
}

/** Requests tokens over guarded connections. */
export type TokenClient = {
  /** Connects to the token endpoint with the identity of the webhook, since tokens may be bound to a certificate (RFC 8705). */
  tokensOf(credentials: ClientCredentials, identity: Identity | undefined): AccessTokens
  close(): Promise<void>
}

/** Maximum size of a response of a token endpoint, in bytes. */
const MAX_RESPONSE = 65_536

const MAX_AGENTS = 100

export function tokenClient(connector: Connector, timeout_ms: number): TokenClient {
  const closing = new Set<Promise<void>>()
  const agents = new LRUCache<string, Agent>({ max: MAX_AGENTS, dispose: (agent) => retire(agent) })
  let closed: Promise<unknown> | null = null

  function retire(agent: Agent): void {
    const retired = agent.close().finally(() => closing.delete(retired))
    closing.add(retired)
  }

  function agentOf(identity: Identity | undefined): Agent {
    const id = identity?.id ?? ''
    const agent = agents.get(id) ?? openAgent(connector, identity, timeout_ms)
    agents.set(id, agent)
    return agent
  }

  return {
    tokensOf: (credentials, identity) => {
      const use = identity?.client_certificate === undefined ? 'none' : 'sent'
      return accessTokens(async (now) => {
        if (closed !== null) return SHUTTING_DOWN
        return request({ agent: agentOf(identity), use, timeout_ms }, credentials, now)
      })
    },
    async close() {
      agents.clear()
      closed ??= Promise.all(closing)
      await closed
    },
  }
}

function openAgent(connector: Connector, identity: Identity | undefined, timeout_ms: number): Agent {
  return new Agent({
    connect: ({ hostname, port, protocol }, callback) =>
      connector.connect({ hostname, port, protocol, identity }, callback),
    headersTimeout: timeout_ms,
    bodyTimeout: timeout_ms,
    maxResponseSize: MAX_RESPONSE,
  })
}

function accessTokens(request: (now: number) => Promise<AccessToken | NoResponse>): AccessTokens {
  let current: AccessToken | null = null
  let requested: Promise<AccessToken | NoResponse> | null = null
  return {
    async get(now) {
      if (current !== null && now < current.expires_at) return current
      requested ??= request(now).finally(() => {
        requested = null
      })
      const result = await requested
      if ('value' in result) current = result
      return result
    },
    drop(token) {
      if (current?.value === token.value) current = null
    },
  }
}

/** Agent for the token endpoint, and the timeout of a request. */
type Connections = { agent: Agent; use: ClientCertificateUse; timeout_ms: number }

async function request(
  { agent, use, timeout_ms }: Connections,
  { token_url, client_id, client_secret, scope, audience, client_authentication }: ClientCredentials,
  now: number,
): Promise<AccessToken | NoResponse> {
  const server = { issuer: new URL(token_url).origin, token_endpoint: token_url }
  const client = { client_id }
  const authentication = client_authentication === 'body' ? ClientSecretPost : ClientSecretBasic
  const parameters = { ...(scope !== undefined && { scope }), ...(audience !== undefined && { audience }) }
  try {
    const response = await clientCredentialsGrantRequest(server, client, authentication(client_secret), parameters, {
      signal: AbortSignal.timeout(timeout_ms),
      // TLS is the owner's choice, as for the webhook itself.
      [allowInsecureRequests]: true,
      [customFetch]: (url, options) => fetch(url, { ...options, dispatcher: agent } as object) as never,
    })
    if (!response.ok) await processClientCredentialsResponse(server, client, response)
    const token = readToken(await response.text(), now)
    if ('value' in token) return token
    return {
      reason: 'access-token',
      detail: unlikeOAuth(endpointOf(new URL(token_url)), response.status, token.problem),
    }
  } catch (error) {
    return failureOf(error, endpointOf(new URL(token_url)), { use, timeout_ms })
  }
}

function failureOf(
  error: unknown,
  endpoint: string,
  { use, timeout_ms }: Pick<Connections, 'use' | 'timeout_ms'>,
): NoResponse {
  const failed = `No access token from ${endpoint}`
  if (error instanceof ResponseBodyError) {
    const { status, error: code, error_description } = error
    const description = error_description === undefined ? '' : `: ${error_description.slice(0, 200)}`
    return {
      reason: 'access-token',
      detail: `${failed}: it responded ${status} (${code})${description}${remedyOf(code)}`,
    }
  }
  if (!(error instanceof Error)) return { reason: 'access-token', detail: failed }
  if (error.name === 'TimeoutError') {
    return { reason: 'access-token', detail: `${failed}: no response within ${timeout_ms / 1_000} seconds` }
  }
  const status = statusOf(error.cause)
  if (status !== null) return { reason: 'access-token', detail: unlikeOAuth(endpoint, status, NOT_OAUTH) }
  if (error.cause instanceof Error) {
    const { detail } = noResponseOf(error.cause, endpoint, use)
    return { reason: 'access-token', detail: `${failed}: ${detail}` }
  }
  return { reason: 'access-token', detail: `${failed}: ${error.message}` }
}

function unlikeOAuth(endpoint: string, status: number, problem: string): string {
  const remedy = status < 500 && problem === NOT_OAUTH ? '; check token_url' : ''
  return `No access token from ${endpoint}: it responded ${status}, ${problem}${remedy}`
}

function remedyOf(code: string): string {
  const members = MEMBERS[code]
  return members === undefined ? '' : `; check ${members}`
}

/** Members of the configuration to check, by the error codes of RFC 6749, section 5.2. */
const MEMBERS: Readonly<Record<string, string>> = {
  invalid_client: 'client_id, client_secret and client_authentication',
  unauthorized_client: 'client_id, and what the client is permitted',
  invalid_scope: 'scope and audience',
}

/** Status of a response that the client could not parse. */
function statusOf(cause: unknown): number | null {
  const response = isObject(cause) && isObject(cause.response) ? cause.response : cause
  return isObject(response) && typeof response.status === 'number' ? response.status : null
}
