import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Status } from '../../ui/status.tsx'
import { useAllParams } from '../address-state.ts'
import { Nothing, Time } from '../cells/time.tsx'
import { Value } from '../cells/value.tsx'
import { labelOf } from '../form/words.ts'
import type { Column } from '../list/list-view.tsx'
import { useScope } from '../scope.ts'
import { formatRate } from '../values/money.ts'
import { type AnyResource, pickerOf } from './resource.ts'

/** Member in millionths, shown as a percentage. */
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

/** Time of creation. */
export function madeColumn(): Column<{ meta: { timestamps: { created_at: string } } }> {
  return {
    id: 'created_at',
    header: 'Created',
    sort: 'created_at',
    width: '210px',
    cell: ({ meta }) => <Time at={meta.timestamps.created_at} />,
  }
}

/** Time that is rarely needed: hidden until the person selects its column. */
export function timeColumn<Name extends string>(name: Name): Column<{ [N in Name]: string | null }> {
  return {
    id: name,
    header: labelOf(name),
    sort: name,
    width: '210px',
    hidden: true,
    cell: (row) => <Time at={row[name]} />,
  }
}

/** Boolean as a status; nothing if off and `off` is null. */
export function switchColumn<Name extends string>(
  name: Name,
  on = 'Enabled',
  off: string | null = 'Disabled',
): Column<{ [N in Name]: boolean }> {
  const without = off === null ? <Nothing /> : <Status tone="off">{off}</Status>
  return {
    id: name,
    header: labelOf(name),
    sort: name,
    width: '130px',
    card: true,
    cell: (row) => (row[name] ? <Status tone="ok">{on}</Status> : without),
  }
}

/** Name of the referenced resource. */
export function referenceColumn<Name extends string>(
  name: Name,
  of: AnyResource,
): Column<{ [N in Name]: string | null }> {
  return {
    id: name,
    header: labelOf(name),
    sort: name,
    cell: (row) => <Referred id={row[name]} of={of} />,
  }
}

/** Member translated to words. */
export function wordsColumn<Name extends string, V>(
  name: Name,
  words: (value: V) => string,
): Column<{ [N in Name]: V }> {
  return { id: name, header: labelOf(name), card: true, cell: (row) => words(row[name]) || <Nothing /> }
}

/** Member of `attributes`, as in catalog resources. */
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

/** Title of a resource with `attributes`. */
export function attributeName(row: { attributes: { name: string } }): string {
  return row.attributes.name
}

function Referred({ id, of }: { id: string | null; of: AnyResource }) {
  const scope = useScope()
  const picker = pickerOf(of, scope, useAllParams())
  const { data: label, isPending } = useQuery({
    queryKey: ['pick label', picker.name, id],
    queryFn: () => (id === null ? null : picker.label(id)),
    enabled: id !== null,
  })
  if (id === null) return <Nothing />
  // An id would flash until the name comes.
  return isPending ? <Skeleton height={14} width="60%" /> : (label ?? id)
}
