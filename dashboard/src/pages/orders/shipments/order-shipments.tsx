import { Anchor, Group, Text } from '@mantine/core'
import type { Order, OrderItem, Shipment } from '../../../generated/schema.ts'
import { ActionButton, type OfferedAction } from '../../../kit/actions.tsx'
import { Time } from '../../../kit/cells/time.tsx'
import { useScope, whyForbidden } from '../../../kit/scope.ts'
import { Loaded } from '../../../kit/states.tsx'
import { usePaths } from '../../../kit/use-paths.ts'
import { SHIPMENT_STATUS } from '../../../messages/order-states.ts'
import type { Paths } from '../../../paths.ts'
import { Rows, type RowsColumn } from '../../../ui/layout/rows.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { Status } from '../../../ui/status.tsx'
import classes from '../order.module.css'
import { useItems, useShipments } from '../reads.ts'
import { orderActions } from '../rules/order-actions.ts'

export function ShipmentsSection({ order }: { order: Order }) {
  const paths = usePaths()
  const scope = useScope()
  const query = useShipments(order.id)
  const items = useItems(order.id).data?.data ?? []
  const create = orderActions(order).find(({ action }) => action === 'create_shipment')
  const button: OfferedAction = {
    name: 'Create shipment',
    to: paths.order(order.id, 'shipments/new'),
    disabledReason: whyForbidden('CreateShipment', scope) ?? create?.disabledReason ?? null,
  }
  return (
    <Section title="Shipments" flush actions={<ActionButton size="xs" action={button} />}>
      <Loaded query={query} what="list of shipments">
        {({ data }) =>
          data.length === 0 ? (
            <Text size="sm" px="md" pb="md">
              Nothing has been shipped. A shipment has some or all units, a carrier and a tracking number.
            </Text>
          ) : (
            <Rows
              label="Shipments"
              rows={data}
              columns={columns(items, order.id, paths, whyForbidden('UpdateShipment', scope))}
              keyOf={({ id }) => id}
              isMuted={({ status }) => status === 'cancelled'}
            />
          )
        }
      </Loaded>
    </Section>
  )
}

function columns(
  items: readonly OrderItem[],
  order_id: string,
  paths: Paths,
  forbidden: string | null,
): readonly RowsColumn<Shipment>[] {
  return [
    { header: 'Shipment', cell: (shipment) => <State shipment={shipment} />, width: '160px' },
    { header: 'Units', cell: (shipment) => <Contents shipment={shipment} items={items} />, width: 'minmax(0, 2fr)' },
    {
      header: 'Carrier',
      cell: (shipment) => <Tracking shipment={shipment} />,
    },
    {
      header: 'Actions',
      plain: true,
      width: '190px',
      cell: (shipment) => <Buttons shipment={shipment} order_id={order_id} paths={paths} forbidden={forbidden} />,
    },
  ]
}

function State({ shipment: { status, shipped_at, delivered_at, meta } }: { shipment: Shipment }) {
  const { tone, word } = SHIPMENT_STATUS[status]
  return (
    <div>
      <Status tone={tone}>{word}</Status>
      <div className={classes.small}>
        <Time at={delivered_at ?? shipped_at ?? meta.timestamps.created_at} />
      </div>
    </div>
  )
}

function Contents({ shipment, items }: { shipment: Shipment; items: readonly OrderItem[] }) {
  return shipment.items.map(({ id, quantity }) => (
    <div key={id}>
      {quantity} × {items.find((item) => item.id === id)?.name ?? id}
    </div>
  ))
}

function Tracking({ shipment: { carrier, tracking_number, tracking_url } }: { shipment: Shipment }) {
  return (
    <>
      {carrier === '' ? <span className={classes.quiet}>None</span> : carrier}
      <div className={classes.small}>
        {tracking_url === '' ? (
          tracking_number
        ) : (
          <Anchor inherit href={tracking_url} target="_blank" rel="noreferrer">
            {tracking_number === '' ? 'Track' : tracking_number}
          </Anchor>
        )}
      </div>
    </>
  )
}

type ButtonsProps = { shipment: Shipment; order_id: string; paths: Paths; forbidden: string | null }

function Buttons({ shipment: { id, status }, order_id, paths, forbidden }: ButtonsProps) {
  const done = status === 'pending' ? null : `The shipment is ${SHIPMENT_STATUS[status].word.toLowerCase()}.`
  return (
    <Group gap={6}>
      <ActionButton
        size="xs"
        action={{
          name: 'Packing slip',
          to: paths.order(order_id, `shipments/${id}/packing-slip`),
          disabledReason: null,
        }}
      />
      <ActionButton
        size="xs"
        action={{ name: 'Edit', to: paths.order(order_id, `shipments/${id}/edit`), disabledReason: forbidden }}
      />
      <ActionButton
        size="xs"
        action={{
          name: 'Cancel shipment',
          to: paths.order(order_id, `shipments/${id}/cancel`),
          disabledReason: forbidden ?? done,
        }}
      />
    </Group>
  )
}
