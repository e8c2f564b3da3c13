import { Type } from 'typebox'
import { type EventSource, eventsOf } from '../event-type.ts'
import { Id, Links, links, Meta, timestamps } from './nouns.ts'

const Customer = Type.Object({
  type: Type.Literal('customer'),
  id: Id,
  name: Type.String(),
  email: Type.String(),
  external_ref: Type.String({ description: 'What another system calls the customer.' }),
  password: Type.Boolean({ description: 'Whether the customer has a password; never the password.' }),
  links: Links,
  meta: Meta,
})

const Payload = Type.Object({ data: Customer })

const customer: EventSource<typeof Payload> = {
  entity: 'Customer',
  prefix: 'customer',
  level: 'store',
  origin: 'store',
  payload: Payload,
  sample: (source, occasion) => ({
    data: {
      type: 'customer',
      id: source.id,
      name: 'Ada Marsh',
      email: 'ada.marsh@example.com',
      external_ref: 'crm-10442',
      password: true,
      links: links(source, `/customers/${source.id}`),
      meta: { timestamps: timestamps(source, occasion) },
    },
  }),
}

export const customerEvents = eventsOf(customer, {
  created: 'Fires when a customer registers or is created by the seller.',
  updated: 'Fires when the name, e-mail address, reference or password of a customer changes.',
  deleted: 'Fires when a customer is deleted.',
})
