import { type Database, query } from '../../../src/db/database.ts'
import { newId } from '../../../src/db/new-id.ts'
import type { AnyResource } from '../../../src/store/kit/resource.ts'
import { type Client, eventually } from '../app.ts'

export type Made = { id: string; type: string; attributes: Record<string, unknown>; meta: Record<string, unknown> }

/** Creates a resource and returns it; throws any other response. `path` follows `/v2`. */
export async function make(
  client: Client,
  path: string,
  type: string,
  attributes: Record<string, unknown>,
): Promise<Made> {
  const { status, body } = await client.post(`/v2${path}`, { data: { type, attributes } })
  if (status !== 201) throw new Error(`Nothing was created at ${path}: ${status} ${JSON.stringify(body)}`)
  return body.data
}

export function change(client: Client, path: string, type: string, attributes: Record<string, unknown>) {
  return client.put(`/v2${path}`, { data: { type, attributes } })
}

/** Inserts a product draft with only an id and a SKU; returns the id. */
export async function insertProduct(db: Database, owner_id: string, id = newId(Date.now())): Promise<string> {
  const values = `'[]', '{}', '{}', null, 0, null, '{}', ''`
  await query(
    db,
    `insert into products select $1, $2, 1, now(), $3, 'Lamp', '', '', 'draft', 'physical', '', ${values}`,
    [owner_id, id, id],
  )
  return id
}

export type Assortment = { hierarchy: string; node: string; book: string; catalog: string; skus: Map<string, string> }

/** Prices of a SKU, in US cents or by currency. */
type Priced = Record<string, number | Record<string, unknown>>

/** Creates a catalog of one hierarchy with one node, one price book, and a live product for each SKU. */
export async function createAssortment(client: Client, priced: Priced, name = 'Spring'): Promise<Assortment> {
  const hierarchy = (await make(client, '/hierarchies', 'hierarchy', { name: 'Lighting' })).id
  const node = (await make(client, `/hierarchies/${hierarchy}/nodes`, 'node', { name: 'Lamps' })).id
  const book = (await make(client, '/pricebooks', 'pricebook', { name: 'Retail' })).id
  const catalog = { name, description: 'Of this spring', hierarchy_ids: [hierarchy], pricebook_id: book }
  const assortment = { hierarchy, node, book, catalog: (await make(client, '/catalogs', 'catalog', catalog)).id }
  const skus = new Map<string, string>()
  for (const [sku, price] of Object.entries(priced)) {
    const currencies = typeof price === 'number' ? { USD: { amount: price } } : price
    await make(client, `/pricebooks/${book}/prices`, 'product-price', { sku, currencies })
    skus.set(sku, await addProduct(client, assortment, { sku }))
  }
  return { ...assortment, skus }
}

export async function addProduct(
  client: Client,
  { hierarchy, node }: Pick<Assortment, 'hierarchy' | 'node'>,
  attributes: Record<string, unknown>,
): Promise<string> {
  const { sku } = attributes
  const { id } = await make(client, '/products', 'product', { name: `Lamp ${sku}`, status: 'live', ...attributes })
  const placed = await place(client, { hierarchy, node }, [id])
  if (placed.status !== 201) throw new Error(`Not placed: ${JSON.stringify(placed.body)}`)
  return id
}

export function place(
  client: Client,
  { hierarchy, node }: Pick<Assortment, 'hierarchy' | 'node'>,
  ids: readonly string[],
) {
  const data = ids.map((id) => ({ type: 'product', id }))
  return client.post(`/v2/hierarchies/${hierarchy}/nodes/${node}/relationships/products`, { data })
}

export type ReleaseBody = { id: string; meta: Record<string, unknown> & { release_status: string } }

/** Requests a release and waits until it is published or failed. */
export async function publish(client: Client, catalog: string, body: object = {}): Promise<ReleaseBody> {
  const requested = await client.post(`/v2/catalogs/${catalog}/releases`, body)
  if (requested.status !== 201) throw new Error(`Not published: ${JSON.stringify(requested.body)}`)
  return settled(client, catalog, requested.body.data.id)
}

export async function settled(client: Client, catalog: string, release: string): Promise<ReleaseBody> {
  const { body } = await eventually(
    () => client.get(`/v2/catalogs/${catalog}/releases/${release}`),
    (response) => ['PUBLISHED', 'FAILED'].includes(response.body.data.meta.release_status),
  )
  return body.data
}

export type EmittedEvent = {
  triggered_by: string
  resource_version: number
  payload: Record<string, unknown>
  store_id?: string
}

/** Events of a resource, the oldest first. */
export async function eventsOf(client: Client, prefix: AnyResource['event'], id: string): Promise<EmittedEvent[]> {
  const { body } = await client.get(`/v2/events?filter=like(triggered_by,${prefix}.*)&sort=-created_at&page[limit]=100`)
  const emitted = body.data as EmittedEvent[]
  return emitted.filter(({ payload }) => JSON.stringify(payload).includes(id)).toReversed()
}
