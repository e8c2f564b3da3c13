import { Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Transaction } from '../../../generated/schema.ts'
import { Money } from '../../../kit/cells/money.tsx'
import { DialogForm } from '../../../kit/dialogs/dialog-form.tsx'
import { useIdempotencyKey } from '../../../kit/requests/idempotency-key.ts'
import { TRANSACTION_TYPE } from '../../../messages/order-states.ts'
import { TransactionDialog, useOrderChange } from '../order-dialog.tsx'
import { reasonFor } from '../rules/reasons.ts'

export function ConfirmTransactionDialog() {
  return (
    <TransactionDialog title="Confirm">
      {(transaction, order, close) => <ConfirmForm transaction={transaction} order_id={order.id} onClose={close} />}
    </TransactionDialog>
  )
}

type Outcome = 'complete' | 'failed'

function ConfirmForm({
  transaction,
  order_id,
  onClose,
}: {
  transaction: Transaction
  order_id: string
  onClose: () => void
}) {
  const key = useIdempotencyKey()
  const [outcome, setOutcome] = useState<Outcome>('complete')
  const params = { order_id, transaction_id: transaction.id }
  const body = { data: { outcome } }
  const change = useOrderChange<void>(order_id, (api) =>
    api.POST('/v2/orders/{order_id}/transactions/{transaction_id}/confirm', {
      params: { path: params, header: { 'idempotency-key': key } },
      body,
    }),
  )
  return (
    <DialogForm
      operation="ConfirmTransaction"
      params={params}
      body={body}
      onSubmit={() => change.mutateAsync()}
      onCancel={onClose}
      submitLabel="Confirm"
      disabledReason={reasonFor(transaction, 'confirm')}
      error={change.error}
      what="transaction"
    >
      <Text size="sm">
        The {TRANSACTION_TYPE[transaction.transaction_type].toLowerCase()} of{' '}
        <Money amount={transaction.amount} currency={transaction.currency} /> waits for a decision of{' '}
        {transaction.gateway}. What has become of it?
      </Text>
      <Radio.Group aria-label="Outcome" value={outcome} onChange={(next) => setOutcome(next as Outcome)}>
        <Stack gap={6}>
          <Radio value="complete" label="It succeeded" />
          <Radio value="failed" label="It failed" />
        </Stack>
      </Radio.Group>
    </DialogForm>
  )
}
