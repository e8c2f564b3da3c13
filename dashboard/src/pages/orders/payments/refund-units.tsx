import { NumberInput, Text } from '@mantine/core'
import type { OrderItem } from '../../../generated/schema.ts'
import { useDecimalPlaces } from '../../../kit/cells/currencies.ts'
import { Money } from '../../../kit/cells/money.tsx'
import { formatAmount } from '../../../kit/values/money.ts'
import { Rows, type RowsColumn } from '../../../ui/layout/rows.tsx'
import classes from '../order.module.css'
import { refundLines, refundOf, refundPerUnit, remainingUnits } from '../rules/refund.ts'

type RefundUnitsProps = {
  items: readonly OrderItem[]
  currency: string
  /** What the transaction can give back. */
  left: number
  units: Readonly<Record<string, number>>
  onChange: (units: Record<string, number>) => void
}

/** Units of the items, with what each gives back: the shares of a line add up to exactly its amount. */
export function RefundUnits({ items, currency, left, units, onChange }: RefundUnitsProps) {
  const places = useDecimalPlaces(currency)
  const format = (amount: number) => formatAmount(amount, { currency, decimal_places: places })
  const sum = refundLines(items, units).reduce((total, { amount }) => total + amount, 0)
  const columns: RowsColumn<OrderItem>[] = [
    { header: 'Item', width: 'minmax(0, 2fr)', cell: (item) => <Name item={item} format={format} />, foot: 'Together' },
    { header: 'Left', align: 'end', width: '60px', cell: remainingUnits },
    {
      header: 'Units',
      align: 'end',
      width: '96px',
      cell: (item) => (
        <UnitsField
          item={item}
          value={units[item.id] ?? 0}
          onChange={(count) => onChange({ ...units, [item.id]: count })}
        />
      ),
    },
    {
      header: 'Refund',
      align: 'end',
      width: '120px',
      cell: (item) => <Money amount={refundOf(item, units[item.id] ?? 0)} currency={currency} />,
      foot: <Money amount={sum} currency={currency} />,
    },
  ]
  return (
    <div>
      <Rows label="Units to refund" rows={items} columns={columns} keyOf={({ id }) => id} />
      <Text size="sm" c="var(--text-dim)" mt="xs">
        Units are refunded at the price paid, after discounts and with tax. Shipping is not included: refund it as an
        amount.
      </Text>
      {sum > left && (
        <Text size="sm" c="var(--tone-failed)" role="status">
          That is more than the {format(left)} that this transaction can give back.
        </Text>
      )}
    </div>
  )
}

/** More units than these are not listed one by one. */
const LISTED = 6

function Name({ item, format }: { item: OrderItem; format: (amount: number) => string }) {
  const each = refundPerUnit(item)
  const isEven = each.every((amount) => amount === each[0])
  const [first] = each
  const words = isEven
    ? first === undefined
      ? 'All units are refunded'
      : `${format(first)} for each unit`
    : `One by one: ${each.slice(0, LISTED).map(format).join(', ')}${each.length > LISTED ? ', …' : ''}`
  return (
    <>
      {item.name}
      <div className={classes.small}>{words}</div>
    </>
  )
}

type UnitsFieldProps = { item: OrderItem; value: number; onChange: (units: number) => void }

function UnitsField({ item, value, onChange }: UnitsFieldProps) {
  const most = remainingUnits(item)
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
