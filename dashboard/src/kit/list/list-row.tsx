import { Checkbox, Skeleton } from '@mantine/core'
import { memo, type ReactNode } from 'react'
import { useGoTo } from '../link.tsx'
import classes from './list-view.module.css'

export type RowColumn<Row> = {
  /** Key of the column in addresses and preferences. */
  id: string
  cell: (row: Row) => ReactNode
  /** CSS grid track, `minmax(0, 1fr)` by default. */
  width?: string
  align?: 'end'
  header: string
  /**
   * Shows the column in the card that a row becomes on a phone, after the first column. `named` puts the header beside
   * the value, for values unclear without it; numbers have it too, unless `plain`.
   */
  card?: true | 'named' | 'plain'
}

type Selection = { ids: ReadonlySet<string>; onChange: (ids: ReadonlySet<string>) => void }

type RowProps<Row> = {
  index: number
  /** Undefined while loading. */
  row: Row | undefined
  columns: readonly RowColumn<Row>[]
  rowTo: ((row: Row) => string) | undefined
  onOpen: ((row: Row) => void) | undefined
  isOpen: ((row: Row) => boolean) | undefined
  selection: Selection | undefined
  isActive: boolean
  onActive: (index: number) => void
  measure: (node: HTMLElement | null) => void
}

/** Memoized, so that scrolling renders only new rows. */
export const ListRow = memo(Row) as typeof Row

function Row<Row extends { id?: string }>(props: RowProps<Row>) {
  const { row, index, columns, isActive, isOpen, rowTo, onOpen, onActive, selection, measure } = props
  const goTo = useGoTo()
  const open = () => {
    if (row === undefined) return
    onActive(index)
    if (onOpen !== undefined) onOpen(row)
    else if (rowTo !== undefined) goTo(rowTo(row))
  }
  const leads = rowTo !== undefined || onOpen !== undefined
  return (
    <div
      role="row"
      ref={measure}
      tabIndex={-1}
      data-index={index}
      aria-rowindex={index + 2}
      className={classes.row}
      style={{ gridTemplateColumns: track(props) }}
      data-leads={leads || undefined}
      data-active={isActive || undefined}
      data-open={(row !== undefined && isOpen?.(row)) || undefined}
      onClick={(event) => {
        const inner = (event.target as HTMLElement).closest('a, button, input, label')
        if (inner === null && leads && window.getSelection()?.toString() === '') open()
      }}
      onKeyDown={(event) => event.key === 'Enter' && event.target === event.currentTarget && open()}
    >
      {selection !== undefined && <SelectCell row={row} selection={selection} />}
      {columns.map((column, at) => (
        <div
          key={column.id}
          role="cell"
          className={classes.cell}
          data-align={column.align}
          data-card={at === 0 ? 'title' : column.card === undefined ? 'no' : true}
          data-label={at > 0 && isNamed(column) ? column.header : undefined}
        >
          {row === undefined ? <Skeleton height={14} width="70%" my={3} /> : column.cell(row)}
        </div>
      ))}
    </div>
  )
}

function isNamed<Row>({ card, align }: RowColumn<Row>): boolean {
  return card === 'named' || (card === true && align === 'end')
}

function SelectCell<Row extends { id?: string }>({
  row,
  selection,
}: Pick<RowProps<Row>, 'row'> & { selection: Selection }) {
  const id = row?.id ?? ''
  const toggle = () => {
    const ids = new Set(selection.ids)
    if (!ids.delete(id)) ids.add(id)
    selection.onChange(ids)
  }
  return (
    <div role="cell" className={classes.cell} data-card="no">
      <Checkbox
        size="xs"
        aria-label="Select this row"
        checked={selection.ids.has(id)}
        onChange={toggle}
        disabled={id === ''}
      />
    </div>
  )
}

export const track = <Row,>({ columns, selection }: { columns: readonly RowColumn<Row>[]; selection?: unknown }) =>
  [...(selection === undefined ? [] : ['36px']), ...columns.map(({ width }) => width ?? 'minmax(0, 1fr)')].join(' ')
