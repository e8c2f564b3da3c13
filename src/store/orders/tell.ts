import { present } from '../kit/resource.ts'
import { save } from '../kit/rows.ts'
import type { Work } from '../kit/work.ts'
import { type OrderItem, presentItem } from './item.ts'
import { type Order, orders } from './order.ts'
import { insertOrderEvents, selectItems } from './store.ts'

/** What becomes of an order beside its being updated. */
export type Occasion = 'created' | 'authorized' | 'paid' | 'fulfilled' | 'cancelled' | 'refunded'

/**
 * Writes the changes of a locked order and tells of it: what happened, in this order, then `order.updated`, once. Does
 * nothing when nothing changes.
 */
export async function changeOrder(
  work: Work,
  before: Order,
  changes: Partial<Order>,
  occasions: readonly Occasion[] = [],
): Promise<Order> {
  const after = await save(work, orders, before, changes)
  if (after === before) return before
  const items = await selectItems(work.tx, { owner_id: after.owner_id, order_id: after.id })
  tellOrder(work, after, items, [...occasions, 'updated'])
  return after
}

export function tellOrder(
  work: Work,
  order: Order,
  items: readonly OrderItem[],
  occasions: readonly (Occasion | 'updated')[],
): void {
  const payload = presentOrder(order, items, work.base_url)
  const events: Work['events'] = occasions.map((occasion) => ({
    triggered_by: `order.${occasion}`,
    payload,
    resource_version: order.version,
  }))
  work.events.push(...events)
  const place = { owner_id: order.owner_id, order_id: order.id }
  work.noting.push(() =>
    insertOrderEvents(
      work.tx,
      place,
      events.flatMap(({ id }) => id ?? []),
    ),
  )
}

/** The order with its items, as the API and events show it. */
export function presentOrder(order: Order, items: readonly OrderItem[], base_url: string) {
  const included = { items: items.map((item) => presentItem(item, order.money_format)) }
  return { data: present(orders, order, base_url), included }
}
