import { exchange } from '../exchange.ts'
import type { Attempt, Sent } from './attempt.ts'
import { FRESH } from './attempt.ts'

/** A response, whose text includes headers that may leak information. */
export type Reply = { status: number; text: string }

const TELLING = ['location', 'etag', 'content-disposition']

/** Sends a request as is, without following redirects. */
export async function ask(origin: string, token: string, { method, path, body, headers }: Sent): Promise<Reply> {
  const content = body === undefined ? {} : { body: JSON.stringify(body) }
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  const sent = { authorization: `Bearer ${token}`, ...type, ...headers }
  const response = await exchange(`${origin}${path}`, { method, headers: sent, ...content })
  const texts = TELLING.map((name) => response.headers.get(name) ?? '')
  return { status: response.status, text: [response.text, ...texts].join('\n') }
}

/** Values that must not leak: ids, and texts that only their owner's resources contain. */
export type Secrets = {
  ids: ReadonlySet<string>
  markers: readonly string[]
  /** Ids from requests, which the actor may read back from its own resources. */
  said: Set<string>
}

const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g

/** Secrets in a response that were not in its request. */
export function leaksIn({ text }: Reply, sent: Sent, { ids, markers, said: known }: Secrets): string[] {
  const request = `${decodeURIComponent(sent.path)} ${JSON.stringify(sent.body) ?? ''} ${JSON.stringify(sent.headers) ?? ''}`
  for (const [id] of request.matchAll(UUID)) known.add(id)
  const found = [...text.matchAll(UUID)].map(([id]) => id).filter((id) => ids.has(id) && !known.has(id))
  return [...new Set([...found, ...markers.filter((marker) => text.includes(marker))])].filter(
    (secret) => !request.includes(secret),
  )
}

const MOMENT = /\d{4}-\d\d-\d\dT[\d:.]+Z/g

/** A response without parts that differ between requests; for a success, only its status. */
export function comparable({ status, text }: Reply, { swapped }: Pick<Attempt, 'swapped'>): string {
  if (status < 300) return String(status)
  let plain = text
  for (const pair of swapped) for (const name of pair) plain = plain.replaceAll(name, '#')
  const whole = plain.replaceAll(UUID, '#').replaceAll(MOMENT, 'then').replaceAll(FRESH, '')
  return `${status} ${whole}`
}
