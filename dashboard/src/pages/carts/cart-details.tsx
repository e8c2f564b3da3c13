import type { Cart } from '../../generated/schema.ts'
import { Time } from '../../kit/cells/time.tsx'
import { LinkTo } from '../../kit/link.tsx'
import { usePaths } from '../../kit/use-paths.ts'
import { useRead } from '../../kit/use-read.ts'
import { KeyValue } from '../../ui/key-value.tsx'
import { Section } from '../../ui/section.tsx'

/** Whose the cart is, where it goes, and how long it is kept. */
export function DetailsSection({ cart }: { cart: Cart }) {
  const { name, description, currency, country, region, postcode, custom_attributes, relationships, meta } = cart
  const customers = relationships.customers.data ?? []
  const accounts = relationships.accounts?.data ?? []
  const paths = usePaths()
  return (
    <Section title="Details">
      <KeyValue
        items={[
          { label: 'Name', value: name },
          { label: 'Description', value: description },
          {
            label: 'Customers',
            value: customers.length === 0 ? null : customers.map(({ id }) => <CustomerLink key={id} id={id} />),
          },
          ...accounts.map(({ id }) => ({
            label: 'Account',
            value: <LinkTo to={paths.account(id)}>Open the account</LinkTo>,
          })),
          { label: 'Currency', value: currency },
          { label: 'Destination', value: [postcode, region, country].filter(Boolean).join(', ') },
          ...Object.entries(custom_attributes).map(([label, { value }]) => ({ label, value: String(value) })),
          { label: 'Made', value: <Time at={meta.timestamps.created_at} /> },
          { label: 'Deleted from', value: <Time at={meta.timestamps.expires_at} /> },
        ]}
      />
    </Section>
  )
}

function CustomerLink({ id }: { id: string }) {
  const { data } = useRead('/v2/customers/{customer_id}', { params: { path: { customer_id: id } } })
  return <LinkTo to={usePaths().customer(id)}>{data?.data.name ?? id}</LinkTo>
}
