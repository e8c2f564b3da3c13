import { query } from '../../../db/pool.ts'
import type { Transaction } from '../../../db/tables.ts'
import { isoTime } from '../../../kernel/clock.ts'
import type { Owner } from '../../../kernel/owner.ts'
import { insert } from '../../kit/rows.ts'
import { lockOne } from '../../kit/verbs.ts'
import { change, type StoreDeps, type Work } from '../../kit/work.ts'
import { catalogs } from '../catalog.ts'
import { type Release, releases } from './release.ts'

export type Publish = { catalog_id: string; export_full_delta: boolean }

/**
 * Asks for a release of a catalog and fires `catalog-release.created`; a background job publishes it. Throws `not_found` for the
 * catalog.
 */
export function publishCatalog(deps: StoreDeps, owner: Owner, request: Publish): Promise<Release> {
  return change(deps, owner, (work) => askForRelease(work, request))
}

/** The same as a part of other work. */
export async function askForRelease(work: Work, { catalog_id, export_full_delta }: Publish): Promise<Release> {
  const catalog = (await lockOne(work, catalogs, { id: catalog_id })) as unknown as CatalogRow
  const { name, description } = catalog
  return insert(work, releases, {
    name,
    description,
    catalog_id: catalog.id,
    hierarchies: await selectLabels(work.tx, catalog),
    organization_id: work.owner.organization_id,
    export_full_delta,
    next_at: isoTime(work.now),
  })
}

type CatalogRow = { owner_id: string; id: string; name: string; description: string; hierarchy_ids: string[] }

/** The catalog's hierarchies that are there, in its order. */
export function selectLabels(
  tx: Transaction,
  { owner_id, hierarchy_ids }: Pick<CatalogRow, 'owner_id' | 'hierarchy_ids'>,
): Promise<Release['hierarchies']> {
  return query(
    tx,
    `select h.id, h.name as label from unnest($2::text[]) with ordinality as n(id, place)
       join hierarchies h on h.owner_id = $1 and h.id = n.id::uuid order by n.place`,
    [owner_id, hierarchy_ids],
  )
}
