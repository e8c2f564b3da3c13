import { SegmentedControl, Text } from '@mantine/core'
import { useState } from 'react'
import type { Order, OrderItem, RefundTransactionRequest, Transaction } from '../../../generated/schema.ts'
import { AmountField } from '../../../kit/amount-field.tsx'
import { Money } from '../../../kit/cells/money.tsx'
import { DialogForm } from '../../../kit/dialogs/dialog-form.tsx'
import { useIdempotencyKey } from '../../../kit/requests/idempotency-key.ts'
import { Loaded } from '../../../kit/states.tsx'
import { TransactionDialog, useOrderChange } from '../order-dialog.tsx'
import { useItems } from '../reads.ts'
import { reasonFor } from '../rules/reasons.ts'
import { RefundUnits } from './refund-units.tsx'
import { type Options, SandboxOptions, sentOptions } from './sandbox-options.tsx'

export function RefundDialog() {
  return (
    <TransactionDialog title="Refund" size="xl">
      {(transaction, order, close) => <WithItems transaction={transaction} order={order} onClose={close} />}
    </TransactionDialog>
  )
}

type Props = { transaction: Transaction; order: Order; onClose: () => void }

function WithItems(props: Props) {
  const query = useItems(props.order.id)
  return (
    <Loaded query={query} what="list of items">
      {({ data }) => <RefundForm {...props} items={data} />}
    </Loaded>
  )
}

type By = 'units' | 'amount'
type Data = NonNullable<RefundTransactionRequest['data']>

function RefundForm({ transaction, order, items, onClose }: Props & { items: readonly OrderItem[] }) {
  const key = useIdempotencyKey()
  const { currency, gateway } = transaction
  const left = transaction.amount - transaction.refunded_amount
  const [by, setBy] = useState<By>('units')
  const [units, setUnits] = useState<Readonly<Record<string, number>>>({})
  const [amount, setAmount] = useState<number | null>(left)
  const [options, setOptions] = useState<Options>({})
  const data: Data = { ...contentOf(by, units, amount), ...sentOptions(gateway, options) }
  const params = { order_id: order.id, transaction_id: transaction.id }
  const change = useOrderChange<void>(order.id, (api) =>
    api.POST('/v2/orders/{order_id}/transactions/{transaction_id}/refund', {
      params: { path: params, header: { 'idempotency-key': key } },
      body: { data },
    }),
  )
  return (
    <DialogForm
      operation="RefundTransaction"
      params={params}
      body={{ data }}
      onSubmit={() => change.mutateAsync()}
      onCancel={onClose}
      submitLabel="Refund"
      danger
      disabledReason={reasonFor(transaction, 'refund') ?? missing(data)}
      error={change.error}
      what="transaction"
    >
      <Text size="sm">
        <Money amount={left} currency={currency} /> of this transaction can be given back.
      </Text>
      <SegmentedControl aria-label="What is refunded" data={BY} value={by} onChange={(next) => setBy(next as By)} />
      {by === 'units' ? (
        <RefundUnits items={items} currency={currency} left={left} units={units} onChange={setUnits} />
      ) : (
        <AmountField label="Amount" currency={currency} value={amount} onChange={setAmount} />
      )}
      <SandboxOptions gateway={gateway} value={options} onChange={setOptions} />
    </DialogForm>
  )
}

const BY = [
  { value: 'units', label: 'Units' },
  { value: 'amount', label: 'An amount' },
]

function contentOf(by: By, units: Readonly<Record<string, number>>, amount: number | null): Data {
  if (by === 'amount') return amount === null ? {} : { amount }
  const chosen = Object.entries(units).filter(([, quantity]) => quantity > 0)
  return chosen.length === 0 ? {} : { items: chosen.map(([id, quantity]) => ({ id, quantity })) }
}

/** An empty body would refund all. */
function missing({ items, amount }: Data): string | null {
  return items === undefined && amount === undefined ? 'Choose units, or enter an amount.' : null
}
