import type { Transaction } from '../../../db/database.ts'
import { noteServed } from '../../../db/due/owner-order.ts'
import { isoTime } from '../../../kernel/clock.ts'
import { SECOND } from '../../../kernel/duration.ts'
import { ownerOf } from '../../../kernel/owner.ts'
import { save } from '../../kit/rows.ts'
import { lockRow, selectRow } from '../../kit/store.ts'
import { change, type StoreDeps } from '../../kit/work.ts'
import { catalogs } from '../catalog.ts'
import { selectLabels, selectLatest } from '../store.ts'
import { type Release, releases } from './release.ts'
import { failureReason, pricebooksOf } from './sources.ts'
import { copyRelease } from './sql/copy-release.ts'
import { analyzeGrownTables } from './sql/statistics.ts'
import { countFailure, type Due, selectDue, tryLockCopying, updateCopied } from './store.ts'

/** Attempts to copy a catalog before the release fails. */
const MAX_FAILURES = 5
/** Delay after the first failure; each further failure doubles the delay. */
const RETRY_AFTER_MS = SECOND

/**
 * Advances one due release by one step: starts it, copies the catalog, or publishes it. Returns false if none is due. A
 * process that stops while it copies leaves nothing behind, so the next one starts over.
 */
export async function publishReleases(deps: StoreDeps, signal: AbortSignal): Promise<boolean> {
  for (const due of await selectDue(deps.db, deps.clock())) {
    if (await advance(deps, due, signal)) return true
  }
  return false
}

function advance(deps: StoreDeps, due: Due, signal: AbortSignal): Promise<boolean> {
  if (due.release_status === 'PENDING') return start(deps, due)
  return due.copied ? finish(deps, due) : copy(deps, due, signal)
}

function start(deps: StoreDeps, due: Due): Promise<boolean> {
  return updateRelease(deps, due, (release, now) =>
    release.release_status === 'PENDING' ? { release_status: 'IN_PROGRESS', started_at: isoTime(now) } : null,
  )
}

function finish(deps: StoreDeps, due: Due): Promise<boolean> {
  return updateRelease(deps, due, (release, now) =>
    release.release_status === 'IN_PROGRESS' && release.summary !== null
      ? { release_status: 'PUBLISHED', finished_at: isoTime(now) }
      : null,
  )
}

function fail(deps: StoreDeps, due: Due, release_message: string): Promise<boolean> {
  return updateRelease(deps, due, (release, now) =>
    release.release_status === 'IN_PROGRESS' && release.summary === null
      ? { release_status: 'FAILED', release_message, finished_at: isoTime(now) }
      : null,
  )
}

/** Updates a release, which emits `catalog-release.updated`. Does nothing if `decide` returns null. */
function updateRelease(
  deps: StoreDeps,
  { owner_id, id, organization_id }: Due,
  decide: (release: Release, now: number) => Partial<Release> | null,
): Promise<boolean> {
  return change(deps, ownerOf({ owner_id, organization_id }), async (work) => {
    const release = await lockRow(work.tx, releases, { owner_id, id })
    const changes = release === undefined ? null : decide(release, work.now)
    if (release === undefined || changes === null) return false
    await save(work, releases, release, changes)
    return true
  })
}

/** Copies the catalog from one snapshot: a repeatable-read transaction of many short statements. */
async function copy(deps: StoreDeps, due: Due, signal: AbortSignal): Promise<boolean> {
  noteServed(deps.db, 'catalog_releases', due)
  await analyzeGrownTables(deps.db, SOURCES)
  const copying = deps.db.transaction((tx) => copyInto(tx, due, signal), 'repeatable read')
  const outcome = await copying.catch(async (error: unknown) => {
    if (signal.aborted) return 'skipped' as const
    await recordFailure(deps, due)
    throw error
  })
  if (outcome === 'copied') await analyzeGrownTables(deps.db, COPIES)
  return typeof outcome === 'object' ? fail(deps, due, outcome.reason) : outcome === 'copied'
}

const SOURCES = ['products', 'node_products', 'product_prices', 'nodes']
const COPIES = [
  ...['release_products', 'release_places', 'release_nodes', 'release_changes'],
  ...['release_positions', 'release_words', 'release_facets'],
]

/** `skipped`: another process copies the release or has copied it. */
type Outcome = 'copied' | 'skipped' | { reason: string }

async function copyInto(tx: Transaction, { owner_id, id }: Due, signal: AbortSignal): Promise<Outcome> {
  const isLocked = await tryLockCopying(tx, id)
  const release = await selectRow(tx, releases, { owner_id, id })
  if (!isLocked || release?.release_status !== 'IN_PROGRESS' || release.summary !== null) return 'skipped'
  const catalog = await selectRow(tx, catalogs, { owner_id, id: release.catalog_id })
  if (catalog === undefined) return 'skipped'
  const reason = await failureReason(tx, catalog)
  if (reason !== null) return { reason }
  const previous = release.export_full_delta ? null : ((await selectLatest(tx, owner_id, release.catalog_id)) ?? null)
  const pricebook_ids = pricebooksOf(catalog)
  const sources = { owner_id, release_id: id, hierarchy_ids: catalog.hierarchy_ids, pricebook_ids }
  const summary = await copyRelease(tx, { ...sources, previous_release_id: previous }, signal)
  const hierarchies = await selectLabels(tx, catalog)
  await updateCopied(tx, { owner_id, id }, { summary, hierarchies, previous_release_id: previous })
  return 'copied'
}

/** Retries with exponential backoff, then fails the release: a permanent error must not block other releases. */
async function recordFailure(deps: StoreDeps, due: Due): Promise<void> {
  const failures = await countFailure(deps.db, due, new Date(deps.clock()), RETRY_AFTER_MS)
  if (failures < MAX_FAILURES) return
  await fail(deps, due, 'Publishing failed repeatedly because of an internal error: publish the catalog again.')
}
