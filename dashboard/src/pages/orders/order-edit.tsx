import { ifUnchanged } from '../../api/if-unchanged.ts'
import type { Order } from '../../generated/schema.ts'
import { SchemaForm } from '../../kit/form/form.tsx'
import { hidden } from '../../kit/form/overrides.ts'
import { useBodySchema } from '../../kit/requests/body-schema.ts'
import { Lines } from '../../kit/states.tsx'
import { OrderDialog, useOrderChange } from './order-dialog.tsx'

export function EditDialog() {
  return (
    <OrderDialog title="Edit order" size="lg">
      {(order, close) => <EditForm order={order} onClose={close} />}
    </OrderDialog>
  )
}

/** States have their own dialogs. */
const OVERRIDES = { status: hidden, shipping: hidden }
const ORDER = ['shipping_address', 'billing_address', 'order_number', 'external_ref', 'custom_attributes']

type Body = { type?: 'order' }

function EditForm({ order, onClose }: { order: Order; onClose: () => void }) {
  const schema = useBodySchema('UpdateOrder')
  const change = useOrderChange<Body>(order.id, (api, data) =>
    ifUnchanged(api).PUT('/v2/orders/{order_id}', { params: { path: { order_id: order.id } }, body: { data } }),
  )
  if (schema === undefined) return <Lines />
  return (
    <SchemaForm
      schema={schema}
      value={order}
      overrides={OVERRIDES}
      order={ORDER}
      operation="UpdateOrder"
      submitLabel="Save"
      onSubmit={(data) => change.mutateAsync(data as Body)}
      onCancel={onClose}
    />
  )
}
