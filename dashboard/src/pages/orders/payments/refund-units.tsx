import { NumberInput, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { OrderItem, RefundPreview } from '../../../generated/schema.ts'
import { useDecimalPlaces } from '../../../kit/cells/currencies.ts'
import { Money } from '../../../kit/cells/money.tsx'
import { Nothing } from '../../../kit/cells/time.tsx'
import { ProblemView } from '../../../kit/states.tsx'
import { formatAmount } from '../../../kit/values/money.ts'
import { Rows, type RowsColumn } from '../../../ui/layout/rows.tsx'
import classes from '../order.module.css'

type RefundUnitsProps = {
  items: readonly OrderItem[]
  /** Preview of a full refund: what is left, and what the next units give back. */
  preview: RefundPreview
  /** Preview for the selected units. */
  chosen: UseQueryResult<RefundPreview>
  units: Readonly<Record<string, number>>
  onChange: (units: Record<string, number>) => void
}

/** Units to refund, with the amount of each: the shares of a line add up to exactly its amount. */
export function RefundUnits({ items, preview, chosen, units, onChange }: RefundUnitsProps) {
  const { currency } = preview
  const lineOf = ({ id }: OrderItem) => preview.lines.find((line) => line.id === id)
  const amountOf = ({ id }: OrderItem) => chosen.data?.items?.find((one) => one.id === id)?.amount
  const columns: RowsColumn<OrderItem>[] = [
    {
      header: 'Item',
      width: 'minmax(0, 2fr)',
      cell: (item) => <Name item={item} line={lineOf(item)} currency={currency} />,
      foot: 'Total',
    },
    { header: 'Left', align: 'end', width: '60px', cell: (item) => lineOf(item)?.remaining },
    {
      header: 'Units',
      align: 'end',
      width: '96px',
      cell: (item) => (
        <UnitsField
          item={item}
          most={lineOf(item)?.remaining ?? 0}
          value={units[item.id] ?? 0}
          onChange={(count) => onChange({ ...units, [item.id]: count })}
        />
      ),
    },
    {
      header: 'Refund',
      align: 'end',
      width: '120px',
      cell: (item) => <Amount amount={amountOf(item)} currency={currency} />,
      foot: <Amount amount={chosen.data?.amount} currency={currency} />,
    },
  ]
  return (
    <div>
      <Rows label="Units to refund" rows={items} columns={columns} keyOf={({ id }) => id} />
      <Text size="sm" c="var(--text-dim)" mt="xs">
        Units are refunded at the price paid, after discounts and with tax. Shipping is not included: refund it as an
        amount.
      </Text>
      {chosen.error !== null && <ProblemView error={chosen.error} what="refund" />}
    </div>
  )
}

function Amount({ amount, currency }: { amount: number | undefined; currency: string }) {
  return amount === undefined ? <Nothing /> : <Money amount={amount} currency={currency} />
}

/** Above this number, units are not listed individually. */
const LISTED = 6

type NameProps = { item: OrderItem; line: RefundPreview['lines'][number] | undefined; currency: string }

function Name({ item, line, currency }: NameProps) {
  const places = useDecimalPlaces(currency)
  const next = line?.next.map((amount) => formatAmount(amount, { currency, decimal_places: places })) ?? []
  const isMore = (line?.remaining ?? 0) > LISTED
  return (
    <>
      {item.name}
      <div className={classes.small}>{wordsOf(next, isMore)}</div>
    </>
  )
}

function wordsOf(next: readonly string[], isMore: boolean): string {
  const [first] = next
  if (first === undefined) return 'All units are refunded'
  if (next.every((amount) => amount === first)) return `${first} for each unit`
  return `One by one: ${next.slice(0, LISTED).join(', ')}${isMore ? ', …' : ''}`
}

type UnitsFieldProps = { item: OrderItem; most: number; value: number; onChange: (units: number) => void }

function UnitsField({ item, most, value, onChange }: UnitsFieldProps) {
  return (
    <NumberInput
      aria-label={`Units of ${item.name} to refund`}
      size="xs"
      w={80}
      ml="auto"
      min={0}
      max={most}
      clampBehavior="strict"
      allowDecimal={false}
      value={value}
      disabled={most === 0}
      onChange={(next) => onChange(Number(next) || 0)}
    />
  )
}
