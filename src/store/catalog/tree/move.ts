import type { Listed } from '../../../db/list.ts'
import { invalid, type Problem } from '../../../kernel/errors.ts'
import type { ListRequest } from '../../../kernel/lists/list.ts'
import { ownerId } from '../../../kernel/owner.ts'
import { type Collection, getOne, lockOne } from '../../kit/operations.ts'
import type { Frame } from '../../kit/resource.ts'
import { save } from '../../kit/rows.ts'
import { listRows, lockRow, selectRows } from '../../kit/store.ts'
import { change, type StoreDeps, type Work } from '../../kit/work.ts'
import { hierarchies } from '../hierarchy.ts'
import { nodes } from '../node.ts'
import type { NodeRef } from '../placing.ts'
import { lockHierarchy, selectPath } from '../store.ts'
import { isChildOf } from './store.ts'

/** A node in a body, at a JSON pointer. An undefined `sort_order` leaves it unchanged. */
export type Move = { id: string; pointer: string; sort_order?: number | undefined }

/**
 * Moves a node below another node of its hierarchy, or to the top if `parent` is null. Throws `not_found` for the node,
 * and `invalid` with a pointer to the parent.
 */
export function moveNode(deps: StoreDeps, ref: NodeRef, parent: Move | null): Promise<Frame> {
  return change(deps, ref.owner, async (work) => {
    const { hierarchy_id } = await lockTree(work, ref)
    const node = await lockOne(work, nodes, { hierarchy_id, id: ref.node_id }, 'no key update')
    if (parent === null) return save(work, nodes, node, { parent_id: null })
    const path = await selectPath(work.tx, { owner_id: node.owner_id, hierarchy_id, id: parent.id })
    if (path.length === 0) throw invalid([problemAt(parent, 'must be the id of a node of this hierarchy')])
    if (path.includes(node.id)) throw invalid([problemAt(parent, 'must not be the node itself or one below it')])
    return save(work, nodes, node, { parent_id: parent.id })
  })
}

/** Moves nodes below a node. Throws `not_found` for that node, and `invalid` with a pointer to each wrong node. */
export function addChildren(deps: StoreDeps, ref: NodeRef, moves: readonly Move[]): Promise<void> {
  return change(deps, ref.owner, (work) => moveBelow(work, ref, moves))
}

/** Replaces the children of a node; its other children move to the top of the hierarchy. Throws like `addChildren`. */
export function replaceChildren(deps: StoreDeps, ref: NodeRef, moves: readonly Move[]): Promise<void> {
  return change(deps, ref.owner, async (work) => {
    await moveBelow(work, ref, moves)
    const moved = new Set(moves.map(({ id }) => id))
    const owner_id = ownerId(work.owner)
    const children = await selectRows(work.tx, nodes, { owner_id, ...ref.parents, parent_id: ref.node_id })
    await moveToTop(
      work,
      ref,
      children.map(({ id }) => id).filter((id) => !moved.has(id)),
    )
  })
}

/** Moves children of a node to the top of the hierarchy; ignores other nodes. Throws `not_found`. */
export function removeChildren(deps: StoreDeps, ref: NodeRef, ids: readonly string[]): Promise<void> {
  return change(deps, ref.owner, async (work) => {
    await lockTree(work, ref)
    await lockOne(work, nodes, { ...ref.parents, id: ref.node_id }, 'key share')
    await moveToTop(work, ref, ids)
  })
}

/** Lists the direct children of a node. Throws `not_found` for the node. */
export async function listChildren(deps: StoreDeps, ref: NodeRef, request: ListRequest): Promise<Listed<Frame>> {
  const { owner_id, id } = await getOne(deps, nodes, ref, ref.node_id)
  return listRows(deps.db, nodes, { owner_id, ...ref.parents }, request, isChildOf(id))
}

/** Lists the nodes at the top of a hierarchy. Throws `not_found` for the hierarchy. */
export async function listRoots(
  deps: StoreDeps,
  { owner, parents }: Collection,
  request: ListRequest,
): Promise<Listed<Frame>> {
  const { owner_id, id } = await getOne(deps, hierarchies, { owner, parents: {} }, parents.hierarchy_id ?? '')
  return listRows(deps.db, nodes, { owner_id, hierarchy_id: id }, request, isChildOf(null))
}

/** Locks the hierarchy before its nodes, the order of every move. */
async function lockTree({ tx, owner }: Work, { parents }: Pick<NodeRef, 'parents'>): Promise<{ hierarchy_id: string }> {
  const { hierarchy_id = '' } = parents
  await lockHierarchy(tx, ownerId(owner), hierarchy_id)
  return { hierarchy_id }
}

async function moveBelow(work: Work, ref: NodeRef, moves: readonly Move[]): Promise<void> {
  const { hierarchy_id } = await lockTree(work, ref)
  const { owner_id, id: parent_id } = await lockOne(work, nodes, { hierarchy_id, id: ref.node_id }, 'key share')
  const path = await selectPath(work.tx, { owner_id, hierarchy_id, id: parent_id })
  const problems: Problem[] = []
  for (const move of moves) {
    const { id, sort_order } = move
    if (path.includes(id)) problems.push(problemAt(move, 'must not be the node itself or one above it'))
    else {
      const node = await lockRow(work.tx, nodes, { owner_id, hierarchy_id, id }, 'no key update')
      if (node === undefined) problems.push(problemAt(move, 'must be the id of a node of this hierarchy'))
      else await save(work, nodes, node, { parent_id, ...(sort_order !== undefined && { sort_order }) })
    }
  }
  if (problems.length > 0) throw invalid(problems)
}

async function moveToTop(work: Work, { parents, node_id }: NodeRef, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const scope = { owner_id: ownerId(work.owner), ...parents, id, parent_id: node_id }
    const node = await lockRow(work.tx, nodes, scope, 'no key update')
    if (node !== undefined) await save(work, nodes, node, { parent_id: null })
  }
}

function problemAt({ pointer }: Move, what: string): Problem {
  return { detail: `${pointer.slice(1).replaceAll('/', '.')} ${what}.`, pointer }
}
