import type { App, Client, Tenant } from '../app.ts'
import type { Contract } from '../documents/contract.ts'
import type { Receiver } from '../servers/receiver.ts'
import type { Markers, Recording } from './recording.ts'

export type Clients = Record<'seller' | 'shopper' | 'organization', Client>

/** The customer's open cart and order, and their product. */
export type Sold = {
  cart_id: string
  order_id: string
  product_id: string
  catalog_id: string
  coupon: string
  skus: ReadonlyMap<string, string>
}

/** A customer who has logged in. `client` sends both tokens. */
export type Person = { id: string; email: string; password: string; token: string; client: Client }

/** A tenant with one of every resource, and its recordings. */
export type Population = {
  tenant: Tenant
  markers: Markers
  /** Recordings of the store, and of the organization itself. */
  store: Recording
  organization: Recording
  customer: Person
  member_token: string
  /** Token of an owner of the store who has logged in. */
  person_token: string
  sold: Sold
  /** Identifiers of the tenant's resources besides ids. */
  names: readonly string[]
}

/** Another customer and another account member of the store. */
export type Neighbor = { customer: Person; member_token: string; recording: Recording }

export type Ground = { app: App; contract: Contract; receiver: Receiver }
