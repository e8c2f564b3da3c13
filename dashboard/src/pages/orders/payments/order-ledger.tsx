import { Group, Text } from '@mantine/core'
import type { OperationId } from '../../../api/operations.ts'
import type { Order, Transaction, TransactionAction } from '../../../generated/schema.ts'
import { ActionButton } from '../../../kit/actions.tsx'
import { Money } from '../../../kit/cells/money.tsx'
import { Time } from '../../../kit/cells/time.tsx'
import { useScope, whyForbidden } from '../../../kit/scope.ts'
import { Loaded } from '../../../kit/states.tsx'
import { usePaths } from '../../../kit/use-paths.ts'
import { REFUND_REASON, TRANSACTION_STATUS, TRANSACTION_TYPE } from '../../../messages/order-states.ts'
import { Rows, type RowsColumn } from '../../../ui/layout/rows.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { Status } from '../../../ui/status.tsx'
import classes from '../order.module.css'
import { useTransactions } from '../reads.ts'
import { type LedgerRow, ledgerRows } from '../rules/ledger.ts'
import { transactionActions } from '../rules/order-actions.ts'

/** Payments of an order with a running balance. */
export function LedgerSection({ order }: { order: Order }) {
  const query = useTransactions(order.id)
  return (
    <Section
      title="Payments"
      description="Each transaction, and what is authorized, captured, refunded and outstanding after it."
      flush
    >
      <Loaded query={query} what="list of transactions">
        {({ data }) =>
          data.length === 0 ? (
            <Text size="sm" px="md" pb="md">
              Nothing has been paid. <Money {...order.meta.display_price.balance_owing} /> are outstanding.
            </Text>
          ) : (
            <Ledger order={order} transactions={data} />
          )
        }
      </Loaded>
    </Section>
  )
}

function Ledger({ order, transactions }: { order: Order; transactions: readonly Transaction[] }) {
  const rows = ledgerRows(order.meta.display_price.with_tax.amount, transactions)
  return (
    <Rows
      label="Payments"
      rows={rows}
      columns={columns(order)}
      keyOf={({ transaction }) => transaction.id}
      isMuted={({ counts }) => !counts}
    />
  )
}

type Row = LedgerRow<Transaction>

/** Fits $1,234.56. */
const MONEY_WIDTH = '80px'

/** The last line comes from the API instead of the sums computed here. */
function columns({ id, meta }: Order): readonly RowsColumn<Row>[] {
  const { authorized, paid, refunded, balance_owing } = meta.display_price
  const currency = paid.currency
  return [
    {
      header: 'Transaction',
      width: 'minmax(0, 1fr)',
      cell: ({ transaction }) => <What transaction={transaction} order_id={id} />,
      foot: 'Now',
    },
    {
      header: 'Amount',
      align: 'end',
      width: MONEY_WIDTH,
      cell: ({ transaction }) => <Amount transaction={transaction} />,
    },
    {
      header: 'Authorized',
      align: 'end',
      width: MONEY_WIDTH,
      cell: ({ balance }) => <Money amount={balance.authorized} currency={currency} />,
      foot: <Money {...authorized} />,
    },
    {
      header: 'Captured',
      align: 'end',
      width: MONEY_WIDTH,
      cell: ({ balance }) => <Money amount={balance.captured} currency={currency} />,
      foot: <Money {...paid} />,
    },
    {
      header: 'Refunded',
      align: 'end',
      width: MONEY_WIDTH,
      cell: ({ balance }) => <Money amount={balance.refunded} currency={currency} />,
      foot: <Money {...refunded} />,
    },
    {
      header: 'Outstanding',
      align: 'end',
      width: MONEY_WIDTH,
      cell: ({ balance }) => <Money amount={balance.owing} currency={currency} />,
      foot: <Money {...balance_owing} />,
    },
  ]
}

function Amount({ transaction: { transaction_type, amount, currency } }: { transaction: Transaction }) {
  return <Money amount={transaction_type === 'refund' ? -amount : amount} currency={currency} />
}

function What({ transaction, order_id }: { transaction: Transaction; order_id: string }) {
  const { tone, word } = TRANSACTION_STATUS[transaction.status]
  const units = (transaction.items ?? []).reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <div>
      <Group gap={8}>
        <span>{TRANSACTION_TYPE[transaction.transaction_type]}</span>
        <Status tone={tone}>{word}</Status>
      </Group>
      <div className={classes.small}>
        {transaction.gateway}
        {units > 0 && `, ${units} ${units === 1 ? 'unit' : 'units'}`}
        {transaction.restock && ', shipped ones back in stock'}
      </div>
      {transaction.reason !== undefined && <div className={classes.small}>{REFUND_REASON[transaction.reason]}</div>}
      <div className={classes.small}>
        <Time at={transaction.meta.timestamps.created_at} />
      </div>
      {transaction.reference !== '' && (
        <Text size="xs" ff="monospace" c="var(--text-dim)">
          {transaction.reference}
        </Text>
      )}
      <TransactionButtons transaction={transaction} order_id={order_id} />
    </div>
  )
}

const OPERATIONS: Readonly<Record<TransactionAction, OperationId>> = {
  capture: 'CaptureTransaction',
  refund: 'RefundTransaction',
  cancel: 'CancelTransaction',
  confirm: 'ConfirmTransaction',
}

/** Actions by transaction type. Impossible actions of a type are hidden; others are disabled with the API's reason. */
const OF_TYPE: Readonly<Record<Transaction['transaction_type'], readonly TransactionAction[]>> = {
  authorize: ['capture', 'cancel', 'confirm'],
  purchase: ['refund', 'confirm'],
  capture: ['refund', 'confirm'],
  refund: ['confirm'],
}

function TransactionButtons({ transaction, order_id }: { transaction: Transaction; order_id: string }) {
  const paths = usePaths()
  const scope = useScope()
  const actions = transactionActions(transaction).filter(({ action }) =>
    OF_TYPE[transaction.transaction_type].includes(action),
  )
  if (actions.length === 0) return null
  return (
    <Group gap={6} mt={6}>
      {actions.map(({ action, label, disabledReason }) => (
        <ActionButton
          key={action}
          size="xs"
          action={{
            name: label,
            to: paths.order(order_id, `transactions/${transaction.id}/${action}`),
            disabledReason: whyForbidden(OPERATIONS[action], scope) ?? disabledReason,
          }}
        />
      ))}
    </Group>
  )
}
