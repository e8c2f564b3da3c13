import { newId } from '../../../db/new-id.ts'
import { AppError } from '../../../kernel/errors.ts'
import { lockOne } from '../../kit/operations.ts'
import type { Frame } from '../../kit/resource.ts'
import { insert } from '../../kit/rows.ts'
import type { Work } from '../../kit/work.ts'
import { hierarchies } from '../hierarchy.ts'
import { type Copies, countPlacements, insertNodeCopies, insertPlacementCopies, selectNodeIds } from './store.ts'

/** Members of the copy. Undefined means the original's description, its name after `Copy of`, and no slug. */
export type Duplicate = {
  hierarchy_id: string
  name: string | undefined
  description: string | undefined
  slug: string | undefined
  products: 'included' | 'left out'
}

export type Duplicated = { hierarchy: Frame; nodes: number }

/** Limits per copy: a few seconds of work in one transaction. */
export const MAX_NODES = 10_000
export const MAX_PLACEMENTS = 100_000
/** Nodes whose products one statement copies. */
const BATCH = 100

/** Copies a hierarchy with its nodes. Throws `not_found`, and `conflict` if it is too large or the slug is taken. */
export async function duplicateHierarchy(work: Work, duplicate: Duplicate): Promise<Duplicated> {
  const { tx, now } = work
  const original = await lockOne(work, hierarchies, { id: duplicate.hierarchy_id }, 'no key update')
  const { owner_id, id: hierarchy_id } = original
  const from = await selectNodeIds(tx, { owner_id, hierarchy_id }, MAX_NODES + 1)
  if (from.length > MAX_NODES) throw tooLarge(`${MAX_NODES} nodes`)
  if (duplicate.products === 'included') {
    const placed = await countPlacements(tx, owner_id, from, MAX_PLACEMENTS + 1)
    if (placed > MAX_PLACEMENTS) throw tooLarge(`${MAX_PLACEMENTS} products in its nodes`)
  }
  const { name = nameOfCopy(original.name), description = original.description, slug = '' } = duplicate
  const { locales, admin_attributes, shopper_attributes } = original
  const copied = { locales, admin_attributes, shopper_attributes }
  const hierarchy = await insert(work, hierarchies, { name, description, slug, ...copied })
  const copies = { from, to: from.map(() => newId(now)) }
  await insertNodeCopies(tx, { owner_id, hierarchy_id: hierarchy.id }, copies, new Date(now))
  if (duplicate.products === 'included') await copyPlacements(work, owner_id, copies)
  return { hierarchy, nodes: from.length }
}

/** Cuts at 255 characters, the maximum of names, without splitting a surrogate pair. */
function nameOfCopy(name: string): string {
  return [...`Copy of ${name}`].slice(0, 255).join('')
}

async function copyPlacements({ tx }: Work, owner_id: string, { from, to }: Copies): Promise<void> {
  for (let at = 0; at < from.length; at += BATCH) {
    const batch = { from: from.slice(at, at + BATCH), to: to.slice(at, at + BATCH) }
    await insertPlacementCopies(tx, owner_id, batch)
  }
}

function tooLarge(limit: string): AppError {
  const detail = `The hierarchy has more than ${limit}, too many to copy at once: list the hierarchy and create the copy in several requests.`
  return new AppError('conflict', [{ detail }])
}
