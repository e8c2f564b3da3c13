import { Type } from 'typebox'
import { isoTime } from '../../kernel/clock.ts'
import { type EventSource, eventsOf } from '../event-type.ts'
import { Links, links, Money, money, relatedId, Time, Timestamps, ToMany, timestamps } from './nouns.ts'

const WEEK = 7 * 86_400_000

const Cart = Type.Object({
  type: Type.Literal('cart'),
  id: Type.String({ minLength: 1, description: 'Chosen by the shopper client, so not always a UUID.' }),
  name: Type.String(),
  description: Type.String(),
  links: Links,
  meta: Type.Object({
    display_price: Type.Object({
      discount: Money,
      tax: Money,
      with_tax: Money,
      without_tax: Money,
    }),
    timestamps: Type.Object({ ...Timestamps.properties, expires_at: Time }),
  }),
  relationships: Type.Object({
    customers: Type.Partial(ToMany('customer'), { description: 'Empty while no customer has the cart.' }),
    items: ToMany('cart_item'),
  }),
})

const Payload = Type.Object({ data: Cart })

/** 2 x 20.00 and 10.00 less 5.00, taxed at 20 %. */
const cart: EventSource<typeof Payload> = {
  entity: 'Cart',
  prefix: 'cart',
  level: 'store',
  origin: 'store',
  payload: Payload,
  sample: (source, occasion) => ({
    data: {
      type: 'cart',
      id: source.id,
      name: 'Living room',
      description: 'Lamps for the new flat',
      links: links(source, `/carts/${source.id}`),
      meta: {
        display_price: {
          discount: money(-500),
          tax: money(900),
          with_tax: money(5400),
          without_tax: money(4500),
        },
        timestamps: { ...timestamps(source, occasion), expires_at: isoTime(source.time + WEEK) },
      },
      relationships: {
        customers: { data: [{ type: 'customer', id: relatedId(source.id, 1) }] },
        items: {
          data: [
            { type: 'cart_item', id: relatedId(source.id, 2) },
            { type: 'cart_item', id: relatedId(source.id, 3) },
          ],
        },
      },
    },
  }),
}

export const cartEvents = eventsOf(cart, {
  updated: 'Fires when the items, coupons, shipping or tax items of a cart change, once for each request.',
  deleted: 'Fires when a cart is deleted or expires.',
})
