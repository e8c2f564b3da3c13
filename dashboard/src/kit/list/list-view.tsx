import { Box, Button, Group, Skeleton, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { singularOf } from '../form/words.ts'
import { isUnreachable, ProblemView } from '../states.tsx'
import { useActiveRow } from './active-row.ts'
import type { List } from './list-query.ts'
import { ListRow, type RowColumn, track } from './list-row.tsx'
import classes from './list-view.module.css'

export type Column<Row> = RowColumn<Row> & {
  /** Sort field of the API. */
  sort?: string
  /** Hidden until the person selects it. */
  hidden?: true
}

type ListViewProps<Row> = {
  /** Plural of the rows: `orders`. */
  label: string
  list: List<Row>
  columns: readonly Column<Row>[]
  sort: string
  onSort: (sort: string) => void
  /** Address of a row. */
  rowTo?: (row: Row) => string
  /** Opens a row beside the list instead of leaving the list. */
  onOpen?: (row: Row) => void
  isOpen?: (row: Row) => boolean
  selection?: { ids: ReadonlySet<string>; onChange: (ids: ReadonlySet<string>) => void }
  empty: ReactNode
}

const ROW_HEIGHT = 41

/** List of any length that renders only the visible rows. J and K move through the rows, Enter opens a row. */
export function ListView<Row extends { id?: string }>(props: ListViewProps<Row>) {
  const { label, list, columns, empty } = props
  const place = useRef<HTMLDivElement>(null)
  const [margin, setMargin] = useState(0)
  const rows = list.count + (list.has_more ? 1 : 0)
  const virtualizer = useWindowVirtualizer({
    count: rows,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    scrollMargin: margin,
  })
  const items = virtualizer.getVirtualItems()
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? 0
  const { show } = list
  useEffect(() => {
    const top = place.current === null ? 0 : place.current.getBoundingClientRect().top + window.scrollY
    if (Math.abs(top - margin) > 1) setMargin(top)
    show(first, last)
  })
  const [active, move] = useActiveRow(props, place, (index) => virtualizer.scrollToIndex(index, { align: 'auto' }))

  if (list.error !== null && list.count === 0) return <ProblemView error={list.error} onRetry={list.retry} />
  if (list.is_pending) return <ListSkeleton columns={columns} />
  if (list.count === 0) return empty
  const before = (items[0]?.start ?? margin) - margin
  const after = virtualizer.getTotalSize() - ((items.at(-1)?.end ?? margin) - margin)
  return (
    <Box ref={place}>
      {list.error !== null && !isUnreachable(list.error) && <ProblemView error={list.error} onRetry={list.retry} />}
      {/* Browsers do not treat a CSS grid as a table, so the roles are explicit. */}
      <div
        role="table"
        aria-label={label}
        aria-rowcount={list.has_more ? -1 : list.count + 1}
        className={classes.table}
      >
        <Heading {...props} />
        <div role="rowgroup">
          <div style={{ height: before }} />
          {items.map(({ index, key }) => (
            <ListRow<Row>
              key={key}
              index={index}
              row={list.rowAt(index)}
              isActive={index === active}
              onActive={move}
              measure={virtualizer.measureElement}
              {...ofRows(props)}
            />
          ))}
          <div style={{ height: Math.max(0, after) }} />
        </div>
      </div>
      <Total list={list} label={label} onTop={() => showStart(virtualizer)} />
    </Box>
  )
}

function ofRows<Row>({ columns, rowTo, onOpen, isOpen, selection }: ListViewProps<Row>) {
  return { columns, rowTo, onOpen, isOpen, selection }
}

function Heading<Row>(props: ListViewProps<Row>) {
  const { columns, sort, onSort, selection } = props
  return (
    <div role="rowgroup" className={classes.head}>
      <div role="row" className={classes.row} style={{ gridTemplateColumns: track(props) }}>
        {selection !== undefined && (
          <div role="columnheader" className={classes.cell}>
            <VisuallyHidden>Selected</VisuallyHidden>
          </div>
        )}
        {columns.map((column) => (
          <div
            key={column.id}
            role="columnheader"
            className={classes.cell}
            data-align={column.align}
            {...(column.sort === undefined ? {} : { 'aria-sort': ariaSort(column.sort, sort) })}
          >
            {column.sort === undefined ? column.header : <SortButton column={column} sort={sort} onSort={onSort} />}
          </div>
        ))}
      </div>
    </div>
  )
}

function ariaSort(field: string, sort: string): 'ascending' | 'descending' | 'none' {
  if (sort === field) return 'ascending'
  return sort === `-${field}` ? 'descending' : 'none'
}

type SortButtonProps = { column: { header: string; sort?: string }; sort: string; onSort: (sort: string) => void }

function SortButton({ column: { header, sort: field = '' }, sort, onSort }: SortButtonProps) {
  const state = ariaSort(field, sort)
  const Arrow = state === 'descending' ? IconArrowDown : IconArrowUp
  return (
    <UnstyledButton className={classes.sort} onClick={() => onSort(state === 'ascending' ? `-${field}` : field)}>
      {header}
      <Arrow size={14} aria-hidden style={{ opacity: state === 'none' ? 0 : 1 }} />
    </UnstyledButton>
  )
}

/** Scrolls to the top through the virtualizer, because rows that it measures meanwhile would scroll the window back. */
function showStart(virtualizer: Virtualizer<Window, Element>): void {
  virtualizer.scrollToIndex(0, { align: 'end' })
}

type TotalProps<Row> = { list: List<Row>; label: string; onTop: () => void }

function Total<Row>({ list, label, onTop }: TotalProps<Row>) {
  const number = new Intl.NumberFormat('en-US')
  const total = list.total
  if (total === null) return null
  const count = Math.max(total.count, list.count)
  return (
    <Group justify="space-between" py="sm">
      <Text size="sm" c="dimmed">
        {number.format(count)}
        {total.is_exact && count === total.count ? '' : '+'} {count === 1 ? singularOf(label) : label}
      </Text>
      {list.count > 100 && (
        <Button size="compact-sm" variant="subtle" onClick={onTop}>
          Back to the top
        </Button>
      )}
    </Group>
  )
}

function ListSkeleton<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return (
    <div className={classes.table} role="status" aria-busy="true" aria-label="Loading">
      {Array.from({ length: 8 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike.
        <div key={index} className={classes.row} style={{ gridTemplateColumns: track({ columns }) }}>
          {columns.map(({ id }) => (
            <div key={id} className={classes.cell}>
              <Skeleton height={14} width="70%" my={3} />
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
