import { customerAddresses } from '../addresses/address.ts'
import { text } from '../kit/attribute.ts'
import { emailAddress } from '../kit/email-address.ts'
import { defineResource } from '../kit/resource.ts'
import { removeAll } from '../kit/rows.ts'

export const customers = defineResource({
  type: 'customer',
  one: 'customer',
  tag: 'Customers',
  table: 'customers',
  path: '/customers',
  event: 'customer',
  access: { read: 'customer', write: 'customer' },
  attributes: {
    name: text({ min: 1, description: 'Name of the customer.' }),
    email: emailAddress('Unique among the customers of the store, whatever its letters’ case.'),
    external_ref: text({ description: 'What another system calls the customer.' }, { initial: '' }),
  },
  constraints: {
    customers_email: {
      code: 'conflict',
      detail: 'Another customer has this e-mail address.',
      pointer: '/data/email',
    },
  },
  async prepare(_, { after }) {
    after.email = after.email.toLowerCase()
    return []
  },
  async beforeRemove(work, { id }) {
    await removeAll(work, customerAddresses, { customer_id: id })
  },
})
