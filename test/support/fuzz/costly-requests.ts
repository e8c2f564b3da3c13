import type { Client } from '../app.ts'
import { expectStatus } from '../store/shop.ts'
import { hostileDefinitions, hostileEntries, hostileFields } from './hostile-entries.ts'
import { hostileIntegrations, hostilePublishes } from './hostile-events.ts'
import type { Method } from './operations.ts'
import type { Request } from './requests.ts'

/** Events for integrations with costly filters, and entries with costly patterns. */
export async function* costlyRequests(seller: Client): AsyncGenerator<Request> {
  yield* events(seller)
  yield* entries(seller)
}

async function* events(seller: Client): AsyncGenerator<Request> {
  const made: string[] = []
  for (const integration of hostileIntegrations())
    made.push(expectStatus(await seller.post('/v2/integrations', integration), 201).body.data.id)
  for (const body of hostilePublishes()) yield request('PublishEvents', 'POST', '/v2/events', body)
  for (const query of EVENT_QUERIES) yield request('ListEvents', 'GET', `/v2/events?${query}`)
  for (const id of made) expectStatus(await seller.delete(`/v2/integrations/${id}`), 200)
}

const EVENT_QUERIES = [
  'page[limit]=100',
  'page[limit]=2',
  'page[limit]=2&page[offset]=8',
  'filter=eq(resource_id,1):ge(created_at,2026-01-01)',
]

async function* entries(seller: Client): AsyncGenerator<Request> {
  const apis = '/v2/settings/extensions/custom-apis'
  const data = { name: 'Hostile', slug: `hostile${Date.now()}`, api_type: 'hostile_ext' }
  const { id } = expectStatus(await seller.post(apis, { data: { type: 'custom_api', ...data } }), 201).body.data
  const one = `${apis}/${id}`
  const fields = `${one}/fields`
  const bodyOf = (field: object) => ({ data: { type: 'custom_field', name: 'Hostile', ...field } })
  for (const field of hostileDefinitions())
    yield request('CreateCustomField', 'POST', fields, JSON.stringify(bodyOf(field)))
  for (const { id: field } of (await seller.get(`${fields}?page[limit]=100`)).body.data)
    expectStatus(await seller.delete(`${fields}/${field}`), 200)
  for (const field of hostileFields()) expectStatus(await seller.post(fields, bodyOf(field)), 201)
  const entry = expectStatus(await seller.post(`${one}/entries`, { data: {} }), 201).body.data
  for (const body of hostileEntries()) {
    yield request('CreateCustomAPIEntryById', 'POST', `${one}/entries`, body)
    yield request('UpdateCustomAPIEntryById', 'PUT', `${one}/entries/${entry.id}`, body)
  }
  for (const query of ENTRY_QUERIES) yield request('ListCustomAPIEntriesById', 'GET', `${one}/entries?${query}`)
  expectStatus(await seller.delete(one), 200)
}

const ENTRY_QUERIES = [
  'page[limit]=100',
  'filter=like(unique0,*a*)&sort=-number0',
  'filter=contains_any(list0,o1)&sort=date0',
  'filter=eq(any0,1)',
]

function request(operation: string, method: Method, path: string, body: string | null = null): Request {
  const headers: Record<string, string> = body === null ? {} : { 'content-type': 'application/json' }
  return { operation, method, path, token: 'seller', headers, body }
}
