import { currentParams, ofCurrent } from '../carts/current.ts'
import type { Resource } from '../hypermedia/resource.ts'
import type { Shop } from '../shop.ts'
import { emailAt, emailsOf } from '../shoppers/emails.ts'

export const emailInfo: Resource<Shop> = {
  name: 'email info',
  type: 'shop.emails.email-info',
  path: '/orders/:scope/:order/emailinfo',
  max_age: 0,
  relations: { order: 'order', email: 'email', emailform: 'email form' },
  read: ofCurrent({
    named: 'order',
    load: async (shop) => ({ ...(await currentParams(shop)), shop, used: (await emailsOf(shop))[0] }),
    show({ scope, cart, shop, used }) {
      const params = { scope, order: cart }
      const links = [
        { rel: 'order', rev: 'emailinfo', params },
        ...(used === undefined ? [] : [{ rel: 'email', params: emailAt(shop, used) }]),
        { rel: 'emailform', params: { scope } },
      ]
      return { params, links, data: { name: 'email-info' } }
    },
  }),
}
