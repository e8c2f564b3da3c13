import { type RefObject, useEffect, useRef, useState } from 'react'
import { useShortcuts } from '../use-shortcuts.ts'
import type { List } from './list-query.ts'

type Rows<Row> = { list: List<Row>; onOpen?: (row: Row) => void; isOpen?: (row: Row) => boolean }

/** Row that the keys act on. Its link has the focus, so that a screen reader reads the row and Enter opens it. */
export function useActiveRow<Row>(
  { list, onOpen, isOpen }: Rows<Row>,
  table: RefObject<HTMLElement | null>,
  scrollTo: (index: number) => void,
): [number | null, (index: number) => void] {
  const [active, setActive] = useState<number | null>(null)
  const focusIndex = useRef<number | null>(null)
  useEffect(() => {
    if (focusIndex.current === null) return
    const row = table.current?.querySelector<HTMLElement>(`[data-index="${focusIndex.current}"]`)
    // A distant row is rendered only after the list has scrolled to it.
    if (row === null || row === undefined) return
    focusIndex.current = null
    const control = row.querySelector<HTMLElement>('a[href], button') ?? row
    control.focus({ preventScroll: true })
  })
  const move = (by: number) => {
    const next = Math.min(Math.max((active ?? openIndex(list, isOpen)) + by, 0), list.count - 1)
    setActive(next)
    scrollTo(next)
    const row = list.rowAt(next)
    // The opened panel takes the focus.
    if (onOpen === undefined) focusIndex.current = next
    else if (row !== undefined) onOpen(row)
  }
  useShortcuts([
    ['j', () => move(1)],
    ['k', () => move(-1)],
    ['x', () => table.current?.querySelector<HTMLElement>('[data-active] input[type="checkbox"]')?.click()],
  ])
  return [active, setActive]
}

/** Index of the row that the address has opened; -1 if none. */
function openIndex<Row>(list: List<Row>, isOpen: ((row: Row) => boolean) | undefined): number {
  for (let index = 0; isOpen !== undefined && index < list.count; index += 1) {
    const row = list.rowAt(index)
    if (row !== undefined && isOpen(row)) return index
  }
  return -1
}
