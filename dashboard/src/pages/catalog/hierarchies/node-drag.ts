import { type DragEvent, useState } from 'react'
import { beside, into, type Move, type TreeNode, type TreeRow, withDescendants } from '../rules/node-tree.ts'

export type Drop = 'before' | 'into' | 'after'

/** The share of a row, at its top and at its bottom, that means beside it rather than in it. */
const EDGE = 0.3

/** Nodes that are moved with a pointer: before, after, or into the one below it. */
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
        // Some browsers drag only what carries something.
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
  // Below an open node are those in it.
  return share > 1 - EDGE && !isOpen ? 'after' : 'into'
}

function movesOfDrop(nodes: readonly TreeNode[], id: string, onto: string, drop: Drop): Move[] {
  return drop === 'into' ? into(nodes, id, onto) : beside(nodes, id, onto, drop)
}
