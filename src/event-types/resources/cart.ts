import { type Static, Type } from 'typebox'
import { isoTime } from '../../kernel/clock.ts'
import { DAY } from '../../kernel/duration.ts'
import { Links, Money, Time, Timestamps, ToMany } from '../../kernel/schemas.ts'
import { eventsOf } from '../event-type.ts'
import { links, money, relatedId, timestamps } from '../samples.ts'

const CART_EXPIRY_MS = 7 * DAY

export const Cart = Type.Object({
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
export type Cart = Static<typeof Cart>

/** 2 x 20.00 and 10.00 less 5.00, taxed at 20 %. */
export const cartEvents = eventsOf({
  entity: 'Cart',
  prefix: 'cart',
  level: 'store',
  origin: 'store',
  payload: Type.Object({ data: Cart }),
  sample: (source, action): { data: Cart } => ({
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
        timestamps: { ...timestamps(source, action), expires_at: isoTime(source.time + CART_EXPIRY_MS) },
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
  actions: {
    updated: 'Emitted when the items, coupons, shipping or tax items of a cart change, once for each request.',
    deleted: 'Emitted when a cart is deleted or expires.',
  },
})
