import type { ActionOf } from '../../event-types/catalog.ts'
import { present } from '../kit/resource.ts'
import { save } from '../kit/rows.ts'
import type { Work } from '../kit/work.ts'
import { type OrderItem, presentItem } from './item.ts'
import { type Order, orders } from './order.ts'
import { type CountedLine, orderUnits } from './rules/units.ts'
import { insertOrderEvents, selectItems } from './store.ts'

/** Actions of order events besides `updated`. */
export type OrderAction = Exclude<ActionOf<'order'>, 'updated' | 'deleted'>

/**
 * Writes the changes of a locked order and emits its events: the actions, in this order, then one `order.updated`. Does
 * nothing if nothing changes.
 */
export async function changeOrder(
  work: Work,
  before: Order,
  changes: Partial<Order>,
  actions: readonly OrderAction[] = [],
): Promise<Order> {
  const after = await save(work, orders, before, changes)
  if (after === before) return before
  const items = await selectItems(work.tx, { owner_id: after.owner_id, order_id: after.id })
  emitOrderEvents(work, after, items, [...actions, 'updated'])
  return after
}

export function emitOrderEvents(
  work: Work,
  order: Order,
  items: readonly OrderItem[],
  actions: readonly (OrderAction | 'updated')[],
): void {
  const payload = presentOrder(order, items, work.base_url)
  const events: Work['events'] = actions.map((action) => ({
    triggered_by: `order.${action}`,
    payload,
    resource_version: order.version,
  }))
  work.events.push(...events)
  const key = { owner_id: order.owner_id, order_id: order.id }
  work.before_record.push(() =>
    insertOrderEvents(
      work.tx,
      key,
      events.flatMap(({ id }) => id ?? []),
    ),
  )
}

export function presentOrder(order: Order, items: readonly OrderItem[], base_url: string) {
  const included = { items: items.map((item) => presentItem(item, order.money_format)) }
  return { data: presentWithUnits(order, items, base_url), included }
}

/** Presents an order with the units of its items. */
export function presentWithUnits(order: Order, lines: readonly CountedLine[], base_url: string) {
  const shown = present(orders, order, base_url)
  return { ...shown, meta: { ...shown.meta, units: orderUnits(lines) } }
}
