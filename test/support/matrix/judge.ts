import { exchange } from '../exchange.ts'
import type { Attempt, Sent } from './attempt.ts'
import { FRESH } from './attempt.ts'

/** What was answered: its text holds the headers that may say something, too. */
export type Reply = { status: number; text: string }

const TELLING = ['location', 'etag', 'content-disposition']

/** Sends a request as it is; redirects are answers. */
export async function ask(origin: string, token: string, { method, path, body, headers }: Sent): Promise<Reply> {
  const content = body === undefined ? {} : { body: JSON.stringify(body) }
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  const sent = { authorization: `Bearer ${token}`, ...type, ...headers }
  const response = await exchange(`${origin}${path}`, { method, headers: sent, ...content })
  const said = TELLING.map((name) => response.headers.get(name) ?? '')
  return { status: response.status, text: [response.text, ...said].join('\n') }
}

/** What may not be told: ids, and texts that only their owner's things hold. */
export type Secrets = {
  ids: ReadonlySet<string>
  markers: readonly string[]
  /** Ids that were in requests: what somebody has stored of them, it may read again. */
  said: Set<string>
}

const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g

/** The secrets in a response that were not in its request. */
export function leaksIn({ text }: Reply, sent: Sent, { ids, markers, said: known }: Secrets): string[] {
  const said = `${decodeURIComponent(sent.path)} ${JSON.stringify(sent.body) ?? ''} ${JSON.stringify(sent.headers) ?? ''}`
  for (const [id] of said.matchAll(UUID)) known.add(id)
  const found = [...text.matchAll(UUID)].map(([id]) => id).filter((id) => ids.has(id) && !known.has(id))
  return [...new Set([...found, ...markers.filter((marker) => text.includes(marker))])].filter(
    (secret) => !said.includes(secret),
  )
}

const MOMENT = /\d{4}-\d\d-\d\dT[\d:.]+Z/g

/** A response without what differs from one request to the next; of one that succeeded, its status alone. */
export function comparable({ status, text }: Reply, { swapped }: Pick<Attempt, 'swapped'>): string {
  if (status < 300) return String(status)
  let plain = text
  for (const pair of swapped) for (const name of pair) plain = plain.replaceAll(name, '#')
  const whole = plain.replaceAll(UUID, '#').replaceAll(MOMENT, 'then').replaceAll(FRESH, '')
  return `${status} ${whole}`
}
