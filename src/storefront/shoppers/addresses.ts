import { notFound } from '../../kernel/errors.ts'
import { opaque, readOpaque } from '../hypermedia/opaque.ts'
import type { Outcome, Params, Resource } from '../hypermedia/resource.ts'
import type { Shop } from '../shop.ts'
import { addAddress, addressesOf, changeAddress, removeAddress } from './address.ts'
import { addressIn, type GuestAddress, shownAddress } from './address-form.ts'
import { profileLink } from './profile-at.ts'
import { tellPlace } from './set-out.ts'

export const addresses: Resource<Shop> = {
  name: 'addresses',
  type: 'shop.collections.links',
  path: '/addresses/:scope',
  max_age: 0,
  relations: { element: 'address', addressform: 'address form', profile: 'profile' },
  async read(shop, asked) {
    const { scope } = shop
    const links = (await addressesOf(shop)).map(({ id }) => ({
      rel: 'element',
      rev: 'list',
      params: addressAt(shop, id),
    }))
    const form = { rel: 'addressform', params: { scope } }
    return asked.map(() => ({ links: [...links, form, profileLink(shop, 'addresses')] }))
  },
}

export const address: Resource<Shop> = {
  name: 'address',
  type: 'shop.addresses.address',
  path: '/addresses/:scope/:address',
  max_age: 0,
  relations: { list: 'addresses' },
  async read(shop, asked) {
    const own = new Map((await addressesOf(shop)).map((one) => [one.id, one]))
    return asked.map(({ address: id = '' }) => {
      const found = own.get(readOpaque(id))
      if (found === undefined) return 'missing'
      const links = [{ rel: 'list', rev: 'element', params: { scope: shop.scope } }]
      return { params: addressAt(shop, found.id), links, data: shownAddress(found) }
    })
  },
  async put(shop, params, body) {
    const before = await addressNamed(shop, params)
    const after = { ...before, ...(await addressIn(shop, body, before)) }
    await tellPlace(shop, async (work, told) => ({
      told: await changeAddress(work, shop, told, after),
      result: undefined,
    }))
    return DONE
  },
  async remove(shop, params) {
    const { id } = await addressNamed(shop, params)
    await tellPlace(shop, async (work, told) => ({
      told: await removeAddress(work, shop, told, id),
      result: undefined,
    }))
    return DONE
  },
}

const DONE: Outcome = { status: 204, at: null }

async function addressNamed(shop: Shop, { address: id = '' }: Params): Promise<GuestAddress> {
  const asked = readOpaque(id)
  const found = (await addressesOf(shop)).find((one) => one.id === asked)
  if (found === undefined) throw notFound('address')
  return found
}

export const addressForm: Resource<Shop> = {
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
  read: async ({ scope }, asked) =>
    asked.map(() => ({ links: [{ rel: 'createaddressaction', params: { scope } }], data: shownAddress({}) })),
  async post(shop, _, body) {
    const words = await addressIn(shop, body)
    const { id, is_new } = await tellPlace(shop, async (work, before) => {
      const { told, ...result } = await addAddress(work, shop, { told: before, words })
      return { told, result }
    })
    return { status: is_new ? 201 : 200, at: { name: 'address', params: addressAt(shop, id) } }
  },
}

function addressAt({ scope }: Pick<Shop, 'scope'>, id: string): Params {
  return { scope, address: opaque(id) }
}
