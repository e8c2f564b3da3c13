import { type KeyboardEvent, useState } from 'react'

export type GridPosition = { row: number; column: number }
export type GridRange = { top: number; bottom: number; left: number; right: number }

type Options = {
  rows: number
  columns: number
  isReadOnly: boolean
  /** Scrolls the cell into view. */
  onMove: (to: GridPosition) => void
  /** Called with the new text of a cell. */
  onText: (at: GridPosition, text: string) => void
  focusGrid: () => void
}

/** State of the edited cell. `isTyped`: editing started with a letter, so that arrows leave the cell. */
export type Editing = { text: string | null; isTyped: boolean }

export type GridKeys = ReturnType<typeof useGridKeys>

/** Spreadsheet keys: arrows, Home, End, Page, Enter, Tab, F2, Delete; Shift with an arrow selects a block. */
export function useGridKeys({ rows, columns, isReadOnly, onMove, onText, focusGrid }: Options) {
  const [active, setActive] = useState<GridPosition>({ row: 0, column: 0 })
  const [anchor, setAnchor] = useState<GridPosition>(active)
  const [editing, setEditing] = useState<Editing | null>(null)

  const inside = ({ row, column }: GridPosition): GridPosition => ({
    row: Math.min(Math.max(row, 0), Math.max(rows - 1, 0)),
    column: Math.min(Math.max(column, 0), Math.max(columns - 1, 0)),
  })
  const move = (to: GridPosition, isExtending = false) => {
    const next = inside(to)
    setActive(next)
    if (!isExtending) setAnchor(next)
    onMove(next)
  }
  const edit = (text: string | null) => {
    if (!isReadOnly) setEditing({ text, isTyped: text !== null })
  }
  const finish = (text: string | null, to: GridPosition | null) => {
    setEditing(null)
    if (text !== null) onText(active, text)
    if (to !== null) move(to)
    focusGrid()
  }
  /** Keeps the typed text when the focus moves elsewhere. */
  const leave = (text: string) => {
    if (editing === null) return
    setEditing(null)
    onText(active, text)
  }
  const range = rangeOf(active, anchor)
  const clear = () => {
    for (let row = range.top; row <= range.bottom; row += 1)
      for (let column = range.left; column <= range.right; column += 1) onText({ row, column }, '')
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return
    const step = stepOf(event, active, rows, columns)
    if (step !== null) {
      event.preventDefault()
      event.stopPropagation()
      return move(step, event.shiftKey && event.key.startsWith('Arrow'))
    }
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
    if (!isPlain) return
    if (event.key === 'Enter' || event.key === 'F2') edit(null)
    else if ((event.key === 'Delete' || event.key === 'Backspace') && !isReadOnly) clear()
    else if (event.key.length === 1) edit(event.key)
    else return
    // Letters typed in the grid must not trigger shortcuts of the page.
    event.preventDefault()
    event.stopPropagation()
  }
  return { active, range, editing, move, edit, finish, leave, focusGrid, onKeyDown }
}

const PAGE = 15

/** Target of a key; null if the key does not move. Tab leaves the grid at the ends of a row. */
function stepOf(
  event: KeyboardEvent,
  { row, column }: GridPosition,
  rows: number,
  columns: number,
): GridPosition | null {
  const far = event.ctrlKey || event.metaKey
  switch (event.key) {
    case 'ArrowUp':
      return { row: far ? 0 : row - 1, column }
    case 'ArrowDown':
      return { row: far ? rows - 1 : row + 1, column }
    case 'ArrowLeft':
      return { row, column: far ? 0 : column - 1 }
    case 'ArrowRight':
      return { row, column: far ? columns - 1 : column + 1 }
    case 'Home':
      return { row: far ? 0 : row, column: 0 }
    case 'End':
      return { row: far ? rows - 1 : row, column: columns - 1 }
    case 'PageUp':
      return { row: row - PAGE, column }
    case 'PageDown':
      return { row: row + PAGE, column }
    case 'Tab': {
      const next = column + (event.shiftKey ? -1 : 1)
      return next < 0 || next >= columns ? null : { row, column: next }
    }
    default:
      return null
  }
}

function rangeOf(a: GridPosition, b: GridPosition): GridRange {
  return {
    top: Math.min(a.row, b.row),
    bottom: Math.max(a.row, b.row),
    left: Math.min(a.column, b.column),
    right: Math.max(a.column, b.column),
  }
}
