import { Group, NumberInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useParam } from '../../kit/address-state.ts'
import { AmountField } from '../../kit/amount-field.tsx'
import { DialogForm } from '../../kit/dialogs/dialog-form.tsx'
import { RouteDialog } from '../../kit/dialogs/route-dialog.tsx'
import { Loaded } from '../../kit/states.tsx'
import { usePaths } from '../../kit/use-paths.ts'
import { useCart } from './reads.ts'
import { useCartChange, useCloseToCart } from './use-cart-change.ts'

export function AddCustomItemDialog() {
  const cart_id = useParam('cart')
  const query = useCart(cart_id)
  return (
    <RouteDialog title="Add an item with its own price" backTo={usePaths().cart(cart_id)}>
      <Loaded query={query} what="cart">
        {({ data }) => <ItemForm cart_id={cart_id} currency={data.currency} />}
      </Loaded>
    </RouteDialog>
  )
}

function ItemForm({ cart_id, currency }: { cart_id: string; currency: string }) {
  const [name, setName] = useState('')
  const [sku, setSku] = useState('')
  const [quantity, setQuantity] = useState(1)
  const [amount, setAmount] = useState<number | null>(null)
  const close = useCloseToCart(cart_id)
  const params = { cart_id }
  const data = {
    type: 'custom_item',
    name,
    ...(sku === '' ? {} : { sku }),
    quantity,
    price: { amount: amount ?? 0 },
  } as const
  const add = useCartChange<void>(
    (api) => api.POST('/v2/carts/{cart_id}/items', { params: { path: params }, body: { data } }),
    close,
  )
  return (
    <DialogForm
      operation="AddCartItems"
      params={params}
      body={{ data }}
      onSubmit={() => add.mutateAsync()}
      onCancel={close}
      submitLabel="Add"
      disabledReason={name.trim() === '' || amount === null ? 'Enter a name and a price.' : null}
      error={add.error}
      what="cart"
    >
      <TextInput label="Name" value={name} onChange={(event) => setName(event.currentTarget.value)} data-autofocus />
      <TextInput label="Sku" value={sku} onChange={(event) => setSku(event.currentTarget.value)} />
      <Group grow>
        <AmountField label="Price of a unit" currency={currency} value={amount} onChange={setAmount} />
        <NumberInput
          label="Quantity"
          min={1}
          allowDecimal={false}
          value={quantity}
          onChange={(next) => setQuantity(Number(next) || 1)}
        />
      </Group>
    </DialogForm>
  )
}
