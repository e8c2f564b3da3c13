import type { StorefrontContext, StorefrontResource } from '../context.ts'
import { assertFound } from '../hypermedia/absence.ts'
import { type ChangeResult, NO_CONTENT, type Params } from '../hypermedia/resource.ts'
import { elements } from '../relations.ts'
import { addAddress, addressesOf, changeAddress, removeAddress } from './address-book.ts'
import { readAddress, renderAddress, type ShopperAddress } from './address-form.ts'
import { ADDRESS_CHANGES, ADDRESS_MEMBERS, NEW_ADDRESS } from './address-members.ts'
import { changeDestination } from './destination.ts'
import { findOwn, ownId } from './own-id.ts'
import { profileLink } from './profile-params.ts'
import { shopperIdOf } from './sql/checkout-details.ts'

export const addresses: StorefrontResource = {
  name: 'addresses',
  type: 'shop.collections.links',
  path: '/addresses/:scope',
  max_age: 0,
  description: 'The addresses of the shopper, oldest first.',
  relations: {
    element: elements('address'),
    addressform: { to: 'address form' },
    billingaddresses: { to: 'billing addresses', rev: 'addresses' },
    shippingaddresses: { to: 'shipping addresses', rev: 'addresses' },
    profile: { to: 'profile', rev: 'addresses' },
  },
  async read(context, paramsList) {
    const { scope } = context
    const links = (await addressesOf(context)).map(({ id }) => ({
      rel: 'element',
      params: addressParams(context, id),
    }))
    const others = ['addressform', 'billingaddresses', 'shippingaddresses'].map((rel) => ({ rel, params: { scope } }))
    return paramsList.map(() => ({ links: [...links, ...others, profileLink(context)] }))
  },
}

export const address: StorefrontResource = {
  name: 'address',
  type: 'shop.addresses.address',
  path: '/addresses/:scope/:address',
  max_age: 0,
  description: 'An address of the shopper.',
  members: ADDRESS_MEMBERS,
  relations: { list: { to: 'addresses', rev: 'element' }, profile: { to: 'profile' } },
  async read(context, paramsList) {
    const own = new Map((await addressesOf(context)).map((one) => [one.id, one]))
    return paramsList.map(({ address: requested = '' }) => {
      const found = findOwn(context, requested, (id) => own.get(id))
      if (typeof found === 'string') return found
      const links = [{ rel: 'list', params: { scope: context.scope } }, profileLink(context)]
      return { params: addressParams(context, found.id), links, data: renderAddress(found) }
    })
  },
  put: {
    description: 'Changes the members that are sent; the result must be complete.',
    fields: ADDRESS_CHANGES,
    run: putAddress,
  },
  remove: {
    description: 'Deletes the address. An order that had chosen it has none.',
    async run(context, params) {
      const { id } = await addressFor(context, params)
      await changeDestination(context, async (work, details) => ({
        details: await removeAddress(work, context, details, id),
        result: undefined,
      }))
      return NO_CONTENT
    },
  },
}

async function putAddress(
  context: StorefrontContext,
  params: Params,
  body: Record<string, unknown>,
): Promise<ChangeResult> {
  const before = await addressFor(context, params)
  const after = { ...before, ...(await readAddress(context, body, before)) }
  await changeDestination(context, async (work, details) => ({
    details: await changeAddress(work, context, details, after),
    result: undefined,
  }))
  return NO_CONTENT
}

/** Throws `not_found`, `forbidden`. */
async function addressFor(context: StorefrontContext, { address = '' }: Params): Promise<ShopperAddress> {
  const own = await addressesOf(context)
  const found = findOwn(context, address, (id) => own.find((one) => one.id === id))
  return assertFound(found, 'address')
}

export const addressForm: StorefrontResource = {
  name: 'address form',
  type: 'shop.addresses.address-form',
  path: '/addresses/:scope/form',
  max_age: 600,
  description: 'The form that adds an address.',
  relations: { createaddressaction: { to: 'address form' } },
  read: async ({ scope }, paramsList) =>
    paramsList.map(() => ({ links: [{ rel: 'createaddressaction', params: { scope } }], data: renderAddress({}) })),
  post: {
    description: 'Adds an address. The first address is chosen as billing and shipping address.',
    fields: NEW_ADDRESS,
    leads_to: 'address',
    run: postAddress,
  },
}

async function postAddress(
  context: StorefrontContext,
  _: Params,
  body: Record<string, unknown>,
): Promise<ChangeResult> {
  const fields = await readAddress(context, body)
  const { id, is_new } = await changeDestination(context, async (work, before) => {
    const { details, ...result } = await addAddress(work, context, { details: before, fields })
    return { details, result }
  })
  return { status: is_new ? 201 : 200, location: addressParams(context, id) }
}

export function addressParams({ scope, caller }: Pick<StorefrontContext, 'scope' | 'caller'>, id: string): Params {
  return { scope, address: ownId(shopperIdOf(caller).shopper_id, id) }
}
