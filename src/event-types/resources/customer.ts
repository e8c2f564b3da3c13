import { type Static, Type } from 'typebox'
import { Id, Links, Timestamps } from '../../kernel/schemas.ts'
import { eventsOf } from '../event-type.ts'
import { links, timestamps } from '../samples.ts'

export const Customer = Type.Object({
  type: Type.Literal('customer'),
  id: Id,
  name: Type.String(),
  email: Type.String(),
  external_ref: Type.String({ description: 'What another system calls the customer.' }),
  password: Type.Boolean({ description: 'Whether the customer has a password; never the password.' }),
  links: Links,
  meta: Type.Object({ timestamps: Timestamps }),
})
export type Customer = Static<typeof Customer>

export const customerEvents = eventsOf({
  entity: 'Customer',
  prefix: 'customer',
  level: 'store',
  origin: 'store',
  payload: Type.Object({ data: Customer }),
  sample: (source, action): { data: Customer } => ({
    data: {
      type: 'customer',
      id: source.id,
      name: 'Ada Marsh',
      email: 'ada.marsh@example.com',
      external_ref: 'crm-10442',
      password: true,
      links: links(source, `/customers/${source.id}`),
      meta: { timestamps: timestamps(source, action) },
    },
  }),
  actions: {
    created: 'Emitted when a customer registers or is created by the seller.',
    updated: 'Emitted when the name, e-mail address, reference or password of a customer changes.',
    deleted: 'Emitted when a customer is deleted.',
  },
})
