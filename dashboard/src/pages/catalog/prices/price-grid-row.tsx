import { Tooltip } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { useState } from 'react'
import type { ProductPrice } from '../../../generated/schema.ts'
import { LinkTo } from '../../../kit/link.tsx'
import { usePaths } from '../../../kit/use-paths.ts'
import { cellKey, sentenceAbout, shownText } from '../rules/price-edits.ts'
import classes from './price-grid.module.css'
import type { PriceGridProps } from './price-grid-props.ts'
import type { GridKeys, GridPosition } from './use-grid-keys.ts'

type PriceGridRowProps = PriceGridProps & {
  index: number
  keys: GridKeys
  cellId: (at: GridPosition) => string
  measure: (node: HTMLElement | null) => void
}

export function PriceGridRow(props: PriceGridRowProps) {
  const { index, state, currencies, measure } = props
  const row = state.list.rowAt(index)
  return (
    <div role="row" aria-rowindex={index + 2} className={classes.row} ref={measure} data-index={index}>
      <div role="rowheader" className={classes.name}>
        {row !== undefined && <Name {...props} row={row} />}
      </div>
      {currencies.map((currency, column) => (
        <Cell key={currency} {...props} row={row} currency={currency} column={column} />
      ))}
    </div>
  )
}

function Name({ row, products, pricebook_id }: PriceGridRowProps & { row: ProductPrice }) {
  const paths = usePaths()
  const { sku, valid_from, valid_to } = row.attributes
  const validity = [valid_from && `from ${valid_from.slice(0, 10)}`, valid_to && `until ${valid_to.slice(0, 10)}`]
  return (
    <>
      <LinkTo to={`${paths.prices(pricebook_id)}/${row.id}`}>{products.get(sku)?.attributes.name ?? sku}</LinkTo>
      <span className={classes.sku}>{[sku, ...validity.filter(Boolean)].join(' · ')}</span>
    </>
  )
}

type CellProps = PriceGridRowProps & { row: ProductPrice | undefined; currency: string; column: number }

function Cell(props: CellProps) {
  const { row, currency, column, index, edits, places, keys, cellId, isReadOnly } = props
  const isActive = keys.active.row === index && keys.active.column === column
  const text = row === undefined ? '' : shownText(edits.edits, row, currency, places)
  const isChanged = row !== undefined && edits.edits.get(row.id)?.texts[currency] !== undefined
  const sentence =
    row === undefined
      ? null
      : (sentenceAbout(edits.edits, row.id, currency, places) ?? edits.refused.get(cellKey(row.id, currency)) ?? null)
  const cell = (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid has the keys. biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus.
    <div
      role="gridcell"
      id={cellId({ row: index, column })}
      aria-colindex={column + 2}
      aria-selected={isInside(keys.range, index, column)}
      aria-readonly={isReadOnly}
      aria-invalid={sentence !== null}
      className={classes.amount}
      data-active={isActive || undefined}
      data-selected={isInside(keys.range, index, column) || undefined}
      data-changed={isChanged || undefined}
      data-wrong={sentence !== null || undefined}
      onClick={(event) => {
        keys.move({ row: index, column }, event.shiftKey)
        keys.focusGrid()
      }}
      onDoubleClick={() => keys.edit(null)}
    >
      {isActive && keys.editing !== null ? (
        <GridEditor
          keys={keys}
          label={`${row?.attributes.sku ?? ''} in ${currency}`}
          first={keys.editing.text ?? text}
        />
      ) : (
        <>
          {text}
          {isChanged && <span className={classes.hidden}>, changed</span>}
          {sentence !== null && <span className={classes.hidden}>, {sentence}</span>}
        </>
      )}
    </div>
  )
  return sentence === null ? cell : <Tooltip label={sentence}>{cell}</Tooltip>
}

export function isInside(range: GridKeys['range'], row: number, column: number): boolean {
  return row >= range.top && row <= range.bottom && column >= range.left && column <= range.right
}

type GridEditorProps = { keys: GridKeys; label: string; first: string; inputMode?: 'decimal' | 'text' }

/** Enter moves down, Tab moves sideways, Escape discards the change. */
export function GridEditor({ keys, label, first, inputMode = 'decimal' }: GridEditorProps) {
  const [text, setText] = useState(first)
  const { active, editing } = keys
  const to = (event: KeyboardEvent): GridPosition | null => {
    const { row, column } = active
    if (event.key === 'Enter') return { row: row + (event.shiftKey ? -1 : 1), column }
    if (event.key === 'Tab') return { row, column: column + (event.shiftKey ? -1 : 1) }
    if (editing?.isTyped !== true) return null
    if (event.key === 'ArrowDown') return { row: row + 1, column }
    return event.key === 'ArrowUp' ? { row: row - 1, column } : null
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    const next = to(event)
    if (event.key !== 'Escape' && next === null) return
    event.preventDefault()
    keys.finish(event.key === 'Escape' ? null : text, next)
  }
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: a key of the person opened it.
      autoFocus
      aria-label={label}
      className={classes.editor}
      inputMode={inputMode}
      autoComplete="off"
      value={text}
      onFocus={({ currentTarget }) => editing?.isTyped !== true && currentTarget.select()}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onKeyDown={onKeyDown}
      onBlur={() => keys.leave(text)}
    />
  )
}
