import { isoTime } from '../../../kernel/clock.ts'
import type { Owner } from '../../../kernel/owner.ts'
import { lockOne } from '../../kit/operations.ts'
import { insert } from '../../kit/rows.ts'
import { change, type StoreDeps, type Work } from '../../kit/work.ts'
import { catalogs } from '../catalog.ts'
import { selectLabels } from '../store.ts'
import { type Release, releases } from './release.ts'

export type Publish = { catalog_id: string; export_full_delta: boolean }

/** Creates a release to be published in the background. Emits `catalog-release.created`. Throws `not_found`. */
export function publishCatalog(deps: StoreDeps, owner: Owner, request: Publish): Promise<Release> {
  return change(deps, owner, (work) => createRelease(work, request))
}

/** Same as `publishCatalog`, in the caller's transaction. */
export async function createRelease(work: Work, { catalog_id, export_full_delta }: Publish): Promise<Release> {
  const catalog = await lockOne(work, catalogs, { id: catalog_id })
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
