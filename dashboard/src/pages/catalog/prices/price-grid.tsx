import { useWindowEvent } from '@mantine/hooks'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, type RefObject, useEffect, useId, useRef, useState } from 'react'
import type { ProductPrice } from '../../../generated/schema.ts'
import type { ListState } from '../../../kit/list/use-list.ts'
import classes from './price-grid.module.css'
import type { PriceGridProps } from './price-grid-props.ts'
import { PriceGridRow } from './price-grid-row.tsx'
import { type GridPosition, useGridKeys } from './use-grid-keys.ts'
import { usePriceClipboard } from './use-price-clipboard.ts'

const ROW_HEIGHT = 44

/**
 * Spreadsheet of prices. The focus stays on the grid, which names the active cell, because rows off the screen are not
 * rendered.
 */
export function PriceGrid(props: PriceGridProps) {
  const { state, currencies, edits, isReadOnly } = props
  const { list } = state
  const id = useId()
  const grid = useRef<HTMLDivElement>(null)
  const { virtualizer, items, before, after } = useVirtualRows(list, grid)
  const clipboard = usePriceClipboard(props)
  const keys = useGridKeys({
    rows: list.count,
    columns: currencies.length,
    isReadOnly,
    onMove: ({ row }) => virtualizer.scrollToIndex(row, { align: 'auto' }),
    onText: ({ row, column }, text) => {
      const price = list.rowAt(row)
      const currency = currencies[column]
      if (price !== undefined && currency !== undefined) edits.put([{ row: price, currency, text }])
    },
    focusGrid: () => grid.current?.focus({ preventScroll: true }),
  })
  useWindowEvent('copy', (event) => {
    if (document.activeElement === grid.current) clipboard.copy(event, keys.range)
  })
  useWindowEvent('paste', (event) => {
    if (document.activeElement === grid.current && !isReadOnly) clipboard.paste(event, keys.active)
  })
  const cellId = ({ row, column }: GridPosition) => `${id}-${row}-${column}`
  return (
    <div
      ref={grid}
      role="grid"
      aria-label="Prices"
      aria-rowcount={list.has_more ? -1 : list.count + 1}
      aria-colcount={currencies.length + 1}
      aria-multiselectable="true"
      aria-readonly={isReadOnly}
      aria-activedescendant={cellId(keys.active)}
      tabIndex={0}
      className={classes.grid}
      style={{ '--track': `minmax(170px, 2fr) repeat(${currencies.length}, minmax(96px, 1fr))` } as CSSProperties}
      onKeyDown={keys.onKeyDown}
    >
      <Heading currencies={currencies} />
      <div role="rowgroup">
        <div style={{ height: before }} />
        {items.map(({ index, key }) => (
          <PriceGridRow
            key={key}
            {...props}
            index={index}
            keys={keys}
            cellId={cellId}
            measure={virtualizer.measureElement}
          />
        ))}
        <div style={{ height: Math.max(0, after) }} />
      </div>
    </div>
  )
}

/** Visible rows, and the heights of the rows before and after them. */
function useVirtualRows(
  { count, has_more, show }: ListState<ProductPrice>['list'],
  grid: RefObject<HTMLElement | null>,
) {
  const [margin, setMargin] = useState(0)
  const virtualizer = useWindowVirtualizer({
    count: count + (has_more ? 1 : 0),
    estimateSize: () => ROW_HEIGHT,
    overscan: 10,
    scrollMargin: margin,
  })
  const items = virtualizer.getVirtualItems()
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0]
  useEffect(() => {
    const top = grid.current === null ? 0 : grid.current.getBoundingClientRect().top + window.scrollY
    if (Math.abs(top - margin) > 1) setMargin(top)
    show(first, last)
  })
  const before = (items[0]?.start ?? margin) - margin
  const after = virtualizer.getTotalSize() - ((items.at(-1)?.end ?? margin) - margin)
  return { virtualizer, items, before, after }
}

function Heading({ currencies }: { currencies: readonly string[] }) {
  return (
    <div role="rowgroup">
      <div role="row" aria-rowindex={1} className={`${classes.row} ${classes.head}`}>
        <div role="columnheader" className={classes.name}>
          Product
        </div>
        {currencies.map((currency) => (
          <div key={currency} role="columnheader" className={classes.amount}>
            {currency}
          </div>
        ))}
      </div>
    </div>
  )
}
