import { type DragEvent, useState } from 'react'
import { beside, into, type Move, type TreeNode, type TreeRow, withDescendants } from '../rules/node-tree.ts'

export type Drop = 'before' | 'into' | 'after'

/** Fraction of a row's height, at the top and at the bottom, that drops beside the row rather than into it. */
const EDGE = 0.3

/** Moves nodes by drag and drop: before, after, or into the target row. */
export function useNodeDrag(nodes: readonly TreeNode[], onMove: ((id: string, moves: readonly Move[]) => void) | null) {
  const [dragged, setDragged] = useState<string | null>(null)
  const [over, setOver] = useState<{ id: string; drop: Drop } | null>(null)
  const end = () => {
    setDragged(null)
    setOver(null)
  }
  const propsOf = (row: TreeRow) => {
    const { id } = row.node
    return {
      draggable: true,
      'data-over': over?.id === id ? over.drop : undefined,
      onDragStart: ({ dataTransfer }: DragEvent) => {
        dataTransfer.effectAllowed = 'move'
        // Some browsers start a drag only if it has data.
        dataTransfer.setData('text/plain', row.node.attributes.name)
        setDragged(id)
      },
      onDragOver: (event: DragEvent<HTMLElement>) => {
        if (dragged === null || withDescendants(nodes, dragged).has(id)) return
        event.preventDefault()
        const drop = dropAt(event, row)
        if (over?.id !== id || over.drop !== drop) setOver({ id, drop })
      },
      onDragLeave: () => setOver(null),
      onDragEnd: end,
      onDrop: (event: DragEvent<HTMLElement>) => {
        event.preventDefault()
        if (dragged !== null) onMove?.(dragged, movesOfDrop(nodes, dragged, id, dropAt(event, row)))
        end()
      },
    }
  }
  return onMove === null ? () => ({}) : propsOf
}

function dropAt({ clientY, currentTarget }: DragEvent<HTMLElement>, { isOpen }: TreeRow): Drop {
  const { top, height } = currentTarget.getBoundingClientRect()
  const share = (clientY - top) / height
  if (share < EDGE) return 'before'
  // The row below an open node is its first child.
  return share > 1 - EDGE && !isOpen ? 'after' : 'into'
}

function movesOfDrop(nodes: readonly TreeNode[], id: string, onto: string, drop: Drop): Move[] {
  return drop === 'into' ? into(nodes, id, onto) : beside(nodes, id, onto, drop)
}
