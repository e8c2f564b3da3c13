import { type Static, Type } from 'typebox'
import { Id, Links, Timestamps, ToOne } from '../../kernel/schemas.ts'
import { eventsOf } from '../event-type.ts'
import { links, relatedId, timestamps } from '../samples.ts'

export const Address = Type.Object({
  type: Type.Literal('address'),
  id: Id,
  name: Type.String({ description: 'What its owner calls it.' }),
  first_name: Type.String(),
  last_name: Type.String(),
  company_name: Type.String(),
  phone_number: Type.String(),
  line_1: Type.String(),
  line_2: Type.String(),
  city: Type.String(),
  county: Type.String(),
  region: Type.String(),
  postcode: Type.String(),
  country: Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1 alpha-2 code.' }),
  instructions: Type.String(),
  links: Links,
  meta: Type.Object({ timestamps: Timestamps }),
  relationships: Type.Object(
    { customer: Type.Optional(ToOne('customer')), account: Type.Optional(ToOne('account')) },
    { description: 'Its owner: a customer or an account.' },
  ),
})
export type Address = Static<typeof Address>

export const addressEvents = eventsOf({
  entity: 'Address',
  prefix: 'address',
  level: 'store',
  origin: 'store',
  payload: Type.Object({ data: Address }),
  sample: (source, action): { data: Address } => {
    const customer = relatedId(source.id, 1)
    return {
      data: {
        type: 'address',
        id: source.id,
        name: 'Home',
        first_name: 'Ada',
        last_name: 'Marsh',
        company_name: '',
        phone_number: '+1 503 555 0142',
        line_1: '41 Juniper Street',
        line_2: 'Apartment 3',
        city: 'Portland',
        county: 'Multnomah',
        region: 'OR',
        postcode: '97205',
        country: 'US',
        instructions: 'Ring twice.',
        links: links(source, `/customers/${customer}/addresses/${source.id}`),
        meta: { timestamps: timestamps(source, action) },
        relationships: { customer: { data: { type: 'customer', id: customer } } },
      },
    }
  },
  actions: {
    created: 'Emitted when a customer or an account gets a new address.',
    updated: 'Emitted when an address of a customer or an account changes.',
    deleted: 'Emitted when an address is removed from a customer or an account.',
  },
})
