import createClient, { type Client } from 'openapi-fetch'
import type { paths } from '../generated/schema.ts'
import { API_BASE } from './base.ts'
import { lost, reached } from './connection.ts'
import { problemOf, unreachable } from './problem.ts'
import type { Session } from './session.ts'
import { rememberVersion, withVersion } from './versions.ts'

export type Api = Client<paths>

/**
 * API client of the logged-in person for a store; null means the organization. A call resolves only with success and
 * otherwise throws a Problem.
 */
export function openApi(session: Session, store_id: string | null): Api {
  return createClient<paths>({
    baseUrl: API_BASE,
    fetch: (request) => send(session, withVersion(withStore(request, store_id))),
    // Keeps `filter=eq(status,paid)` readable in logs.
    querySerializer: serializeQuery,
  })
}

/** Sends the request with the access token, and once more with a new token if the API rejects the first. */
async function send(session: Session, request: Request): Promise<Response> {
  const again = request.clone()
  const token = await session.token()
  const first = await attempt(request, token)
  if (first.status !== 401) return expectSuccess(first)
  const problem = await problemOf(first)
  // A wrong password, for example: a retry would count as another failure.
  if (problem.isOfCredentials) throw problem
  session.forget(token)
  return expectSuccess(await attempt(again, await session.token()))
}

/** Reads must see the latest change of this page for this long: the longest replication lag allowed on standbys. */
const MAX_LAG_MS = 10_000
let changed_at_ms = Number.NEGATIVE_INFINITY

async function attempt(request: Request, token: string): Promise<Response> {
  const isRead = request.method === 'GET'
  request.headers.set('Authorization', `Bearer ${token}`)
  if (isRead && performance.now() - changed_at_ms < MAX_LAG_MS) request.headers.set('Cache-Control', 'no-cache')
  try {
    const response = await fetch(request)
    reached()
    rememberVersion(request, response)
    return response
  } catch (error) {
    if (request.signal.aborted) throw error
    lost()
    throw unreachable()
  } finally {
    if (!isRead) changed_at_ms = performance.now()
  }
}

async function expectSuccess(response: Response): Promise<Response> {
  if (response.ok) return response
  throw await problemOf(response)
}

function withStore(request: Request, store_id: string | null): Request {
  if (store_id !== null) request.headers.set('X-Store-Id', store_id)
  return request
}

type QueryValue = string | number | boolean | readonly string[] | null | undefined

function serializeQuery(query: Record<string, unknown>): string {
  const pairs = Object.entries(query as Record<string, QueryValue>).flatMap(([name, value]) => {
    if (value === undefined || value === null || value === '') return []
    const values = Array.isArray(value) ? value : [value]
    return values.map((one) => `${name}=${encodeURIComponent(String(one))}`)
  })
  return pairs.join('&')
}
