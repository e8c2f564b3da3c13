import { Text } from '@mantine/core'
import { useParam } from '../../kit/address-state.ts'
import { OrderConfirm } from './order-dialog.tsx'
import { useOrder } from './reads.ts'

export function AnonymizeDialog() {
  const order_id = useParam('order')
  const number = useOrder(order_id).data?.data.order_number ?? ''
  return (
    <OrderConfirm
      order_id={order_id}
      operation="AnonymizeOrders"
      title={`Anonymize order ${number}?`}
      confirmLabel="Anonymize"
      irreversible="This cannot be undone: no one can read that data again."
      typeToConfirm={number}
      run={(api) => api.POST('/v2/orders/anonymize', { body: { data: { order_ids: [order_id] } } })}
    >
      <Text size="sm">
        The buyer’s name, e-mail address and addresses, and all custom data are replaced by <code>*</code>, here and in
        the events of the order. Its notes are deleted. Amounts, items and transactions stay.
      </Text>
    </OrderConfirm>
  )
}
