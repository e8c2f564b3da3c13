import { Checkbox, Text } from '@mantine/core'
import { useState } from 'react'
import type { Order, Transaction } from '../../generated/schema.ts'
import { Money } from '../../kit/cells/money.tsx'
import { DialogForm } from '../../kit/dialogs/dialog-form.tsx'
import { useGoTo } from '../../kit/link.tsx'
import { Loaded } from '../../kit/states.tsx'
import { usePaths } from '../../kit/use-paths.ts'
import { OrderDialog, useOrderChange } from './order-dialog.tsx'
import { useTransactions } from './reads.ts'
import { orderActions } from './rules/order-actions.ts'
import { reasonFor } from './rules/reasons.ts'

export function CancelDialog() {
  return (
    <OrderDialog title="Cancel order" size="lg">
      {(order, close) => <WithTransactions order={order} onClose={close} />}
    </OrderDialog>
  )
}

type Props = { order: Order; onClose: () => void }

function WithTransactions(props: Props) {
  const query = useTransactions(props.order.id)
  return (
    <Loaded query={query} what="list of transactions">
      {({ data }) => <CancelForm {...props} transactions={data} />}
    </Loaded>
  )
}

const BODY = { data: { type: 'order', status: 'cancelled' } } as const

function CancelForm({ order, transactions, onClose }: Props & { transactions: readonly Transaction[] }) {
  const paths = usePaths()
  const goTo = useGoTo()
  const refundable = transactions.find((one) => isPayment(one) && reasonFor(one, 'refund') === null)
  const [thenRefund, setThenRefund] = useState(true)
  const next =
    refundable !== undefined && thenRefund
      ? paths.order(order.id, `transactions/${refundable.id}/refund`)
      : paths.order(order.id)
  const params = { order_id: order.id }
  const change = useOrderChange<void>(
    order.id,
    (api) => api.PUT('/v2/orders/{order_id}', { params: { path: params }, body: BODY }),
    () => goTo(next),
  )
  const cancel = orderActions(order).find(({ action }) => action === 'cancel')
  return (
    <DialogForm
      operation="UpdateOrder"
      params={params}
      body={BODY}
      onSubmit={() => change.mutateAsync()}
      onCancel={onClose}
      cancelLabel="Keep the order"
      submitLabel={`Cancel order ${order.order_number}`}
      danger
      disabledReason={cancel?.disabledReason ?? null}
      error={change.error}
      what="order"
    >
      <Text size="sm">
        Pending shipments are cancelled, and units that are not shipped return to stock. A cancelled order cannot be
        paid or shipped any more. This cannot be undone.
      </Text>
      <MoneyHeld order={order} />
      {refundable !== undefined && (
        <Checkbox
          label="Then open the refund"
          checked={thenRefund}
          onChange={(event) => setThenRefund(event.currentTarget.checked)}
        />
      )}
    </DialogForm>
  )
}

const isPayment = ({ transaction_type }: Transaction) => ['purchase', 'capture'].includes(transaction_type)

function MoneyHeld({ order: { meta } }: Pick<Props, 'order'>) {
  const { paid, refunded, authorized } = meta.display_price
  const unrefunded = paid.amount - refunded.amount
  return (
    <>
      {unrefunded > 0 && (
        <Text size="sm" fw={500} c="var(--tone-failed)">
          The payment is not refunded automatically: <Money amount={unrefunded} currency={paid.currency} /> stay
          captured until you refund them.
        </Text>
      )}
      {authorized.amount > 0 && (
        <Text size="sm" fw={500} c="var(--tone-failed)">
          <Money {...authorized} /> stay authorized until you void the authorization.
        </Text>
      )}
    </>
  )
}
