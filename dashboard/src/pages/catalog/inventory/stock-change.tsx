import { NumberInput, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Inventory } from '../../../generated/schema.ts'
import { useParam } from '../../../kit/address-state.ts'
import { DialogForm } from '../../../kit/dialogs/dialog-form.tsx'
import { RouteDialog } from '../../../kit/dialogs/route-dialog.tsx'
import { useGoTo } from '../../../kit/link.tsx'
import { useIdempotencyKey } from '../../../kit/requests/idempotency-key.ts'
import { useChange } from '../../../kit/requests/use-change.ts'
import { useRead } from '../../../kit/requests/use-read.ts'
import { Loaded } from '../../../kit/states.tsx'
import { usePaths } from '../../../kit/use-paths.ts'
import { afterMovement, isMovement, type Movement } from '../rules/stock-movement.ts'

export function ChangeStockDialog() {
  return <StockDialog back={usePaths().inventory(useParam('product'))} />
}

/** The same over the page of the product. */
export function ChangeProductStockDialog() {
  return <StockDialog back={usePaths().product(useParam('product'), 'stock')} />
}

function StockDialog({ back }: { back: string }) {
  const product_id = useParam('product')
  const action = useParam('action')
  const query = useRead('/v2/inventories/{product_id}', { params: { path: { product_id } } })
  return (
    <RouteDialog title="Change the stock" backTo={back}>
      <Loaded query={query} what="inventory">
        {({ data }) => <ChangeForm stock={data} first={isMovement(action) ? action : 'increment'} back={back} />}
      </Loaded>
    </RouteDialog>
  )
}

const ACTIONS: { value: Movement; label: string }[] = [
  { value: 'increment', label: 'Receive' },
  { value: 'set', label: 'Set' },
  { value: 'decrement', label: 'Take out' },
  { value: 'allocate', label: 'Allocate' },
  { value: 'deallocate', label: 'Deallocate' },
]

const MEANINGS: Record<Movement, string> = {
  increment: 'Adds received units to those on hand.',
  set: 'Sets the units on hand, as counted.',
  decrement: 'Removes units from those on hand.',
  allocate: 'Reserves units, so that they cannot be sold.',
  deallocate: 'Releases reserved units, so that they can be sold again.',
}

type ChangeFormProps = { stock: Inventory; first: Movement; back: string }

function ChangeForm({ stock, first, back }: ChangeFormProps) {
  const goTo = useGoTo()
  const key = useIdempotencyKey()
  const [action, setAction] = useState<Movement>(first)
  const [quantity, setQuantity] = useState<number | string>(first === 'set' ? stock.on_hand : 1)
  const [reason, setReason] = useState('')
  const path = { product_id: stock.product_id }
  const data = { action, quantity: Number(quantity), ...(reason === '' ? {} : { reason }) }
  const change = useChange({
    stale: ['/v2/inventories'],
    run: (api) =>
      api.POST('/v2/inventories/{product_id}/transactions', {
        params: { path, header: { 'idempotency-key': key } },
        body: { data },
      }),
    onDone: () => goTo(back),
  })
  return (
    <DialogForm
      operation="CreateStockTransaction"
      params={path}
      body={{ data }}
      onSubmit={() => change.mutateAsync()}
      onCancel={() => goTo(back)}
      submitLabel={ACTIONS.find(({ value }) => value === action)?.label ?? 'Save'}
      error={change.error}
      what="inventory"
    >
      <Stack gap="sm">
        <SegmentedControl
          aria-label="Movement"
          fullWidth
          size="xs"
          data={ACTIONS}
          value={action}
          onChange={(next) => isMovement(next) && setAction(next)}
        />
        <NumberInput
          label="Units"
          description={MEANINGS[action]}
          min={0}
          allowDecimal={false}
          value={quantity}
          onChange={setQuantity}
          data-autofocus
        />
        <TextInput
          label="Reason"
          description="Shown in the ledger."
          maxLength={255}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <After stock={stock} action={action} quantity={Number(quantity)} />
      </Stack>
    </DialogForm>
  )
}

function After({ stock, action, quantity }: { stock: Inventory; action: Movement; quantity: number }) {
  const after = afterMovement(stock, action, quantity)
  return (
    <Text size="sm" aria-live="polite">
      {after === null
        ? `Not possible: ${stock.available} are available, ${stock.allocated} allocated.`
        : `Then ${after.available} are available, ${after.allocated} allocated, ${after.on_hand} on hand.`}
    </Text>
  )
}
