import { Select } from '@mantine/core'
import { useState } from 'react'
import type { Shipment } from '../../../generated/schema.ts'
import { useParam } from '../../../kit/address-state.ts'
import { DialogForm } from '../../../kit/dialogs/dialog-form.tsx'
import { Loaded } from '../../../kit/states.tsx'
import { SHIPMENT_STATUS } from '../../../messages/order-states.ts'
import { OrderDialog, useOrderChange } from '../order-dialog.tsx'
import { useShipment } from '../reads.ts'
import { type Parcel, ParcelFields } from './shipment-fields.tsx'

export function EditShipmentDialog() {
  const query = useShipment(useParam('order'), useParam('shipment'))
  return (
    <OrderDialog title="Edit shipment" size="lg">
      {(order, close) => (
        <Loaded query={query} what="shipment">
          {({ data }) => <ShipmentForm shipment={data} order_id={order.id} onClose={close} />}
        </Loaded>
      )}
    </OrderDialog>
  )
}

type Status = Shipment['status']

/** Cancellation has its own dialog. */
const NEXT: Readonly<Record<Status, readonly Status[]>> = {
  pending: ['pending', 'shipped'],
  shipped: ['shipped', 'delivered'],
  delivered: ['delivered'],
  cancelled: ['cancelled'],
}

type FormProps = { shipment: Shipment; order_id: string; onClose: () => void }

function ShipmentForm({ shipment, order_id, onClose }: FormProps) {
  const [parcel, setParcel] = useState<Parcel>(shipment)
  const [status, setStatus] = useState<Status>(shipment.status)
  const { carrier, tracking_number, tracking_url } = parcel
  const data = { carrier, tracking_number, tracking_url, ...(status === shipment.status ? {} : { status }) }
  const params = { order_id, shipment_id: shipment.id }
  const change = useOrderChange<void>(order_id, (api) =>
    api.PUT('/v2/orders/{order_id}/shipments/{shipment_id}', { params: { path: params }, body: { data } }),
  )
  return (
    <DialogForm
      operation="UpdateShipment"
      params={params}
      body={{ data }}
      onSubmit={() => change.mutateAsync()}
      onCancel={onClose}
      submitLabel="Save"
      error={change.error}
      what="shipment"
    >
      <ParcelFields value={parcel} onChange={setParcel} />
      <Select
        label="Status"
        data={NEXT[shipment.status].map((value) => ({ value, label: SHIPMENT_STATUS[value].word }))}
        value={status}
        onChange={(next) => setStatus((next ?? status) as Status)}
        allowDeselect={false}
      />
    </DialogForm>
  )
}
