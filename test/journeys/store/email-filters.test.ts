import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { invitationList } from '../../../src/people/invitations/invitation.ts'
import { peopleList } from '../../../src/people/person.ts'
import { orders } from '../../../src/store/orders/order.ts'
import { resources } from '../../../src/store/resources.ts'
import type { Client } from '../../support/app.ts'
import { openSharedStage, type Stage } from '../../support/stage.ts'
import { makePromotion } from '../../support/store/promotions.ts'
import { checkOut, customItem, expectStatus, fillCart } from '../../support/store/shop.ts'

let stage: Stage
let store: Client
let organization: Client
let shopper: Client
beforeAll(async () => {
  stage = await openSharedStage()
  const tenant = await stage.openTenant()
  ;({ store, organization, shopper } = tenant)
})
afterAll(() => stage.close())

const MIXED = 'Ada.Marsh@X.Example'

async function create(client: Client, path: string, data: object): Promise<string> {
  return expectStatus(await client.post(`/v2${path}`, { data }), 201).body.data.id
}

/** Each list with a field of e-mail addresses, filled with one record of this address. */
const lists: Record<string, () => Promise<{ client: Client; path: string; field?: string }>> = {
  async customers() {
    await create(store, '/customers', { type: 'customer', name: 'Ada', email: MIXED })
    return { client: store, path: '/customers' }
  },
  async orders() {
    const buyer = { customer: { name: 'Ada', email: MIXED } }
    expectStatus(await checkOut(shopper, await fillCart(shopper, [customItem(1000)]), buyer), 201)
    return { client: store, path: '/orders' }
  },
  async 'orders by contact'() {
    const buyer = { customer: { name: 'Ada', email: `contact.${MIXED}` } }
    expectStatus(await checkOut(shopper, await fillCart(shopper, [customItem(1000)]), buyer), 201)
    return { client: store, path: '/orders', field: 'contact.email' }
  },
  async users() {
    const realm = await create(store, '/authentication-realms', { type: 'authentication_realm', name: 'Shop' })
    const path = `/authentication-realms/${realm}/user-authentication-info`
    await create(store, path, { type: 'user_authentication_info', name: 'Ada', email: MIXED })
    return { client: store, path }
  },
  async 'account members'() {
    const { body } = await store.get('/v2/settings/account-authentication')
    const { id } = body.data.relationships.authentication_realm.data
    const path = `/authentication-realms/${id}/user-authentication-info`
    await create(store, path, { type: 'user_authentication_info', name: 'Ada', email: MIXED })
    return { client: store, path: '/account-members' }
  },
  async coupons() {
    const path = `/promotions/${await makePromotion(store, { trigger: 'coupon' })}/coupons`
    await create(store, path, { type: 'coupon', code: 'ADA', email: MIXED })
    return { client: store, path }
  },
  async invitations() {
    const roles = [{ role: 'owner', store_id: null }]
    await create(organization, '/people/invitations', { type: 'person_invitation', name: 'Ada', email: MIXED, roles })
    return { client: organization, path: '/people/invitations' }
  },
}

describe('filters by e-mail address', () => {
  test('ignore case in every list', () => {
    const all = [...[...resources, orders].map(({ list }) => list), peopleList, invitationList]
    const fields = all.flatMap((list) => Object.entries(list.fields).filter(([name]) => /(^|[._])email$/.test(name)))
    expect(fields.length).toBeGreaterThan(6)
    expect(fields.filter(([, field]) => !('letters' in field))).toEqual([])
  })

  test.each(Object.keys(lists))('ignore case in the list of %s', async (name) => {
    const { client, path, field = 'email' } = (await lists[name]?.()) ?? { client: store, path: '' }
    const address = field === 'email' ? MIXED : `contact.${MIXED}`
    const found = async (filter: string) =>
      expectStatus(await client.get(`/v2${path}?filter=${encodeURIComponent(filter)}`), 200).body.data.length
    for (const spelling of [address, address.toLowerCase(), address.toUpperCase()]) {
      expect(await found(`eq(${field},${spelling})`)).toBe(1)
      expect(await found(`in(${field},x@x.example,${spelling})`)).toBe(1)
      expect(await found(`like(${field},${spelling.slice(0, 12)}*)`)).toBe(1)
    }
    expect(await found(`eq(${field},other.${MIXED})`)).toBe(0)
  })
})
