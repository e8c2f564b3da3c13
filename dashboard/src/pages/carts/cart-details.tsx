import { ActionIcon, Group } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { Cart } from '../../generated/schema.ts'
import { Time } from '../../kit/cells/time.tsx'
import { LinkTo } from '../../kit/link.tsx'
import { useRead } from '../../kit/requests/use-read.ts'
import { useScope, whyForbidden } from '../../kit/scope.ts'
import { ProblemView } from '../../kit/states.tsx'
import { usePaths } from '../../kit/use-paths.ts'
import { KeyValue } from '../../ui/layout/key-value.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { useCartChange } from './use-cart-change.ts'

/** Owner, destination and expiry of the cart. */
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
            value: <Customers cart_id={cart.id} ids={customers.map(({ id }) => id)} />,
          },
          ...accounts.map(({ id }) => ({
            label: 'Account',
            value: <LinkTo to={paths.account(id)}>Open the account</LinkTo>,
          })),
          { label: 'Currency', value: currency },
          { label: 'Destination', value: [postcode, region, country].filter(Boolean).join(', ') },
          ...Object.entries(custom_attributes).map(([label, { value }]) => ({ label, value: String(value) })),
          { label: 'Created', value: <Time at={meta.timestamps.created_at} /> },
          { label: 'Deleted from', value: <Time at={meta.timestamps.expires_at} /> },
        ]}
      />
    </Section>
  )
}

function Customers({ cart_id, ids }: { cart_id: string; ids: readonly string[] }) {
  const paths = usePaths()
  const forbidden = whyForbidden('RemoveCartCustomers', useScope())
  const remove = useCartChange<string>((api, id) =>
    api.DELETE('/v2/carts/{cart_id}/relationships/customers', {
      params: { path: { cart_id } },
      body: { data: [{ type: 'customer', id }] },
    }),
  )
  return (
    <>
      {ids.map((id) => (
        <Group key={id} gap={4} wrap="nowrap">
          <CustomerLink id={id} />
          <ActionIcon
            size={24}
            variant="subtle"
            color="gray"
            aria-label="Remove this customer from the cart"
            disabled={forbidden !== null || remove.isPending}
            onClick={() => remove.mutate(id)}
          >
            <IconX size={14} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      {remove.error !== null && <ProblemView error={remove.error} what="customer" />}
      {ids.length === 0 && <LinkTo to={paths.cart(cart_id, 'customer')}>Add a customer</LinkTo>}
    </>
  )
}

function CustomerLink({ id }: { id: string }) {
  const { data } = useRead('/v2/customers/{customer_id}', { params: { path: { customer_id: id } } })
  return <LinkTo to={usePaths().customer(id)}>{data?.data.name ?? id}</LinkTo>
}
