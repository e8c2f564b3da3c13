import { notFound } from '../../kernel/errors.ts'
import type { StorefrontContext, StorefrontResource } from '../context.ts'
import { decodeId, encodeId } from '../hypermedia/opaque-id.ts'
import { NO_CONTENT, type Params } from '../hypermedia/resource.ts'
import { addAddress, addressesOf, changeAddress, removeAddress } from './address-book.ts'
import { readAddress, renderAddress, type ShopperAddress } from './address-form.ts'
import { changeDestination } from './destination.ts'
import { profileLink } from './profile-params.ts'

export const addresses: StorefrontResource = {
  name: 'addresses',
  type: 'shop.collections.links',
  path: '/addresses/:scope',
  max_age: 0,
  relations: { element: 'address', addressform: 'address form', profile: 'profile' },
  async read(context, paramsList) {
    const { scope } = context
    const links = (await addressesOf(context)).map(({ id }) => ({
      rel: 'element',
      rev: 'list',
      params: addressParams(context, id),
    }))
    const form = { rel: 'addressform', params: { scope } }
    return paramsList.map(() => ({ links: [...links, form, profileLink(context, 'addresses')] }))
  },
}

export const address: StorefrontResource = {
  name: 'address',
  type: 'shop.addresses.address',
  path: '/addresses/:scope/:address',
  max_age: 0,
  relations: { list: 'addresses' },
  async read(context, paramsList) {
    const own = new Map((await addressesOf(context)).map((one) => [one.id, one]))
    return paramsList.map(({ address: id = '' }) => {
      const found = own.get(decodeId(id))
      if (found === undefined) return 'missing'
      const links = [{ rel: 'list', rev: 'element', params: { scope: context.scope } }]
      return { params: addressParams(context, found.id), links, data: renderAddress(found) }
    })
  },
  async put(context, params, body) {
    const before = await addressFor(context, params)
    const after = { ...before, ...(await readAddress(context, body, before)) }
    await changeDestination(context, async (work, details) => ({
      details: await changeAddress(work, context, details, after),
      result: undefined,
    }))
    return NO_CONTENT
  },
  async remove(context, params) {
    const { id } = await addressFor(context, params)
    await changeDestination(context, async (work, details) => ({
      details: await removeAddress(work, context, details, id),
      result: undefined,
    }))
    return NO_CONTENT
  },
}

async function addressFor(context: StorefrontContext, { address: id = '' }: Params): Promise<ShopperAddress> {
  const address_id = decodeId(id)
  const found = (await addressesOf(context)).find((one) => one.id === address_id)
  if (found === undefined) throw notFound('address')
  return found
}

export const addressForm: StorefrontResource = {
  name: 'address form',
  type: 'shop.addresses.address-form',
  path: '/addresses/:scope/form',
  max_age: 600,
  relations: { createaddressaction: 'address form' },
  fields: {
    name: 'object',
    address: 'object',
    organization: 'string',
    'phone-number': 'string',
    instructions: 'string',
  },
  read: async ({ scope }, paramsList) =>
    paramsList.map(() => ({ links: [{ rel: 'createaddressaction', params: { scope } }], data: renderAddress({}) })),
  async post(context, _, body) {
    const fields = await readAddress(context, body)
    const { id, is_new } = await changeDestination(context, async (work, before) => {
      const { details, ...result } = await addAddress(work, context, { details: before, fields })
      return { details, result }
    })
    return { status: is_new ? 201 : 200, location: { name: 'address', params: addressParams(context, id) } }
  },
}

function addressParams({ scope }: Pick<StorefrontContext, 'scope'>, id: string): Params {
  return { scope, address: encodeId(id) }
}
