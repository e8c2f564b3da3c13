import { whyAbsent } from '../carts/current.ts'
import type { Body, Resource } from '../hypermedia/resource.ts'
import type { Shop } from '../shop.ts'
import { emailAt, emailsOf } from '../shoppers/emails.ts'
import { currentOrder } from './current.ts'

export const emailInfo: Resource<Shop> = {
  name: 'email info',
  type: 'shop.emails.email-info',
  path: '/orders/:scope/:order/emailinfo',
  max_age: 0,
  relations: { order: 'order', email: 'email', emailform: 'email form' },
  read: (shop, addresses) =>
    Promise.all(
      addresses.map(async ({ order = '' }) => {
        const absent = await whyAbsent(shop, { cart: order })
        if (absent !== null) return absent
        const [used] = await emailsOf(shop)
        const { params } = await currentOrder(shop)
        const links = [
          { rel: 'order', rev: 'emailinfo', params },
          ...(used === undefined ? [] : [{ rel: 'email', params: emailAt(shop, used) }]),
          { rel: 'emailform', params: { scope: shop.scope } },
        ]
        return { params, links, data: { name: 'email-info' } } satisfies Body
      }),
    ),
}
