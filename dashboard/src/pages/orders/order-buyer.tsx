import type { ReactNode } from 'react'
import type { Order } from '../../generated/schema.ts'
import { Time } from '../../kit/cells/time.tsx'
import { LinkTo } from '../../kit/link.tsx'
import { usePaths } from '../../kit/use-paths.ts'
import type { Paths } from '../../paths.ts'
import { KeyValue, type KeyValueItem } from '../../ui/layout/key-value.tsx'
import { Section } from '../../ui/layout/section.tsx'

/** Buyer and additional data of the order. */
export function BuyerSection({ order }: { order: Order }) {
  const paths = usePaths()
  const { external_ref, meta, anonymized } = order
  return (
    <Section title="Buyer">
      <KeyValue
        items={[
          ...buyer(order, paths),
          ...(anonymized ? [{ label: 'Personal data', value: 'Redacted' }] : []),
          { label: 'External reference', value: external_ref },
          { label: 'Created', value: <Time at={meta.timestamps.created_at} /> },
          { label: 'Updated', value: <Time at={meta.timestamps.updated_at} /> },
          ...customFields(order),
        ]}
      />
    </Section>
  )
}

function buyer({ customer, contact, relationships }: Order, paths: Paths): KeyValueItem[] {
  const customer_id = relationships.customer?.data.id
  const account_id = relationships.account?.data.id
  const named: ReactNode = contact?.name || customer.name
  return [
    {
      label: 'Name',
      value: customer_id === undefined ? named : <LinkTo to={paths.customer(customer_id)}>{named}</LinkTo>,
    },
    { label: 'E-mail', value: contact?.email || customer.email },
    ...(account_id === undefined
      ? []
      : [{ label: 'Account', value: <LinkTo to={paths.account(account_id)}>Open the account</LinkTo> }]),
    ...(customer_id === undefined && account_id === undefined ? [{ label: 'Kind', value: 'Guest' }] : []),
  ]
}

/** Labels are the shop's own names of the attributes. */
function customFields({ custom_attributes }: Pick<Order, 'custom_attributes'>): KeyValueItem[] {
  return Object.entries(custom_attributes).map(([name, { value }]) => ({ label: name, value: String(value) }))
}
