import { UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { CopyButton } from '../copy/copy-button.tsx'
import { type JsonRow, previewOf, textOf } from './json-tree.ts'
import classes from './json-view.module.css'

type JsonTreeProps = {
  rows: JsonRow[]
  label: string
  matches: string[]
  isOpen: (path: string, depth: number) => boolean
  onFold: (path: string, open: boolean) => void
  maxHeight: number | string
  hrefOf?: HrefOf | undefined
}

/** Link target of a text, by the name of its member; undefined if the text is not an address. */
export type HrefOf = (name: string, text: string) => string | undefined

/** Tree view by WAI-ARIA: arrow keys move and fold. The path and the copy buttons of the current row are below. */
export function JsonTree({ rows, label, matches, isOpen, onFold, maxHeight, hrefOf }: JsonTreeProps) {
  const [chosen, setChosen] = useState('$')
  const tree = useRef<HTMLDivElement>(null)
  const id = useId()
  const at = Math.max(
    0,
    rows.findIndex(({ path }) => path === chosen),
  )
  const row = rows[at]
  const found = new Set(matches)
  const focus = (index: number) => {
    const next = rows[Math.min(rows.length - 1, Math.max(0, index))]
    if (next === undefined) return
    setChosen(next.path)
    tree.current?.querySelectorAll<HTMLElement>('[role="treeitem"]')[rows.indexOf(next)]?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (row === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Enter' && event.target instanceof Element) event.target.querySelector('a')?.click()
    const move = moveOf(event.key, rows, at, isOpen(row.path, row.depth))
    if (move === undefined) return
    event.preventDefault()
    if (typeof move === 'number') focus(move)
    else onFold(row.path, move === 'open')
  }
  return (
    <div className={classes.frame}>
      <div
        className={classes.tree}
        role="tree"
        aria-label={label}
        ref={tree}
        style={{ maxHeight }}
        onKeyDown={onKeyDown}
      >
        {rows.map((each, index) => (
          <Row
            key={each.path}
            row={each}
            id={`${id}${index}`}
            open={isOpen(each.path, each.depth)}
            active={index === at}
            found={found.has(each.path)}
            onChoose={() => setChosen(each.path)}
            onFold={onFold}
            href={typeof each.value === 'string' ? hrefOf?.(String(each.name), each.value) : undefined}
          />
        ))}
      </div>
      {row !== undefined && (
        <div className={classes.foot}>
          <code className={classes.path}>{row.path}</code>
          <span className={classes.copies}>
            <CopyButton text={() => textOf(row.value)} label={`Copy value of ${row.path}`}>
              Value
            </CopyButton>
            <CopyButton text={row.path} label={`Copy path ${row.path}`}>
              Path
            </CopyButton>
          </span>
        </div>
      )}
    </div>
  )
}

/** Index of the row to move to, or the action on the current row. */
function moveOf(key: string, rows: JsonRow[], at: number, open: boolean): number | 'open' | 'close' | undefined {
  const row = rows[at]
  const folds = row?.size !== undefined && row.size > 0
  if (key === 'ArrowDown') return at + 1
  if (key === 'ArrowUp') return at - 1
  if (key === 'Home') return 0
  if (key === 'End') return rows.length - 1
  if (key === 'Enter' || key === ' ') return folds ? (open ? 'close' : 'open') : undefined
  if (key === 'ArrowRight') return folds && !open ? 'open' : folds ? at + 1 : undefined
  if (key !== 'ArrowLeft') return undefined
  return folds && open ? 'close' : parentOf(rows, at)
}

function parentOf(rows: JsonRow[], at: number): number {
  const depth = rows[at]?.depth ?? 0
  return Math.max(
    0,
    rows.findLastIndex((row, index) => index < at && row.depth < depth),
  )
}

type RowProps = {
  row: JsonRow
  id: string
  open: boolean
  active: boolean
  found: boolean
  onChoose: () => void
  onFold: (path: string, open: boolean) => void
  href: string | undefined
}

const INDENT = 16
const ELSEWHERE = { target: '_blank', rel: 'noreferrer' }

function Row({ row, id, open, active, found, onChoose, onFold, href }: RowProps) {
  const folds = row.size !== undefined && row.size > 0
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys of its rows.
    <div
      className={classes.row}
      id={id}
      role="treeitem"
      aria-level={row.depth + 1}
      aria-setsize={row.siblings}
      aria-posinset={row.position}
      aria-expanded={folds ? open : undefined}
      aria-selected={active}
      tabIndex={active ? 0 : -1}
      data-found={found || undefined}
      style={{ paddingLeft: 8 + row.depth * INDENT }}
      onFocus={onChoose}
      onClick={() => folds && onFold(row.path, !open)}
    >
      <span className={classes.chevron} data-open={open || undefined}>
        {folds && <IconChevronRight size={12} aria-hidden="true" />}
      </span>
      {row.name !== undefined && (
        <>
          <span className={classes.name} data-index={typeof row.name === 'number' || undefined}>
            {row.name}
          </span>
          <span className={classes.colon}>: </span>
        </>
      )}
      {href === undefined ? (
        <RowValue row={row} open={open} />
      ) : (
        // Enter on the row follows the link, so that the tree stays a single tab stop.
        <a href={href} tabIndex={-1} {...(href.startsWith('#') ? {} : ELSEWHERE)}>
          <RowValue row={row} open={open} />
        </a>
      )}
    </div>
  )
}

const PREVIEW_LENGTH = 90
const STRING_LENGTH = 400

function RowValue({ row: { value, size }, open }: { row: JsonRow; open: boolean }) {
  const [whole, setWhole] = useState(false)
  if (size !== undefined) {
    const count = Array.isArray(value) ? counted(size, 'element') : counted(size, 'member')
    return (
      <span className={classes.folded}>
        {open ? '' : `${previewOf(value, PREVIEW_LENGTH)} `}
        <span className={classes.count}>{count}</span>
      </span>
    )
  }
  if (typeof value !== 'string' || whole || value.length <= STRING_LENGTH)
    return (
      <span className={classes.value} data-kind={value === null ? 'null' : typeof value}>
        {JSON.stringify(value)}
      </span>
    )
  return (
    <span className={classes.value} data-kind="string">
      {previewOf(value, STRING_LENGTH)}{' '}
      <UnstyledButton className={classes.more} onClick={() => setWhole(true)}>
        show all {value.length.toLocaleString('en-US')} characters
      </UnstyledButton>
    </span>
  )
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
