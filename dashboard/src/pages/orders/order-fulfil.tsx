import { Text } from '@mantine/core'
import type { Order } from '../../generated/schema.ts'
import { DialogForm } from '../../kit/dialogs/dialog-form.tsx'
import { OrderDialog, useOrderChange } from './order-dialog.tsx'
import { orderActions } from './rules/order-actions.ts'

export function FulfilDialog() {
  return (
    <OrderDialog title="Mark as fulfilled">
      {(order, close) => <FulfilForm order={order} onClose={close} />}
    </OrderDialog>
  )
}

const BODY = { data: { type: 'order', shipping: 'fulfilled' } } as const

function FulfilForm({ order, onClose }: { order: Order; onClose: () => void }) {
  const params = { order_id: order.id }
  const left = order.meta.units.unshipped
  const change = useOrderChange<void>(order.id, (api) =>
    api.PUT('/v2/orders/{order_id}', { params: { path: params }, body: BODY }),
  )
  const fulfill = orderActions(order).find(({ action }) => action === 'fulfill')
  return (
    <DialogForm
      operation="UpdateOrder"
      params={params}
      body={BODY}
      onSubmit={() => change.mutateAsync()}
      onCancel={onClose}
      submitLabel="Mark as fulfilled"
      disabledReason={fulfill?.disabledReason ?? null}
      error={change.error}
      what="order"
    >
      <Text size="sm">
        {left} {left === 1 ? 'unit is' : 'units are'} not shipped yet. Pending shipments are marked as shipped, and the
        units that are in none of them become one more shipment. All of them are taken from stock. To add a carrier or
        to send only some, create a shipment instead.
      </Text>
    </DialogForm>
  )
}
