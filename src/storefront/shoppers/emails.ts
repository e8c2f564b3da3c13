import { Type } from 'typebox'
import { customers } from '../../store/customers/customer.ts'
import { selectRow } from '../../store/kit/store.ts'
import { isEmailAddress } from '../../store/kit/values/email-address.ts'
import { loadOnce, type StorefrontContext, type StorefrontResource } from '../context.ts'
import { readString } from '../hypermedia/fields.ts'
import { invalidField } from '../hypermedia/messages.ts'
import type { ChangeResult, Params } from '../hypermedia/resource.ts'
import { elements } from '../relations.ts'
import { findOwn, ownId } from './own-id.ts'
import { profileLink } from './profile-params.ts'
import { changeDetails, shopperIdOf, shopperState } from './sql/checkout-details.ts'

/** The e-mail addresses that the shopper can order with. The first is used. */
export function emailsOf(context: StorefrontContext): Promise<string[]> {
  return loadOnce(context, 'emails', async () => {
    const { email } = (await shopperState(context)).details
    const own = await ownEmail(context)
    return [...new Set([email, own].filter((one) => one !== null))]
  })
}

async function ownEmail({ deps, owner, caller }: StorefrontContext): Promise<string | null> {
  const { customer_id } = caller
  if (customer_id === null) return null
  const row = await selectRow(deps.db, customers, { owner_id: owner.store_id, id: customer_id })
  return row?.email ?? null
}

export const emails: StorefrontResource = {
  name: 'emails',
  type: 'shop.collections.links',
  path: '/emails/:scope',
  max_age: 0,
  description: 'The e-mail addresses that the shopper can order with; the first is used.',
  relations: {
    element: elements('email'),
    emailform: { to: 'email form' },
    profile: { to: 'profile', rev: 'emails' },
  },
  async read(context, paramsList) {
    const { scope } = context
    const links = (await emailsOf(context)).map((email) => ({
      rel: 'element',
      params: emailParams(context, email),
    }))
    const form = { rel: 'emailform', params: { scope } }
    return paramsList.map(() => ({ links: [...links, form, profileLink(context)] }))
  },
}

export const email: StorefrontResource = {
  name: 'email',
  type: 'shop.emails.email',
  path: '/emails/:scope/:email',
  max_age: 0,
  description: 'An e-mail address of the shopper.',
  members: { email: Type.String({ description: 'The e-mail address.' }) },
  relations: { list: { to: 'emails', rev: 'element' }, profile: { to: 'profile' } },
  async read(context, paramsList) {
    const own = await emailsOf(context)
    return paramsList.map(({ email: id = '' }) => {
      const found = findOwn(context, id, (address) => (own.includes(address) ? { address } : undefined))
      if (typeof found === 'string') return found
      return {
        params: emailParams(context, found.address),
        links: [{ rel: 'list', params: { scope: context.scope } }, profileLink(context)],
        data: { email: found.address },
      }
    })
  },
}

export const emailForm: StorefrontResource = {
  name: 'email form',
  type: 'shop.emails.email-form',
  path: '/emails/:scope/form',
  max_age: 600,
  description: 'The form that sets the e-mail address of orders.',
  relations: { createemailaction: { to: 'email form' } },
  read: async ({ scope }, paramsList) =>
    paramsList.map(() => ({ links: [{ rel: 'createemailaction', params: { scope } }], data: { email: '' } })),
  post: {
    description: 'Sets the e-mail address of orders, in place of the previous one.',
    fields: { email: Type.String({ format: 'email', description: 'The e-mail address.' }) },
    leads_to: 'email',
    run: setEmail,
  },
}

async function setEmail(context: StorefrontContext, _: Params, body: Record<string, unknown>): Promise<ChangeResult> {
  const address = readString(body, 'email').trim().toLowerCase()
  if (!isEmailAddress(address))
    throw invalidField(
      'email',
      'field.invalid.email.format',
      'email must be an e-mail address, such as jo@example.com.',
    )
  const own = await ownEmail(context)
  const is_new = await changeDetails(context, async (_work, { details }) => {
    const email = address === own ? null : address
    return { details: { ...details, email }, result: details.email !== email }
  })
  return { status: is_new ? 201 : 200, location: emailParams(context, address) }
}

export function emailParams({ scope, caller }: StorefrontContext, address: string): Params {
  return { scope, email: ownId(shopperIdOf(caller).shopper_id, address) }
}
