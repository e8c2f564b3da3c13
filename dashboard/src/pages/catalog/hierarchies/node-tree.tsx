import { VisuallyHidden } from '@mantine/core'
import { IconChevronDown, IconChevronRight, IconGripVertical } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Node } from '../../../generated/schema.ts'
import { type Move, movesOf, rowsOfTree, stepOfTree, type TreeRow, typedAhead } from '../rules/node-tree.ts'
import { useNodeDrag } from './node-drag.ts'
import { NodeMoves } from './node-moves.tsx'
import classes from './node-tree.module.css'

type NodeTreeProps = {
  label: string
  nodes: readonly Node[]
  selected: string | null
  onSelect: (id: string) => void
  /** Null for people who may not change the tree. */
  onMove: ((id: string, moves: readonly Move[]) => void) | null
  actions: { rename: (id: string) => void; remove: (id: string) => void }
}

const KEYS =
  'Drag a node, or select it and use the buttons. Alt with an arrow key moves the node up, down, out, or into the node above. F2 renames, Delete deletes.'
/** Letters typed within this time form one search prefix. */
const WORD_MS = 700

/** Tree of a hierarchy with the standard keys of tree views. A single node is in the tab order. */
export function NodeTree(props: NodeTreeProps) {
  const { label, nodes, selected } = props
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const rows = rowsOfTree(nodes, closed)
  const tree = useRef<HTMLDivElement>(null)
  const [focused, setFocused] = useState<string | null>(null)
  const current = rows.find(({ node }) => node.id === (focused ?? selected)) ?? rows[0]
  const dragOf = useNodeDrag(nodes, props.onMove)
  const toggle = (id: string) => setClosed(toggled(closed, id))
  const keys = useTreeKeys({ ...props, rows, current, toggle, focus: setFocused })
  const shouldFocus = useRef(false)
  useEffect(() => {
    if (!shouldFocus.current) return
    shouldFocus.current = false
    tree.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  })
  return (
    <>
      <div
        ref={tree}
        role="tree"
        aria-label={label}
        className={classes.tree}
        onKeyDown={(event) => {
          shouldFocus.current = keys(event)
        }}
      >
        {rows.map((row) => (
          <TreeItem
            key={row.node.id}
            {...props}
            row={row}
            isCurrent={row === current}
            toggle={toggle}
            focus={setFocused}
            drag={dragOf(row)}
          />
        ))}
      </div>
      {props.onMove !== null && (
        <>
          <NodeMoves nodes={nodes} selected={selected} onMove={props.onMove} />
          <p className={classes.keys}>{KEYS}</p>
        </>
      )}
    </>
  )
}

function toggled(closed: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(closed)
  if (!next.delete(id)) next.add(id)
  return next
}

type TreeItemProps = NodeTreeProps & {
  row: TreeRow<Node>
  isCurrent: boolean
  toggle: (id: string) => void
  focus: (id: string) => void
  drag: ReturnType<ReturnType<typeof useNodeDrag>>
}

function TreeItem({ row, isCurrent, selected, onSelect, onMove, toggle, focus, drag }: TreeItemProps) {
  const { node, level, hasChildren, isOpen, place, siblings } = row
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the keys.
    <div
      role="treeitem"
      aria-level={level}
      aria-posinset={place}
      aria-setsize={siblings}
      aria-selected={node.id === selected}
      {...(hasChildren ? { 'aria-expanded': isOpen } : {})}
      tabIndex={isCurrent ? 0 : -1}
      className={classes.item}
      style={{ paddingInlineStart: 8 + (level - 1) * 20 }}
      onClick={() => {
        focus(node.id)
        onSelect(node.id)
      }}
      {...drag}
    >
      <span
        className={classes.chevron}
        aria-hidden
        onClick={(event) => {
          event.stopPropagation()
          if (hasChildren) toggle(node.id)
        }}
      >
        {hasChildren && <Chevron size={15} />}
      </span>
      <span className={classes.name}>{node.attributes.name}</span>
      {onMove !== null && <IconGripVertical size={14} aria-hidden className={classes.grip} />}
      {node.id === selected && <VisuallyHidden>, shown</VisuallyHidden>}
    </div>
  )
}

type KeyOptions = NodeTreeProps & {
  rows: readonly TreeRow<Node>[]
  current: TreeRow<Node> | undefined
  toggle: (id: string) => void
  focus: (id: string) => void
}

const STEPS: Record<string, 'up' | 'down' | 'out' | 'in'> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'out',
  ArrowRight: 'in',
}

/** Returns true if the tree handled the key, so that the focus follows. */
function useTreeKeys(options: KeyOptions): (event: KeyboardEvent) => boolean {
  const typed = useRef({ text: '', at: 0 })
  const { nodes, rows, current, onMove } = options
  const act = (event: KeyboardEvent, row: TreeRow<Node>): boolean => {
    const { id } = row.node
    const step = STEPS[event.key]
    if (event.altKey && step !== undefined && onMove !== null) {
      const moves = movesOf(nodes, id, step)
      if (moves.length > 0) onMove(id, moves)
      options.focus(id)
      return true
    }
    if (event.altKey || event.ctrlKey || event.metaKey) return false
    const next = stepOfTree(rows, rows.indexOf(row), event.key)
    if (next?.kind === 'focus') options.focus(next.id)
    else if (next !== null) options.toggle(next.id)
    else if (event.key === 'Enter' || event.key === ' ') options.onSelect(id)
    else if (event.key === 'F2' && onMove !== null) options.actions.rename(id)
    else if (event.key === 'Delete' && onMove !== null) options.actions.remove(id)
    else if (event.key.length === 1) typeAhead(event)
    else return event.key.startsWith('Arrow')
    return true
  }
  const typeAhead = (event: KeyboardEvent) => {
    const isNew = event.timeStamp - typed.current.at > WORD_MS
    typed.current = { text: (isNew ? '' : typed.current.text) + event.key, at: event.timeStamp }
    const at = current === undefined ? 0 : rows.indexOf(current)
    const found = typedAhead(rows, at, typed.current.text)
    if (found !== null) options.focus(found)
  }
  return (event) => {
    if (current === undefined || !act(event, current)) return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }
}
