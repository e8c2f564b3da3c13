import { useWindowEvent } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import type { KeyboardEvent, RefObject } from 'react'
import { type GridRange, useGridKeys } from '../prices/use-grid-keys.ts'
import { printTsv, readTsv } from '../rules/price-edits.ts'
import { type CellEdit, cellOf, withCells } from '../rules/product-draft.ts'
import type { Variant } from '../rules/variants.ts'
import type { DraftProps } from './draft-props.ts'

type SheetOptions = Pick<DraftProps, 'draft' | 'update'> & {
  variants: readonly Variant[]
  columns: readonly string[]
  sheet: RefObject<HTMLElement | null>
  choosePicture: () => void
}

type TextAt = { row: number; column: number; text: string }

/** Keys and clipboard of the sheet of variants. The last column holds pictures, which have no text. */
export function useVariantSheet({ draft, update, variants, columns, sheet, choosePicture }: SheetOptions) {
  const put = (texts: readonly TextAt[]) => {
    const edits = texts.flatMap(({ row, column, text }): CellEdit[] => {
      const variant = variants[row]
      return variant === undefined ? [] : [{ variant, column: columns[column] ?? '', text }]
    })
    update((current) => withCells(current, edits))
  }
  const keys = useGridKeys({
    rows: variants.length,
    columns: columns.length,
    isReadOnly: false,
    onMove: ({ row }) =>
      sheet.current?.querySelector(`[aria-rowindex="${row + 2}"]`)?.scrollIntoView({ block: 'nearest' }),
    onText: (at, text) => put([{ ...at, text }]),
    focusGrid: () => sheet.current?.focus({ preventScroll: true }),
  })
  const isFocused = () => document.activeElement === sheet.current
  useWindowEvent('copy', (event) => {
    if (!isFocused()) return
    const { top, bottom, left, right } = keys.range
    const rows = variants.slice(top, bottom + 1)
    const textOf = (variant: Variant, column: string) => (column === PICTURE ? '' : cellOf(draft, variant, column))
    const cells = rows.map((variant) => columns.slice(left, right + 1).map((column) => textOf(variant, column)))
    event.clipboardData?.setData('text/plain', printTsv(cells))
    event.preventDefault()
  })
  useWindowEvent('paste', (event) => {
    if (!isFocused()) return
    event.preventDefault()
    const cells = placed(readTsv(event.clipboardData?.getData('text/plain') ?? ''), keys.range)
    const inside = cells.filter(({ row, column }) => row < variants.length && column < columns.indexOf(PICTURE))
    put(inside)
    const lost = cells.filter(({ text }) => text !== '').length - inside.filter(({ text }) => text !== '').length
    if (lost > 0)
      notifications.show({
        color: 'orange',
        message: `${lost} ${lost === 1 ? 'cell lies' : 'cells lie'} beyond the last row or column: not pasted.`,
      })
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const isPicture = columns[keys.active.column] === PICTURE && event.target === event.currentTarget
    if (!isPicture || event.ctrlKey || event.metaKey || event.altKey) return keys.onKeyDown(event)
    if (event.key.length > 1 && event.key !== 'Enter' && event.key !== 'F2') return keys.onKeyDown(event)
    event.preventDefault()
    event.stopPropagation()
    if (event.key.length > 1 || event.key === ' ') choosePicture()
  }
  return { keys, onKeyDown }
}

export const PICTURE = 'picture'

/** Cells of a pasted block. A single text fills the whole selection. */
function placed(block: readonly (readonly string[])[], { top, bottom, left, right }: GridRange): TextAt[] {
  const [first] = block
  const isSingle = block.length === 1 && first?.length === 1
  const rows = isSingle ? bottom - top + 1 : block.length
  return Array.from({ length: rows }, (_, down) => {
    const line = isSingle ? Array.from({ length: right - left + 1 }, () => first[0] ?? '') : (block[down] ?? [])
    return line.map((text, across) => ({ row: top + down, column: left + across, text }))
  }).flat()
}
