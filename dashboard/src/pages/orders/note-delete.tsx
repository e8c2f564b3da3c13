import { useParam } from '../../kit/address-state.ts'
import { useRead } from '../../kit/requests/use-read.ts'
import { OrderConfirm } from './order-dialog.tsx'

export function DeleteNoteDialog() {
  const path = { order_id: useParam('order'), order_note_id: useParam('note') }
  const note = useRead('/v2/orders/{order_id}/notes/{order_note_id}', { params: { path } }).data?.data
  return (
    <OrderConfirm
      order_id={path.order_id}
      operation="DeleteOrderNote"
      title="Delete this note?"
      confirmLabel="Delete note"
      irreversible="It cannot be restored."
      run={(api) => api.DELETE('/v2/orders/{order_id}/notes/{order_note_id}', { params: { path } })}
    >
      {note?.text}
    </OrderConfirm>
  )
}
