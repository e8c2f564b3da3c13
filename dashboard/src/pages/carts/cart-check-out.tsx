import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { invalidate } from '../../api/queries.ts'
import type { CustomerAddress as Address, Cart, CheckOutInput } from '../../generated/schema.ts'
import { useParam } from '../../kit/address-state.ts'
import { Money } from '../../kit/cells/money.tsx'
import { RouteDialog } from '../../kit/dialogs/route-dialog.tsx'
import { SchemaForm } from '../../kit/form/form.tsx'
import { hidden, pick } from '../../kit/form/overrides.ts'
import { asBody } from '../../kit/form/values/outgoing.ts'
import { useGoTo } from '../../kit/link.tsx'
import { useBodySchema } from '../../kit/requests/body-schema.ts'
import { useIdempotencyKey } from '../../kit/requests/idempotency-key.ts'
import { useChange } from '../../kit/requests/use-change.ts'
import { useRead } from '../../kit/requests/use-read.ts'
import { type Scope, useScope, whyForbidden } from '../../kit/scope.ts'
import { Lines, Loaded } from '../../kit/states.tsx'
import { usePaths } from '../../kit/use-paths.ts'
import { customerPicker } from './customer-picker.ts'
import { useCart } from './reads.ts'
import { useCloseToCart } from './use-cart-change.ts'

export function CheckOutDialog() {
  const cart_id = useParam('cart')
  const query = useCart(cart_id)
  return (
    <RouteDialog title="Check out" backTo={usePaths().cart(cart_id)} size="lg">
      <Loaded query={query} what="cart">
        {({ data }) => <WithAddress cart={data} />}
      </Loaded>
    </RouteDialog>
  )
}

const ORDER = ['customer', 'billing_address', 'shipping_address', 'shipping_option_id']

/** Prefills the first address of the cart's customer. */
function WithAddress({ cart }: { cart: Cart }) {
  const [customer] = cart.relationships.customers.data ?? []
  const forbidden = whyForbidden('ListCustomerAddresses', useScope())
  const enabled = customer !== undefined && forbidden === null
  const path = { customer_id: customer?.id ?? '' }
  const query = useRead(
    '/v2/customers/{customer_id}/addresses',
    { params: { path, query: { 'page[limit]': 1 } } },
    { enabled },
  )
  if (!enabled || query.isError) return <CheckOutForm cart={cart} address={undefined} />
  if (query.data === undefined) return <Lines />
  return <CheckOutForm cart={cart} address={query.data.data[0]} />
}

type CheckOutFormProps = { cart: Cart; address: Address | undefined }

function CheckOutForm({ cart, address }: CheckOutFormProps) {
  const key = useIdempotencyKey()
  const schema = useBodySchema('CheckOut')
  const scope = useScope()
  const paths = usePaths()
  const goTo = useGoTo()
  const close = useCloseToCart(cart.id)
  const client = useQueryClient()
  const [overrides] = useState(() => overridesFor(cart, address, scope))
  const change = useChange({
    stale: ['/v2/carts'],
    run: (api, data: CheckOutInput) =>
      api.POST('/v2/carts/{cart_id}/checkout', {
        params: { path: { cart_id: cart.id }, header: { 'idempotency-key': key } },
        body: { data },
      }),
    onDone: (response) => {
      void invalidate(client, ['/v2/orders', '/v2/inventories', '/v2/events'])
      if (response !== undefined) goTo(paths.order(response.data.id))
    },
  })
  if (schema === undefined) return <Lines />
  return (
    <>
      <Text size="sm" mb="md">
        The cart comes to <Money {...cart.meta.display_price.with_tax} /> before shipping
        {cart.country === null ? ' and tax' : ''}. Its stock is allocated, its prices are frozen, and it is emptied. The
        shipping address is the billing address when it is left out.
      </Text>
      <SchemaForm
        schema={schema}
        overrides={overrides}
        order={ORDER}
        submitLabel="Check out"
        onSubmit={(data) => change.mutateAsync(asBody(data))}
        onCancel={close}
      />
    </>
  )
}

/** Prefills the cart's customer; a guest must enter a name and an email. */
function overridesFor({ relationships }: Cart, address: Address | undefined, scope: Scope) {
  const [customer] = relationships.customers.data ?? []
  return {
    customer: { initial: customer === undefined ? {} : { id: customer.id } },
    'customer.id': {
      ...pick(customerPicker(scope)),
      label: 'Known customer',
      help: 'Or enter the name and e-mail address of a guest.',
    },
    ...(address === undefined ? {} : { billing_address: { initial: partsOf(address) } }),
    account: hidden,
    contact: hidden,
    expected_total: hidden,
  }
}

const PARTS = [
  'first_name',
  'last_name',
  'company_name',
  'line_1',
  'line_2',
  'city',
  'county',
  'region',
  'postcode',
  'country',
] as const

function partsOf(address: Address) {
  return Object.fromEntries(PARTS.map((name) => [name, address[name]]).filter(([, value]) => value !== ''))
}
