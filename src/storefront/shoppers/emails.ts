import { customers } from '../../store/customers/customer.ts'
import { isEmailAddress } from '../../store/kit/email-address.ts'
import { selectRow } from '../../store/kit/store.ts'
import { textIn } from '../hypermedia/fields.ts'
import { wrongField } from '../hypermedia/messages.ts'
import { opaque, readOpaque } from '../hypermedia/opaque.ts'
import type { Outcome, Params, Resource } from '../hypermedia/resource.ts'
import { once, type Shop } from '../shop.ts'
import { profileLink } from './profile-at.ts'
import { known, tell } from './told.ts'

/** E-mail addresses that the shopper's orders may be for; the first is used. */
export function emailsOf(shop: Shop): Promise<string[]> {
  return once(shop, 'emails', async () => {
    const { email } = (await known(shop)).told
    const own = await ownEmail(shop)
    return [...new Set([email, own].filter((one) => one !== null))]
  })
}

async function ownEmail({ deps, owner, caller }: Shop): Promise<string | null> {
  const { customer_id } = caller
  if (customer_id === null) return null
  const row = await selectRow(deps.db, customers, { owner_id: owner.store_id, id: customer_id })
  return row?.email ?? null
}

export const emails: Resource<Shop> = {
  name: 'emails',
  type: 'shop.collections.links',
  path: '/emails/:scope',
  max_age: 0,
  relations: { element: 'email', emailform: 'email form', profile: 'profile' },
  async read(shop, addresses) {
    const { scope } = shop
    const links = (await emailsOf(shop)).map((email) => ({ rel: 'element', rev: 'list', params: emailAt(shop, email) }))
    const form = { rel: 'emailform', params: { scope } }
    return addresses.map(() => ({ links: [...links, form, profileLink(shop, 'emails')] }))
  },
}

export const email: Resource<Shop> = {
  name: 'email',
  type: 'shop.emails.email',
  path: '/emails/:scope/:email',
  max_age: 0,
  relations: { list: 'emails' },
  async read(shop, addresses) {
    const own = await emailsOf(shop)
    return addresses.map(({ email: id = '' }) => {
      const found = readOpaque(id)
      if (!own.includes(found)) return 'missing'
      return {
        params: emailAt(shop, found),
        links: [{ rel: 'list', rev: 'element', params: { scope: shop.scope } }],
        data: { email: found },
      }
    })
  },
}

export const emailForm: Resource<Shop> = {
  name: 'email form',
  type: 'shop.emails.email-form',
  path: '/emails/:scope/form',
  max_age: 600,
  relations: { createemailaction: 'email form' },
  fields: { email: 'string' },
  read: async ({ scope }, addresses) =>
    addresses.map(() => ({ links: [{ rel: 'createemailaction', params: { scope } }], data: { email: '' } })),
  post: setEmail,
}

async function setEmail(shop: Shop, _: Params, body: Record<string, unknown>): Promise<Outcome> {
  const address = textIn(body, 'email').trim().toLowerCase()
  if (!isEmailAddress(address))
    throw wrongField('email', 'field.invalid.email.format', 'email must be an e-mail address, such as jo@example.com.')
  const own = await ownEmail(shop)
  const is_new = await tell(shop, async (_work, { told }) => {
    const email = address === own ? null : address
    return { told: { ...told, email }, result: told.email !== email }
  })
  return { status: is_new ? 201 : 200, at: { name: 'email', params: emailAt(shop, address) } }
}

export function emailAt({ scope }: Shop, address: string): Params {
  return { scope, email: opaque(address) }
}
