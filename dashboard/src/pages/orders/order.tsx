import { Outlet } from '@tanstack/react-router'
import type { OperationId } from '../../api/operations.ts'
import type { Order, OrderAction } from '../../generated/schema.ts'
import type { Action } from '../../kit/actions.tsx'
import { useParam } from '../../kit/address-state.ts'
import { Page } from '../../kit/page.tsx'
import { Loaded } from '../../kit/states.tsx'
import { usePaths } from '../../kit/use-paths.ts'
import type { Paths } from '../../paths.ts'
import { Copyable } from '../../ui/copy/copyable.tsx'
import columns from '../../ui/layout/columns.module.css'
import { AddressesSection } from './order-addresses.tsx'
import { BuyerSection } from './order-buyer.tsx'
import { ItemsSection } from './order-items.tsx'
import { NotesSection } from './order-notes.tsx'
import { EVENTS_PLACE, PROMOTIONS_PLACE } from './order-places.tsx'
import { PromotionsSection } from './order-promotions.tsx'
import { StateStrip } from './order-state.tsx'
import { TimelineSection } from './order-timeline.tsx'
import { LedgerSection } from './payments/order-ledger.tsx'
import { useOrder } from './reads.ts'
import { orderActions } from './rules/order-actions.ts'
import { ShipmentsSection } from './shipments/order-shipments.tsx'

export function OrderPage() {
  const paths = usePaths()
  const id = useParam('order')
  const query = useOrder(id)
  const order = query.data?.data
  return (
    <Page
      title={order === undefined ? 'Order' : `Order ${order.order_number}`}
      beside={<Copyable value={id} label="order id" length={13} />}
      request={{ path: '/v2/orders/{order_id}', params: { order_id: id } }}
      crumbs={[{ label: 'Orders', to: paths.orders() }]}
      actions={order === undefined ? [] : headerActions(order, paths)}
      shownActions={4}
    >
      <Loaded query={query} what="order">
        {({ data }) => <Sections order={data} />}
      </Loaded>
      <Outlet />
    </Page>
  )
}

function Sections({ order }: { order: Order }) {
  return (
    <>
      <StateStrip order={order} />
      <div className={columns.columns}>
        <div className={columns.column}>
          <ItemsSection order={order} />
          <LedgerSection order={order} />
          <ShipmentsSection order={order} />
          <div id={PROMOTIONS_PLACE}>
            <PromotionsSection order={order} />
          </div>
          <div id={EVENTS_PLACE}>
            <TimelineSection order={order} />
          </div>
        </div>
        <div className={columns.column}>
          <BuyerSection order={order} />
          <AddressesSection order={order} />
          <NotesSection order={order} />
        </div>
      </div>
    </>
  )
}

/** Dialogs of the page header. Shipments and notes have buttons in their sections. */
const HEADER: readonly { action: OrderAction; part: string; operation: OperationId }[] = [
  { action: 'pay', part: 'pay', operation: 'PayOrder' },
  { action: 'fulfill', part: 'fulfil', operation: 'UpdateOrder' },
  { action: 'edit', part: 'edit', operation: 'UpdateOrder' },
  { action: 'cancel', part: 'cancel', operation: 'UpdateOrder' },
  { action: 'anonymize', part: 'anonymize', operation: 'AnonymizeOrders' },
]

/** Actions that advance an order. */
const STEPS = ['pay', 'fulfil']

/** Buttons of the header, with the next step of the order first. */
function headerActions(order: Order, paths: Paths): Action[] {
  const allowed = orderActions(order)
  const actions = HEADER.flatMap(({ action, part, operation }) => {
    const one = allowed.find((candidate) => candidate.action === action)
    if (one === undefined) return []
    const { label: name, danger, disabledReason } = one
    return [{ part, action: { name, to: paths.order(order.id, part), operation, danger, disabledReason } }]
  })
  const isNext = ({ part, action }: (typeof actions)[number]) => STEPS.includes(part) && action.disabledReason === null
  const next = actions.find(isNext)
  const others = actions.filter((one) => one !== next)
  return [
    ...[...(next === undefined ? [] : [next]), ...others].map(({ action }) => action),
    { name: 'Invoice', to: paths.order(order.id, 'invoice') },
  ]
}
