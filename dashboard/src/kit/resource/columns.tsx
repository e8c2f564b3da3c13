import { Money } from '../cells/money.tsx'
import { Time } from '../cells/time.tsx'
import { Value } from '../cells/value.tsx'
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

/** A member of `attributes`, as the resources of catalogs have them. */
export function attributeColumn<Name extends string>(
  name: Name,
  {
    isSorted = true,
    ...more
  }: Partial<Pick<Column<unknown>, 'width' | 'align' | 'card'>> & { isSorted?: boolean } = {},
): Column<{ attributes: { [N in Name]?: unknown } }> {
  const sort = isSorted ? { sort: name } : {}
  return { id: name, header: labelOf(name), cell: (row) => <Value value={row.attributes[name]} />, ...sort, ...more }
}

/** What a resource with `attributes` is called. */
export function attributeName(row: { attributes: { name: string } }): string {
  return row.attributes.name
}
