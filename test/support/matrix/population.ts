import type { App, Client, Tenant } from '../app.ts'
import type { Contract } from '../documents/contract.ts'
import type { Receiver } from '../servers/receiver.ts'
import type { Markers, Recording } from './recording.ts'

export type Clients = Record<'seller' | 'shopper' | 'organization', Client>

/** What the customer has in hand: an open cart, an order, and the product that both are of. */
export type Sold = {
  cart_id: string
  order_id: string
  product_id: string
  catalog_id: string
  coupon: string
  skus: ReadonlyMap<string, string>
}

/** A customer of a store who has logged in. `client` sends both tokens. */
export type Person = { id: string; email: string; password: string; token: string; client: Client }

/** A tenant with one of everything, and what its own requests taught. */
export type Population = {
  tenant: Tenant
  markers: Markers
  /** Of the store, and of the organization itself. */
  store: Recording
  organization: Recording
  /** Whose things are tried for. */
  customer: Person
  member_token: string
  /** Of an owner of the store who has logged in. */
  person_token: string
  sold: Sold
  /** What names things of the tenant beside ids. */
  names: readonly string[]
}

/** Another customer and another account member of the store. */
export type Neighbor = { customer: Person; member_token: string; recording: Recording }

export type Ground = { app: App; contract: Contract; receiver: Receiver }
