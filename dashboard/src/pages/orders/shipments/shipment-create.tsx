import { Checkbox, NumberInput, Text } from '@mantine/core'
import { useState } from 'react'
import type { Order, OrderItem } from '../../../generated/schema.ts'
import { DialogForm } from '../../../kit/dialogs/dialog-form.tsx'
import { useIdempotencyKey } from '../../../kit/requests/idempotency-key.ts'
import { Loaded } from '../../../kit/states.tsx'
import { Rows, type RowsColumn } from '../../../ui/layout/rows.tsx'
import { OrderDialog, useOrderChange } from '../order-dialog.tsx'
import { useItems, useShipments, useTransactions } from '../reads.ts'
import { orderActions } from '../rules/order-actions.ts'
import { freeUnits } from '../rules/shipment-units.ts'
import { type Parcel, ParcelFields } from './shipment-fields.tsx'

export function CreateShipmentDialog() {
  return (
    <OrderDialog title="Create shipment" size="lg">
      {(order, close) => <WithUnits order={order} onClose={close} />}
    </OrderDialog>
  )
}

type Props = { order: Order; onClose: () => void }

function WithUnits(props: Props) {
  const items = useItems(props.order.id)
  const shipments = useShipments(props.order.id)
  const transactions = useTransactions(props.order.id)
  return (
    <Loaded query={items} what="list of items">
      {({ data }) => (
        <Loaded query={shipments} what="list of shipments">
          {({ data: sent }) => (
            <Loaded query={transactions} what="list of transactions">
              {({ data: paid }) => <ShipmentForm {...props} items={data} free={freeUnits(data, sent, paid)} />}
            </Loaded>
          )}
        </Loaded>
      )}
    </Loaded>
  )
}

type FormProps = Props & { items: readonly OrderItem[]; free: Units }

function ShipmentForm({ order, items, free, onClose }: FormProps) {
  const key = useIdempotencyKey()
  const [units, setUnits] = useState<Units>(free)
  const [parcel, setParcel] = useState<Parcel>({ carrier: '', tracking_number: '', tracking_url: '' })
  const actions = orderActions(order)
  const notShippable = actions.find(({ action }) => action === 'ship')?.disabledReason ?? null
  const [isShipped, setShipped] = useState(notShippable === null)
  const chosen = Object.entries(units).flatMap(([id, quantity]) => (quantity > 0 ? [{ id, quantity }] : []))
  // The API ships all remaining units if none are given.
  const items_sent =
    chosen.every(({ id, quantity }) => free[id] === quantity) && chosen.length === count(free) ? {} : { items: chosen }
  const data = { ...filled(parcel), status: isShipped ? 'shipped' : 'pending', ...items_sent } as const
  const params = { order_id: order.id }
  const change = useOrderChange<void>(order.id, (api) =>
    api.POST('/v2/orders/{order_id}/shipments', {
      params: { path: params, header: { 'idempotency-key': key } },
      body: { data },
    }),
  )
  const reason = actions.find(({ action }) => action === 'create_shipment')?.disabledReason ?? null
  return (
    <DialogForm
      operation="CreateShipment"
      params={params}
      body={{ data }}
      onSubmit={() => change.mutateAsync()}
      onCancel={onClose}
      submitLabel={isShipped ? 'Ship' : 'Create shipment'}
      disabledReason={reason ?? (chosen.length === 0 ? 'Choose units.' : null)}
      error={change.error}
      what="order"
    >
      <ParcelFields value={parcel} onChange={setParcel} />
      <Rows
        label="Units to ship"
        rows={items.filter(({ id }) => (free[id] ?? 0) > 0)}
        columns={columns(free, units, setUnits)}
        keyOf={({ id }) => id}
      />
      <Checkbox
        label="Ship now, and take the units from stock"
        {...(notShippable === null ? {} : { description: notShippable })}
        checked={isShipped}
        disabled={notShippable !== null}
        onChange={(event) => setShipped(event.currentTarget.checked)}
      />
      <Text size="sm" c="var(--text-dim)">
        Only units of physical products can be shipped.
      </Text>
    </DialogForm>
  )
}

function filled(parcel: Parcel): Partial<Parcel> {
  return Object.fromEntries(Object.entries(parcel).filter(([, value]) => value !== ''))
}

const count = (free: Units) => Object.values(free).filter((units) => units > 0).length

type Units = Readonly<Record<string, number>>

const columns = (free: Units, units: Units, onChange: (units: Units) => void): readonly RowsColumn<OrderItem>[] => [
  { header: 'Item', cell: ({ name }) => name, width: 'minmax(0, 2fr)' },
  { header: 'Left', align: 'end', width: '60px', cell: ({ id }) => free[id] ?? 0 },
  {
    header: 'Units',
    align: 'end',
    width: '96px',
    cell: ({ id, name }) => (
      <NumberInput
        aria-label={`Units of ${name} to ship`}
        size="xs"
        w={80}
        ml="auto"
        min={0}
        max={free[id] ?? 0}
        clampBehavior="strict"
        allowDecimal={false}
        disabled={(free[id] ?? 0) === 0}
        value={units[id] ?? 0}
        onChange={(next) => onChange({ ...units, [id]: Number(next) || 0 })}
      />
    ),
  },
]
