import { Type } from 'typebox'
import { endTokens } from '../../access/generations.ts'
import { hashPassword } from '../../access/passwords/passwords.ts'
import { customerAddresses } from '../addresses/address.ts'
import { newPassword } from '../authentication/password.ts'
import { optional, text, texts } from '../kit/attribute.ts'
import { emailAddress } from '../kit/email-address.ts'
import { eraseAnswers } from '../kit/idempotency.ts'
import { defineResource } from '../kit/resource.ts'
import { removeAll } from '../kit/rows.ts'

export const customers = defineResource({
  type: 'customer',
  one: 'customer',
  tag: 'Customers',
  table: 'customers',
  path: '/customers',
  event: 'customer',
  // Whoever shops may register.
  access: { read: 'customer', write: 'customer', create: 'shopper' },
  attributes: {
    name: text({ min: 1, description: 'Name of the customer.' }),
    email: emailAddress('Unique among the customers of the store, whatever its letters’ case.'),
    external_ref: text({ description: 'What another system calls the customer.' }, { initial: '' }),
    segments: texts(
      {
        description: 'Groups that promotions may be for, such as `vip`. Only sellers set them.',
        maxItems: 100,
        uniqueItems: true,
      },
      { initial: [], sellers_only: true },
    ),
  },
  kept: { password_hash: optional(text()) },
  accepts: { password: newPassword },
  shows: { members: { password: Type.Boolean({ description: 'Whether the customer has one.' }) } },
  show: ({ password_hash }) => ({ members: { password: password_hash !== null } }),
  constraints: {
    customers_email: {
      code: 'conflict',
      detail: 'Another customer has this e-mail address.',
      pointer: '/data/email',
    },
  },
  async digest({ password }, owner_id) {
    if (typeof password !== 'string') return {}
    return { password_hash: await hashPassword({ owner_id, purpose: 'change' }, password) }
  },
  async prepare(work, { after, before }) {
    after.email = after.email.toLowerCase()
    if (before !== null && before.password_hash !== after.password_hash) await endTokens(work.tx, [after.id], work.now)
    return []
  },
  async beforeRemove(work, { id }) {
    await eraseAnswers(work, [id])
    await removeAll(work, customerAddresses, { customer_id: id })
    await endTokens(work.tx, [id], work.now)
  },
})
