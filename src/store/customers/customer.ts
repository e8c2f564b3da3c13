import { endTokens } from '../../access/tokens/generations.ts'
import { Customer } from '../../event-types/resources/customer.ts'
import { customerAddresses } from '../addresses/address.ts'
import { newPassword } from '../authentication/password.ts'
import { releaseCarts } from '../carts/relationships.ts'
import { defineResource } from '../kit/resource.ts'
import { removeAll } from '../kit/rows.ts'
import { eraseStoredResponses } from '../kit/sql/idempotency.ts'
import { passwordHash, text, texts } from '../kit/values/attribute.ts'
import { emailAddress } from '../kit/values/email-address.ts'

export const customers = defineResource({
  type: 'customer',
  singular: 'customer',
  tag: 'Customers',
  area: 'customers',
  table: 'customers',
  path: '/customers',
  hidden: 'personal',
  event: 'customer',
  event_schema: Customer,
  api_only: { segments: 'Events contain the segments, but do not promise them.' },
  // Shoppers may register if the store's settings allow it.
  access: { read: 'customer', write: 'customer', create: 'shopper' },
  custom_operations: ['create', 'update'],
  key: ['email'],
  undeclared: 'people',
  attributes: {
    name: text({ min: 1, description: 'Name of the customer.' }),
    email: emailAddress('Unique among the customers of the store, ignoring case.'),
    external_ref: text({}, { initial: '' }),
    segments: texts(
      {
        description: 'Customer groups for promotions, such as `vip`. Only sellers can set them.',
        maxItems: 100,
        uniqueItems: true,
      },
      { initial: [], sellers_only: true },
    ),
  },
  internal: { password_hash: passwordHash() },
  accepts: { password: newPassword },
  show: ({ password_hash }) => ({ members: { password: password_hash !== null } }),
  constraints: {
    customers_email: {
      code: 'conflict',
      detail: 'Another customer has this e-mail address.',
      pointer: '/data/email',
    },
  },
  async digest(passwords, { password }, organization_id) {
    if (typeof password !== 'string') return {}
    return { password_hash: await passwords.hash({ owner_id: organization_id }, password) }
  },
  async prepare(work, { after, before }) {
    if (before !== null && before.password_hash !== after.password_hash) await endTokens(work.tx, [after.id], work.now)
    return []
  },
  async beforeRemove(work, { id }) {
    await eraseStoredResponses(work, [id])
    await removeAll(work, customerAddresses, { customer_id: id })
    await releaseCarts(work, { column: 'customer_ids', id })
    await endTokens(work.tx, [id], work.now)
  },
})
