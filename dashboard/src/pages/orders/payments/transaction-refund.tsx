import { Checkbox, SegmentedControl, Select, Text } from '@mantine/core'
import { useState } from 'react'
import type {
  Order,
  OrderItem,
  RefundPreview,
  RefundReason,
  RefundTransactionRequest,
  Transaction,
} from '../../../generated/schema.ts'
import { AmountField } from '../../../kit/amount-field.tsx'
import { Money } from '../../../kit/cells/money.tsx'
import { DialogForm } from '../../../kit/dialogs/dialog-form.tsx'
import { useIdempotencyKey } from '../../../kit/requests/idempotency-key.ts'
import { Loaded } from '../../../kit/states.tsx'
import { REFUND_REASON } from '../../../messages/order-states.ts'
import { TransactionDialog, useOrderChange } from '../order-dialog.tsx'
import { useItems } from '../reads.ts'
import { reasonFor } from '../rules/reasons.ts'
import { type ChosenUnits, RefundUnits } from './refund-units.tsx'
import { type Options, SandboxOptions, sentOptions } from './sandbox-options.tsx'
import { useRefundPreview } from './use-refund-preview.ts'

export function RefundDialog() {
  return (
    <TransactionDialog title="Refund" size="xl">
      {(transaction, order, close) => <WithItems transaction={transaction} order={order} onClose={close} />}
    </TransactionDialog>
  )
}

type Props = { transaction: Transaction; order: Order; onClose: () => void }

function WithItems({ transaction, order, onClose }: Props) {
  const items = useItems(order.id)
  const whole = useRefundPreview({ order_id: order.id, transaction_id: transaction.id }, EVERYTHING)
  const refused = reasonFor(transaction, 'refund')
  if (refused !== null) return <Text size="sm">{refused}</Text>
  return (
    <Loaded query={items} what="list of items">
      {({ data }) => (
        <Loaded query={whole} what="transaction">
          {(preview) => <RefundForm {...{ transaction, order, onClose, preview }} items={data} />}
        </Loaded>
      )}
    </Loaded>
  )
}

const EVERYTHING = {}

type By = 'units' | 'amount'
type Data = NonNullable<RefundTransactionRequest['data']>
type FormProps = Props & { items: readonly OrderItem[]; preview: RefundPreview }

function RefundForm({ transaction, order, items, preview, onClose }: FormProps) {
  const key = useIdempotencyKey()
  const { gateway } = transaction
  const { currency, remaining } = preview
  const [by, setBy] = useState<By>('units')
  const [units, setUnits] = useState<ChosenUnits>({})
  const [restocks, setRestocks] = useState(false)
  const [reason, setReason] = useState<RefundReason | null>(null)
  const [amount, setAmount] = useState<number | null>(remaining)
  const [options, setOptions] = useState<Options>({})
  const content = contentOf(by, units, amount)
  const params = { order_id: order.id, transaction_id: transaction.id }
  const chosen = useRefundPreview(params, content.items === undefined ? null : content)
  const returned = content.items === undefined ? 0 : shippedOf(chosen.data)
  const restock = returned > 0 && restocks ? { restock: true } : {}
  const data: Data = { ...content, ...restock, ...(reason !== null && { reason }), ...sentOptions(gateway, options) }
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
      disabledReason={missing(data)}
      error={change.error}
      what="transaction"
    >
      <Text size="sm">
        <Money amount={remaining} currency={currency} /> of this transaction can be given back.
      </Text>
      <SegmentedControl aria-label="What is refunded" data={BY} value={by} onChange={(next) => setBy(next as By)} />
      {by === 'units' ? (
        <RefundUnits {...{ items, preview, units, chosen }} onChange={setUnits} />
      ) : (
        <AmountField label="Amount" currency={currency} value={amount} onChange={setAmount} />
      )}
      {returned > 0 && (
        <Checkbox
          label={`Add ${returned} shipped ${returned === 1 ? 'unit' : 'units'} to stock`}
          description="For units that came back and can be sold again."
          checked={restocks}
          onChange={(event) => setRestocks(event.currentTarget.checked)}
        />
      )}
      <Select
        label="Reason"
        placeholder="None"
        data={REASONS}
        value={reason}
        onChange={(next) => setReason(next as RefundReason | null)}
        clearable
      />
      <SandboxOptions gateway={gateway} value={options} onChange={setOptions} />
    </DialogForm>
  )
}

const BY = [
  { value: 'units', label: 'Units' },
  { value: 'amount', label: 'An amount' },
]

const REASONS = Object.entries(REFUND_REASON).map(([value, label]) => ({ value, label }))

function contentOf(by: By, units: ChosenUnits, amount: number | null): Data {
  if (by === 'amount') return amount === null ? {} : { amount }
  const items = Object.entries(units).flatMap(([id, one]) => (one.quantity > 0 ? [{ id, ...one }] : []))
  return items.length === 0 ? {} : { items }
}

/** Number of the chosen units that were shipped. */
function shippedOf(preview: RefundPreview | undefined): number {
  return (preview?.items ?? []).reduce((sum, { shipped_quantity = 0 }) => sum + shipped_quantity, 0)
}

/** An empty body would refund everything. */
function missing({ items, amount }: Data): string | null {
  return items === undefined && amount === undefined ? 'Choose units, or enter an amount.' : null
}
