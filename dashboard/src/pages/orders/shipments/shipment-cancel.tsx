import { useParam } from '../../../kit/address-state.ts'
import { OrderConfirm } from '../order-dialog.tsx'
import { useShipment } from '../reads.ts'

export function CancelShipmentDialog() {
  const path = { order_id: useParam('order'), shipment_id: useParam('shipment') }
  const shipment = useShipment(path.order_id, path.shipment_id).data?.data
  const units = (shipment?.items ?? []).reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <OrderConfirm
      order_id={path.order_id}
      operation="CancelShipment"
      title="Cancel this shipment?"
      confirmLabel="Cancel shipment"
      irreversible="A cancelled shipment cannot be sent any more."
      run={(api) => api.POST('/v2/orders/{order_id}/shipments/{shipment_id}/cancel', { params: { path } })}
    >
      Its {units} {units === 1 ? 'unit is' : 'units are'} free for another shipment.
    </OrderConfirm>
  )
}
