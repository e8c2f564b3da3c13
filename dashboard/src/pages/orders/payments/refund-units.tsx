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
import { type ChosenUnit, chooseUnits, isMixed, kindsLeft, shippedLimits } from '../rules/refund-units.ts'

/** Units to refund by item. */
export type ChosenUnits = Readonly<Record<string, ChosenUnit>>

type Line = RefundPreview['lines'][number]

const NONE_LEFT: Line = { id: '', remaining: 0, unshipped: 0, planned: 0, next: [] }

type RefundUnitsProps = {
  items: readonly OrderItem[]
  /** Preview of a full refund: what is left, and what the next units give back. */
  preview: RefundPreview
  /** Preview for the selected units. */
  chosen: UseQueryResult<RefundPreview>
  units: ChosenUnits
  onChange: (units: ChosenUnits) => void
}

/** Units to refund, with the amount of each: the shares of a line add up to exactly its amount. */
export function RefundUnits({ items, preview, chosen, units, onChange }: RefundUnitsProps) {
  const { currency } = preview
  const lineOf = ({ id }: OrderItem) => preview.lines.find((line) => line.id === id) ?? NONE_LEFT
  const amountOf = ({ id }: OrderItem) => chosen.data?.items?.find((one) => one.id === id)?.amount
  const field = { units, lineOf, onChange }
  const columns: RowsColumn<OrderItem>[] = [
    {
      header: 'Item',
      width: 'minmax(0, 2fr)',
      cell: (item) => <Name item={item} line={lineOf(item)} currency={currency} />,
      foot: 'Total',
    },
    { header: 'Left', align: 'end', width: '60px', cell: (item) => lineOf(item).remaining },
    { header: 'Units', align: 'end', width: '96px', cell: (item) => <UnitsField item={item} {...field} /> },
    ...(preview.lines.some(isMixed)
      ? [
          {
            header: 'Of them shipped',
            align: 'end',
            width: '116px',
            cell: (item: OrderItem) => isMixed(lineOf(item)) && <ShippedField item={item} {...field} />,
          } as const,
        ]
      : []),
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
        amount. Units that were not shipped return to stock; an order without units to ship is closed.
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

type NameProps = { item: OrderItem; line: Line; currency: string }

function Name({ item, line, currency }: NameProps) {
  const places = useDecimalPlaces(currency)
  const next = line.next.map((amount) => formatAmount(amount, { currency, decimal_places: places }))
  const isMore = line.remaining > LISTED
  return (
    <>
      {item.name}
      <div className={classes.small}>{wordsOf(next, isMore)}</div>
      <div className={classes.small}>{kindsLeft(line)}</div>
    </>
  )
}

function wordsOf(next: readonly string[], isMore: boolean): string {
  const [first] = next
  if (first === undefined) return 'All units are refunded'
  if (next.every((amount) => amount === first)) return `${first} for each unit`
  return `One by one: ${next.slice(0, LISTED).join(', ')}${isMore ? ', …' : ''}`
}

type FieldProps = {
  item: OrderItem
  units: ChosenUnits
  lineOf: (item: OrderItem) => Line
  onChange: (units: ChosenUnits) => void
}

function UnitsField({ item, units, lineOf, onChange }: FieldProps) {
  const line = lineOf(item)
  const { quantity = 0, shipped_quantity } = units[item.id] ?? {}
  return (
    <CountField
      label={`Units of ${item.name} to refund`}
      value={quantity}
      range={[0, line.remaining - line.planned]}
      onChange={(next) => onChange({ ...units, [item.id]: chooseUnits(line, next, shipped_quantity) })}
    />
  )
}

function ShippedField({ item, units, lineOf, onChange }: FieldProps) {
  const line = lineOf(item)
  const { quantity = 0, shipped_quantity = 0 } = units[item.id] ?? {}
  return (
    <CountField
      label={`Shipped units of ${item.name} to refund`}
      value={shipped_quantity}
      range={shippedLimits(line, quantity)}
      onChange={(next) => onChange({ ...units, [item.id]: chooseUnits(line, quantity, next) })}
    />
  )
}

type CountFieldProps = {
  label: string
  value: number
  range: readonly [number, number]
  onChange: (value: number) => void
}

function CountField({ label, value, range: [min, max], onChange }: CountFieldProps) {
  return (
    <NumberInput
      aria-label={label}
      size="xs"
      w={80}
      ml="auto"
      min={min}
      max={max}
      clampBehavior="strict"
      allowDecimal={false}
      value={value}
      disabled={min === max}
      onChange={(next) => onChange(Number(next) || 0)}
    />
  )
}
