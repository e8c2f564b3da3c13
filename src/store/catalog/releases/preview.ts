import type { Transaction } from '../../../db/database.ts'
import { AppError } from '../../../kernel/errors.ts'
import { ownerId } from '../../../kernel/owner.ts'
import { type Collection, getOne } from '../../kit/operations.ts'
import type { StoreDeps } from '../../kit/work.ts'
import { catalogs } from '../catalog.ts'
import { selectLatest } from '../store.ts'
import { failureReason, pricebooksOf } from './sources.ts'
import { COPY_BATCH, MAX_ID, MIN_ID } from './sql/copy-release.ts'
import {
  type ChangeKind,
  compareHierarchies,
  compareNodes,
  compareProducts,
  type Difference,
  type Differences,
  hasProductsAfter,
} from './sql/preview.ts'

/** Batches of products that a preview compares: a few seconds, in statements of a tenth of a second. */
const MAX_BATCHES = 50
export const MAX_COMPARED = MAX_BATCHES * COPY_BATCH

const TYPES = ['hierarchy', 'node', 'product'] as const
type Type = (typeof TYPES)[number]

type Counts = Record<ChangeKind, number>
type NamedChange = Difference & { type: Type; change: ChangeKind }

export type Preview = {
  catalog_id: string
  previous_release_id: string | null
  counts: Record<Type, Counts>
  /** Updated products whose prices differ. */
  priced: number
  /** First changes of each type and kind. */
  changes: NamedChange[]
  complete: boolean
}

type Deps = Pick<StoreDeps, 'db'>

/**
 * Compares the catalog with its latest release, in one snapshot, without writing. Throws `not_found` for the catalog,
 * and `conflict` with the reason if publishing would fail.
 */
export async function previewRelease(deps: Deps, { owner, parents }: Collection, first: number): Promise<Preview> {
  const id = parents.catalog_id ?? ''
  return deps.db.transaction(async (tx) => {
    const catalog = await getOne({ db: tx }, catalogs, { owner, parents: {} }, id)
    const reason = await failureReason(tx, catalog)
    if (reason !== null) throw new AppError('conflict', [{ detail: reason }])
    const owner_id = ownerId(owner)
    const previous_release_id = (await selectLatest(tx, owner_id, id)) ?? null
    const sources = { owner_id, previous_release_id, first, hierarchy_ids: catalog.hierarchy_ids }
    const compared = { ...sources, pricebook_ids: pricebooksOf(catalog) }
    const preview = emptyPreview(id, previous_release_id)
    add(preview, 'hierarchy', await compareHierarchies(tx, compared), first)
    add(preview, 'node', await compareNodes(tx, compared), first)
    preview.complete = await addProducts(tx, compared, preview)
    return preview
  }, 'repeatable read')
}

/** Returns true if all products were compared. */
async function addProducts(
  tx: Transaction,
  compared: Parameters<typeof compareProducts>[1],
  preview: Preview,
): Promise<boolean> {
  let from = MIN_ID
  for (let batch = 0; from !== MAX_ID; batch += 1) {
    if (batch >= MAX_BATCHES && (await hasProductsAfter(tx, compared.owner_id, from))) return false
    const { until, differences } = await compareProducts(tx, compared, from)
    add(preview, 'product', differences, compared.first)
    from = until
  }
  return true
}

function emptyPreview(catalog_id: string, previous_release_id: string | null): Preview {
  const none = () => ({ created: 0, updated: 0, deleted: 0 })
  const counts = { hierarchy: none(), node: none(), product: none() }
  return { catalog_id, previous_release_id, counts, priced: 0, changes: [], complete: false }
}

function add(preview: Preview, type: Type, found: readonly Differences[], first: number): void {
  for (const { change, count, priced, first: named } of found) {
    const before = Math.min(preview.counts[type][change], first)
    preview.counts[type][change] += count
    preview.changes.push(...named.slice(0, first - before).map((one) => ({ ...one, type, change })))
    preview.priced += priced
  }
}
