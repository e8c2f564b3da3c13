import { createKey } from '../../../src/access/keys.ts'
import type { Client, Tenant } from '../app.ts'
import { openTenant } from '../app.ts'
import { bodyOf, samples } from '../store/resource-samples.ts'
import { expectStatus } from '../store/shop.ts'
import { enableCheckout } from '../storefront/orders.ts'
import { populateEngine } from './populate-engine.ts'
import { populatePeople } from './populate-people.ts'
import { populatePersons } from './populate-persons.ts'
import { populateNeighbor, populateShop } from './populate-shop.ts'
import type { Clients, Ground, Neighbor, Population } from './population.ts'
import { type Markers, type Recording, recorded } from './recording.ts'

/**
 * A tenant (new by default) with one of every resource. Both markers have the same length and consist of lower-case
 * letters and digits.
 */
export async function populate(ground: Ground, owner?: Tenant): Promise<Population> {
  const markers = { hidden: markerOf('hid'), shown: markerOf('pub') }
  const tenant = owner ?? (await openTenant(ground.app))
  const store = newRecording()
  const organization = newRecording()
  const clients = clientsOf(ground, tenant, { store, organization, markers })
  await populateResources(clients.seller)
  await enableCheckout(clients)
  await populateEngine(ground, clients.seller)
  const event_key = await populateEventType(clients.seller)
  await populateAccess(clients.seller, store)
  const people = await populatePeople(clients)
  const sold = await populateShop(clients, people.customer, store)
  await populateUpload({ ground, tenant, recording: store, marker: markers.hidden })
  const person = await populatePersons({ ground, tenant, clients, recording: store, markers })
  await populateOrganization(ground, clients.organization)
  const grant = await wrongGrant(ground, tenant)
  store.bodies.set('CreateAccessToken', grant)
  const slug = store.places.get('/v2/extensions/{custom_api_slug}')?.[0] ?? ''
  const names = [grant.client_id, person.email, people.customer.email, sold.cart_id, sold.coupon, slug, event_key]
  return { tenant, markers, store, organization, ...people, person_token: person.token, sold, names }
}

/** A neighbor of the population's customer, with an address, a cart and an order. */
export async function populateNeighbors(ground: Ground, { tenant, sold }: Population): Promise<Neighbor> {
  const recording = newRecording()
  const markers = { hidden: markerOf('nei'), shown: markerOf('nei') }
  const clients = clientsOf(ground, tenant, { store: recording, organization: recording, markers })
  const people = await populatePeople(clients)
  await populateNeighbor(people.customer.client, sold.product_id)
  return { ...people, recording }
}

function newRecording(): Recording {
  return { places: new Map(), bodies: new Map() }
}

function markerOf(kind: string): string {
  return `${kind}${crypto.randomUUID().slice(0, 8)}`
}

type Recordings = { store: Recording; organization: Recording; markers: Markers }

function clientsOf({ contract }: Ground, tenant: Tenant, { store, organization, markers }: Recordings): Clients {
  return {
    seller: recorded(tenant.seller, contract, store, markers),
    shopper: recorded(tenant.shopper, contract, store, markers),
    organization: recorded(tenant.organization, contract, organization, markers),
  }
}

async function populateResources(seller: Client): Promise<void> {
  for (const { resource, arrange } of samples) {
    const { path, create, change } = await arrange(seller)
    const made = expectStatus(await seller.post(`/v2${path}`, bodyOf(resource, create)), 201)
    const { self } = made.body.data.links
    expectStatus(await seller.put(new URL(self).pathname, bodyOf(resource, change)), 200)
  }
}

/** Creates a key by the API. Only an organization creates stores, and only the deployment creates organizations. */
async function populateAccess(seller: Client, { bodies, places }: Recording): Promise<void> {
  expectStatus(await seller.post('/v2/keys', { data: { type: 'key', name: 'Warehouse' } }), 201)
  expectStatus(await seller.put(`/v2/stores/${seller.store_id}`, { data: { type: 'store', name: 'Renamed' } }), 200)
  const scope = `tried-${crypto.randomUUID().slice(0, 8)}`
  places.set('/v2/organizations/{organization_id}', [seller.organization_id])
  bodies.set('CreateStore', { data: { type: 'store', name: 'Tried', scope } })
  bodies.set('UpdateOrganization', { data: { type: 'organization', name: 'Tried' } })
  bodies.set('CreateOrganization', { data: { type: 'organization', name: 'Tried' } })
}

/** A custom event type, whose unique key must begin with letters. */
async function populateEventType(seller: Client): Promise<string> {
  const key = `acme.approved_${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`
  const data = { type: 'event-type', description: 'Approved', payload: {}, sample: { data: { name: 'Lamp' } } }
  expectStatus(await seller.put(`/v2/events/types/${key}`, { data }), 201)
  return key
}

type Upload = { ground: Ground; tenant: Tenant; recording: Recording; marker: string }

async function populateUpload({ ground, tenant, recording, marker }: Upload): Promise<void> {
  const form = new FormData()
  const file_name = `${marker}.txt`
  form.append('file', new Blob([marker]), file_name)
  const headers = { authorization: `Bearer ${tenant.seller.token}` }
  const response = await fetch(`${ground.app.origin}/v2/files`, { method: 'POST', headers, body: form })
  const { data } = (await response.json()) as { data: { id: string } }
  recording.places.set('/v2/files/{file_id}', [data.id])
  recording.places.set('/files/{store_id}/{file_id}/{file_name}', [tenant.store_id, data.id, file_name])
}

/** The tenant's key with another key's secret. */
async function wrongGrant({ app }: Ground, { organization_id, store_id }: Tenant) {
  const key = await createKey(app.foundation.db, { organization_id, store_id, name: 'another' }, Date.now())
  return { grant_type: 'client_credentials', client_id: key.client_id, client_secret: 'not the secret' }
}

const OF_ORGANIZATIONS = ['hierarchy', 'node', 'pricebook', 'product price', 'price modifier', 'product', 'catalog']

async function populateOrganization(ground: Ground, organization: Client): Promise<void> {
  for (const { resource, arrange } of samples.filter(({ resource }) => OF_ORGANIZATIONS.includes(resource.singular))) {
    const { path, create } = await arrange(organization)
    expectStatus(await organization.post(`/v2${path}`, bodyOf(resource, create)), 201)
  }
  await populateEngine(ground, organization)
}
