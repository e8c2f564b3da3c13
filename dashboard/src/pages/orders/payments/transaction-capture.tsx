import { Text } from '@mantine/core'
import { useState } from 'react'
import type { Order, Transaction } from '../../../generated/schema.ts'
import { AmountField } from '../../../kit/amount-field.tsx'
import { Money } from '../../../kit/cells/money.tsx'
import { DialogForm } from '../../../kit/dialogs/dialog-form.tsx'
import { useIdempotencyKey } from '../../../kit/requests/idempotency-key.ts'
import { ENTER_AMOUNT } from '../../../messages/en.ts'
import { TransactionDialog, useOrderChange } from '../order-dialog.tsx'
import { reasonFor } from '../rules/reasons.ts'
import { type Options, SandboxOptions, sentOptions } from './sandbox-options.tsx'

export function CaptureDialog() {
  return (
    <TransactionDialog title="Capture">
      {(transaction, order, close) => <CaptureForm transaction={transaction} order={order} onClose={close} />}
    </TransactionDialog>
  )
}

type CaptureFormProps = { transaction: Transaction; order: Order; onClose: () => void }

function CaptureForm({ transaction, order, onClose }: CaptureFormProps) {
  const key = useIdempotencyKey()
  const { amount: authorized, captured_amount, currency, gateway } = transaction
  const open = authorized - captured_amount
  const [amount, setAmount] = useState<number | null>(open)
  const [options, setOptions] = useState<Options>({})
  const data = { ...(amount === null ? {} : { amount }), ...sentOptions(gateway, options) }
  const params = { order_id: order.id, transaction_id: transaction.id }
  const change = useOrderChange<void>(order.id, (api) =>
    api.POST('/v2/orders/{order_id}/transactions/{transaction_id}/capture', {
      params: { path: params, header: { 'idempotency-key': key } },
      body: { data },
    }),
  )
  return (
    <DialogForm
      operation="CaptureTransaction"
      params={params}
      body={{ data }}
      onSubmit={() => change.mutateAsync()}
      onCancel={onClose}
      submitLabel="Capture"
      disabledReason={reasonFor(transaction, 'capture') ?? (amount === null ? ENTER_AMOUNT : null)}
      error={change.error}
      what="transaction"
    >
      <Text size="sm">
        <Money amount={open} currency={currency} /> of the authorization of{' '}
        <Money amount={authorized} currency={currency} /> are open. What is not captured now stays authorized.
      </Text>
      <AmountField label="Amount" currency={currency} value={amount} onChange={setAmount} />
      <SandboxOptions gateway={gateway} value={options} onChange={setOptions} />
    </DialogForm>
  )
}
