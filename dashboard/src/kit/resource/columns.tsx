import { Money } from '../cells/money.tsx'
import { Time } from '../cells/time.tsx'
import { labelOf } from '../form/words.ts'
import type { Column } from '../list/list-view.tsx'
import { formatRate } from '../money.ts'

/** A member in millionths, as a percentage. */
export function rateColumn<Name extends string>(name: Name): Column<{ [N in Name]: number }> {
  return {
    id: name,
    header: labelOf(name),
    sort: name,
    align: 'end',
    width: '110px',
    card: true,
    cell: (row) => formatRate(row[name]),
  }
}

/** A member in minor units, with the member that names the currency. */
export function moneyColumn<Name extends string>(name: Name): Column<{ [N in Name]: number } & { currency: string }> {
  return {
    id: name,
    header: labelOf(name),
    align: 'end',
    width: '140px',
    card: true,
    cell: (row) => <Money amount={row[name]} currency={row.currency} />,
  }
}

/** When it was made. */
export function madeColumn(): Column<{ meta: { timestamps: { created_at: string } } }> {
  return {
    id: 'created_at',
    header: 'Made',
    sort: 'created_at',
    width: '210px',
    cell: ({ meta }) => <Time at={meta.timestamps.created_at} />,
  }
}
