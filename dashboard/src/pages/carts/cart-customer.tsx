import { Select, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Cart } from '../../generated/schema.ts'
import { useParam } from '../../kit/address-state.ts'
import { DialogForm } from '../../kit/dialogs/dialog-form.tsx'
import { RouteDialog } from '../../kit/dialogs/route-dialog.tsx'
import { useScope } from '../../kit/scope.ts'
import { Loaded } from '../../kit/states.tsx'
import { usePaths } from '../../kit/use-paths.ts'
import { NOTHING_MATCHES } from '../../messages/en.ts'
import { customerPicker } from './customer-picker.ts'
import { useCart } from './reads.ts'
import { useCartChange, useCloseToCart } from './use-cart-change.ts'

export function CartCustomerDialog() {
  const cart_id = useParam('cart')
  const query = useCart(cart_id)
  return (
    <RouteDialog title="Customer of this cart" backTo={usePaths().cart(cart_id)}>
      <Loaded query={query} what="cart">
        {({ data }) => <CustomerForm cart={data} />}
      </Loaded>
    </RouteDialog>
  )
}

function CustomerForm({ cart }: { cart: Cart }) {
  const [customer, setCustomer] = useState<string | null>(null)
  const close = useCloseToCart(cart.id)
  const params = { cart_id: cart.id }
  const data = customer === null ? [] : [{ type: 'customer' as const, id: customer }]
  const add = useCartChange<void>(
    (api) => api.POST('/v2/carts/{cart_id}/relationships/customers', { params: { path: params }, body: { data } }),
    close,
  )
  return (
    <DialogForm
      operation="AddCartCustomers"
      params={params}
      body={{ data }}
      onSubmit={() => add.mutateAsync()}
      onCancel={close}
      submitLabel="Add customer"
      disabledReason={customer === null ? 'Choose a customer.' : null}
      error={add.error}
      what="cart"
    >
      <Text size="sm">The customer sees this cart in the shop, and the checkout fills in the customer.</Text>
      <CustomerField value={customer} onChange={setCustomer} />
    </DialogForm>
  )
}

/** Debounce of the search. */
const PAUSE_MS = 200

function CustomerField({ value, onChange }: { value: string | null; onChange: (id: string | null) => void }) {
  const picker = customerPicker(useScope())
  const [text, setText] = useState('')
  const [searched] = useDebouncedValue(text, PAUSE_MS)
  const { data = [] } = useQuery({
    queryKey: ['pick', picker.name, searched],
    queryFn: () => picker.search(searched.split(' · ')[0] ?? ''),
  })
  return (
    <Select
      label="Customer"
      placeholder="Search by name or e-mail address"
      data={data}
      filter={({ options }) => options}
      searchable
      searchValue={text}
      onSearchChange={setText}
      nothingFoundMessage={NOTHING_MATCHES}
      value={value}
      onChange={onChange}
      data-autofocus
    />
  )
}
