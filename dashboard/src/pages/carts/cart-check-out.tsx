import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { makeStale } from '../../api/queries.ts'
import type { Cart, CheckOutInput } from '../../generated/schema.ts'
import { useParam } from '../../kit/address-state.ts'
import { useBodySchema } from '../../kit/body-schema.ts'
import { Money } from '../../kit/cells/money.tsx'
import { SchemaForm } from '../../kit/form/form.tsx'
import { hidden, pick } from '../../kit/form/overrides.ts'
import { useIdempotencyKey } from '../../kit/idempotency-key.ts'
import { useGoTo } from '../../kit/link.tsx'
import { RouteDialog } from '../../kit/route-dialog.tsx'
import { type Scope, useScope } from '../../kit/scope.ts'
import { Lines, Loaded } from '../../kit/states.tsx'
import { useChange } from '../../kit/use-change.ts'
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
        {({ data }) => <CheckOutForm cart={data} />}
      </Loaded>
    </RouteDialog>
  )
}

const ORDER = ['customer', 'billing_address', 'shipping_address', 'shipping_option_id']

function CheckOutForm({ cart }: { cart: Cart }) {
  const key = useIdempotencyKey()
  const schema = useBodySchema('CheckOut')
  const scope = useScope()
  const paths = usePaths()
  const goTo = useGoTo()
  const close = useCloseToCart(cart.id)
  const client = useQueryClient()
  const [overrides] = useState(() => overridesFor(cart, scope))
  const change = useChange({
    stale: ['/v2/carts'],
    run: (api, data: CheckOutInput) =>
      api.POST('/v2/carts/{cart_id}/checkout', {
        params: { path: { cart_id: cart.id }, header: { 'idempotency-key': key } },
        body: { data },
      }),
    onDone: (response) => {
      void makeStale(client, ['/v2/orders', '/v2/inventories', '/v2/events'])
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
        onSubmit={(data) => change.mutateAsync(data as unknown as CheckOutInput)}
        onCancel={close}
      />
    </>
  )
}

/** The customer of the cart is filled in; a guest needs a name and an e-mail address. */
function overridesFor({ relationships }: Cart, scope: Scope) {
  const [customer] = relationships.customers.data ?? []
  return {
    customer: { initial: customer === undefined ? {} : { id: customer.id } },
    'customer.id': {
      ...pick(customerPicker(scope)),
      label: 'Known customer',
      help: 'Or the name and the e-mail address of a guest.',
    },
    account: hidden,
    contact: hidden,
    expected_total: hidden,
  }
}
