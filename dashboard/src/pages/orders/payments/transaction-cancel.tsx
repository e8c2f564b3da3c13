import { useParam } from '../../../kit/address-state.ts'
import { Money } from '../../../kit/cells/money.tsx'
import { useIdempotencyKey } from '../../../kit/requests/idempotency-key.ts'
import { OrderConfirm } from '../order-dialog.tsx'
import { useTransaction } from '../reads.ts'

export function VoidDialog() {
  const key = useIdempotencyKey()
  const path = { order_id: useParam('order'), transaction_id: useParam('transaction') }
  const transaction = useTransaction(path.order_id, path.transaction_id).data?.data
  return (
    <OrderConfirm
      order_id={path.order_id}
      operation="CancelTransaction"
      title="Void this authorization?"
      confirmLabel="Void authorization"
      irreversible="A voided authorization cannot be captured any more."
      run={(api) =>
        api.POST('/v2/orders/{order_id}/transactions/{transaction_id}/cancel', {
          params: { path, header: { 'idempotency-key': key } },
        })
      }
    >
      <Money amount={transaction?.amount} currency={transaction?.currency} /> are no longer reserved for this order.
    </OrderConfirm>
  )
}
