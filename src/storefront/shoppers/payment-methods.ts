import { notFound } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { OUTCOMES } from '../../store/gateways/decide.ts'
import { gateways } from '../../store/gateways/gateway.ts'
import { selectRows } from '../../store/kit/store.ts'
import { sizedTextIn, textIn } from '../hypermedia/fields.ts'
import { wrongField } from '../hypermedia/messages.ts'
import { opaque, readOpaque } from '../hypermedia/opaque.ts'
import type { Outcome, Params, Resource } from '../hypermedia/resource.ts'
import type { Shop } from '../shop.ts'
import { type PaymentMethod, readToken } from './payment-method.ts'
import { profileLink } from './profile-at.ts'
import { known, tell } from './told.ts'

const MOST_METHODS = 50
const LONGEST_NAME = 100

export const paymentMethods: Resource<Shop> = {
  name: 'payment methods',
  type: 'shop.collections.links',
  path: '/paymentmethods/:scope',
  max_age: 0,
  relations: { element: 'payment method', paymenttokenform: 'payment token form', profile: 'profile' },
  async read(shop, addresses) {
    const { scope } = shop
    const { payment_methods } = (await known(shop)).told
    const links = payment_methods.map(({ id }) => ({ rel: 'element', rev: 'list', params: methodAt(shop, id) }))
    const form = { rel: 'paymenttokenform', params: { scope } }
    return addresses.map(() => ({ links: [...links, form, profileLink(shop, 'paymentmethods')] }))
  },
}

/** What the token says stays here. */
export const paymentMethod: Resource<Shop> = {
  name: 'payment method',
  type: 'shop.paymentmethods.payment-token',
  path: '/paymentmethods/:scope/:method',
  max_age: 0,
  relations: { list: 'payment methods' },
  async read(shop, addresses) {
    const { payment_methods } = (await known(shop)).told
    return addresses.map(({ method = '' }) => {
      const id = readOpaque(method)
      const found = payment_methods.find((one) => one.id === id)
      if (found === undefined) return 'missing'
      const links = [{ rel: 'list', rev: 'element', params: { scope: shop.scope } }]
      return { params: methodAt(shop, id), links, data: { 'display-name': found.display_name } }
    })
  },
  async remove(shop, { method = '' }) {
    const id = readOpaque(method)
    await tell(shop, async (_, { told }) => {
      if (!told.payment_methods.some((one) => one.id === id)) throw notFound('payment method')
      const payment_methods = told.payment_methods.filter((one) => one.id !== id)
      const payment_method = told.payment_method === id ? null : told.payment_method
      return { told: { ...told, payment_methods, payment_method }, result: undefined }
    })
    return { status: 204, at: null }
  },
}

export const paymentTokenForm: Resource<Shop> = {
  name: 'payment token form',
  type: 'shop.paymentmethods.payment-token-form',
  path: '/paymentmethods/:scope/form',
  max_age: 600,
  relations: { createpaymenttokenaction: 'payment token form' },
  fields: { 'display-name': 'string', token: 'string' },
  read: async ({ scope }, addresses) =>
    addresses.map(() => ({
      links: [{ rel: 'createpaymenttokenaction', params: { scope } }],
      data: { 'display-name': '', token: '' },
    })),
  post: addMethod,
}

/** The latest one is what the next order is paid with, until something else is chosen. */
async function addMethod(shop: Shop, _: Params, body: Record<string, unknown>): Promise<Outcome> {
  const display_name = sizedTextIn(body, 'display-name', { least: 1, most: LONGEST_NAME }).trim()
  const read = await tokenIn(shop, textIn(body, 'token'))
  const { id, is_new } = await tell(shop, async (work, { told }) => {
    const same = told.payment_methods.find((one) => isSame(one, { ...read, display_name }))
    const id = same?.id ?? newId(work.now)
    const added = same === undefined ? [{ id, display_name, ...read }] : []
    const payment_methods = [...told.payment_methods, ...added].slice(-MOST_METHODS)
    return { told: { ...told, payment_methods, payment_method: id }, result: { id, is_new: same === undefined } }
  })
  return { status: is_new ? 201 : 200, at: { name: 'payment method', params: methodAt(shop, id) } }
}

function isSame(one: PaymentMethod, other: Omit<PaymentMethod, 'id'>): boolean {
  return one.display_name === other.display_name && one.gateway === other.gateway && one.outcome === other.outcome
}

/** Throws `field.invalid.option.value` that names what the store takes, and nothing of the token. */
async function tokenIn({ deps, owner }: Shop, token: string) {
  const rows = await selectRows(deps.db, gateways, { owner_id: owner.store_id, enabled: 'true' })
  const slugs = rows.map(({ slug }) => slug)
  const read = readToken(token, slugs)
  if (read !== null) return read
  const known = slugs.flatMap((slug) =>
    slug === 'sandbox' ? [slug, ...OUTCOMES.map((one) => `${slug}:${one}`)] : [slug],
  )
  const allowed =
    known.length === 0 ? 'the store takes no payment at the moment' : `the store takes: ${known.join(', ')}`
  throw wrongField('token', 'field.invalid.option.value', `token is none of the store's gateways; ${allowed}.`)
}

function methodAt({ scope }: Shop, id: string): Params {
  return { scope, method: opaque(id) }
}
