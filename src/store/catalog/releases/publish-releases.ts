import { query } from '../../../db/pool.ts'
import type { Database, Transaction } from '../../../db/tables.ts'
import { isoTime } from '../../../kernel/clock.ts'
import { ownerOf } from '../../../kernel/owner.ts'
import { save } from '../../kit/rows.ts'
import { lockRow, selectRow } from '../../kit/store.ts'
import { change, type StoreDeps } from '../../kit/work.ts'
import { catalogs } from '../catalog.ts'
import { selectLatest, selectMissing } from '../store.ts'
import { copyRelease } from './copy-release.ts'
import { selectLabels } from './publish.ts'
import { type Release, releases } from './release.ts'
import { freshenStatistics } from './statistics.ts'

/** Times that copying may go wrong before the release fails. */
const MOST_FAILURES = 5
/** Milliseconds after the first of them; twice as many after each further one. */
const RETRY_AFTER = 1_000

/**
 * Moves one release on: starts it, copies it or tells that it is published; says whether there was one to move. A process
 * that dies or is told to end while it copies leaves nothing behind, and the next one copies anew.
 */
export async function publishReleases(deps: StoreDeps, signal: AbortSignal): Promise<boolean> {
  for (const due of await selectDue(deps.db, deps.clock())) {
    if (await moveOn(deps, due, signal)) return true
  }
  return false
}

type Due = Pick<Release, 'owner_id' | 'id' | 'organization_id' | 'release_status'> & { copied: boolean }

/** Of each catalog the oldest release that is not finished. */
function selectDue(db: Database, now: number): Promise<Due[]> {
  return query<Due>(
    db,
    `select r.owner_id, r.id, r.organization_id, r.release_status, r.summary is not null as copied
       from catalog_releases r
      where r.release_status in ('PENDING', 'IN_PROGRESS') and r.next_at <= $1
        and not exists (
          select from catalog_releases o
           where o.owner_id = r.owner_id and o.catalog_id = r.catalog_id and o.id < r.id
             and o.release_status in ('PENDING', 'IN_PROGRESS'))
      order by r.id limit 10`,
    [new Date(now)],
  )
}

function moveOn(deps: StoreDeps, due: Due, signal: AbortSignal): Promise<boolean> {
  if (due.release_status === 'PENDING') return start(deps, due)
  return due.copied ? finish(deps, due) : copy(deps, due, signal)
}

function start(deps: StoreDeps, due: Due): Promise<boolean> {
  return turn(deps, due, (release, now) =>
    release.release_status === 'PENDING' ? { release_status: 'IN_PROGRESS', started_at: isoTime(now) } : null,
  )
}

function finish(deps: StoreDeps, due: Due): Promise<boolean> {
  return turn(deps, due, (release, now) =>
    release.release_status === 'IN_PROGRESS' && release.summary !== null
      ? { release_status: 'PUBLISHED', finished_at: isoTime(now) }
      : null,
  )
}

function fail(deps: StoreDeps, due: Due, release_message: string): Promise<boolean> {
  return turn(deps, due, (release, now) =>
    release.release_status === 'IN_PROGRESS' && release.summary === null
      ? { release_status: 'FAILED', release_message, finished_at: isoTime(now) }
      : null,
  )
}

/** Changes the status of a release and tells of it; null leaves it as it is. */
function turn(
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

/** Reads everything as of one moment: one transaction, repeatable read, of many statements that each end soon. */
async function copy(deps: StoreDeps, due: Due, signal: AbortSignal): Promise<boolean> {
  await freshenStatistics(deps.db, SOURCES)
  const copying = deps.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((tx) => copyInto(tx, due, signal))
  const outcome = await copying.catch(async (error: unknown) => {
    if (signal.aborted) return 'elsewhere' as const
    await noteFailure(deps, due)
    throw error
  })
  if (outcome === 'copied') await freshenStatistics(deps.db, COPIES)
  return typeof outcome === 'object' ? fail(deps, due, outcome.reason) : outcome === 'copied'
}

const SOURCES = ['products', 'node_products', 'product_prices', 'nodes']
const COPIES = ['release_products', 'release_places', 'release_nodes', 'release_changes']

type Outcome = 'copied' | 'elsewhere' | { reason: string }

async function copyInto(tx: Transaction, { owner_id, id }: Due, signal: AbortSignal): Promise<Outcome> {
  // Of the transaction: it ends with the connection of a process that dies.
  const [lock] = await query<{ taken: boolean }>(
    tx,
    `select pg_try_advisory_xact_lock(hashtextextended('catalog release ' || $1, 0)) as taken`,
    [id],
  )
  const release = await selectRow(tx, releases, { owner_id, id })
  if (!lock?.taken || release?.release_status !== 'IN_PROGRESS' || release.summary !== null) return 'elsewhere'
  const catalog = (await selectRow(tx, catalogs, { owner_id, id: release.catalog_id })) as unknown as Catalog
  const reason = await whyNot(tx, catalog)
  if (reason !== null) return { reason }
  const previous = release.export_full_delta ? null : ((await selectLatest(tx, owner_id, release.catalog_id)) ?? null)
  const pricebook_ids = booksOf(catalog)
  const sources = { owner_id, release_id: id, hierarchy_ids: catalog.hierarchy_ids, pricebook_ids }
  const summary = await copyRelease(tx, { ...sources, previous_release_id: previous }, signal)
  await query(
    tx,
    `update catalog_releases set summary = $3, hierarchies = $4, previous_release_id = $5::uuid, is_full_publish = $5::uuid is null
      where owner_id = $1 and id = $2`,
    [owner_id, id, JSON.stringify(summary), JSON.stringify(await selectLabels(tx, catalog)), previous],
  )
  return 'copied'
}

type Catalog = {
  owner_id: string
  hierarchy_ids: string[]
  pricebook_id: string | null
  pricebooks: readonly { id: string; priority: number }[]
}

function booksOf({ pricebook_id, pricebooks }: Catalog): string[] {
  if (pricebook_id !== null) return [pricebook_id]
  return pricebooks.toSorted((one, other) => one.priority - other.priority).map(({ id }) => id)
}

/** Why the catalog cannot be published; null when it can. */
async function whyNot(tx: Transaction, catalog: Catalog): Promise<string | null> {
  const { owner_id, hierarchy_ids } = catalog
  if (hierarchy_ids.length === 0) return 'The catalog names no hierarchy, so that no product is in it.'
  const pricebooks = booksOf(catalog)
  const missing = await selectMissing(tx, owner_id, { hierarchies: hierarchy_ids, pricebooks })
  if (missing.length === 0) return null
  return missing
    .map(
      ({ kind, id }) =>
        `The ${kind === 'hierarchy' ? 'hierarchy' : 'price book'} ${id} that the catalog names is gone.`,
    )
    .join(' ')
}

/** Lets the release wait longer each time, and fail at last: a fault that stays must not keep others busy. */
async function noteFailure(deps: StoreDeps, due: Due): Promise<void> {
  const rows = await query<{ failures: number }>(
    deps.db,
    `update catalog_releases
        set failures = failures + 1, next_at = $3::timestamptz + $4 * power(2, failures) * interval '1 ms'
      where owner_id = $1 and id = $2 and release_status = 'IN_PROGRESS' and summary is null
      returning failures`,
    [due.owner_id, due.id, new Date(deps.clock()), RETRY_AFTER],
  )
  if ((rows[0]?.failures ?? 0) < MOST_FAILURES) return
  await fail(deps, due, 'Publishing went wrong again and again through an internal error: publish the catalog anew.')
}
