import type { Owner } from '../../../kernel/owner.ts'
import { lockOne } from '../../kit/operations.ts'
import { removeAll } from '../../kit/rows.ts'
import { change, type StoreDeps } from '../../kit/work.ts'
import { catalogs } from '../catalog.ts'
import { releases } from './release.ts'

/**
 * Deletes all releases of a catalog and emits `catalog-release.deleted` for each. Throws `not_found` for the catalog,
 * and `conflict` while one is being published; then no release is deleted.
 */
export function removeReleases(deps: StoreDeps, owner: Owner, catalog_id: string): Promise<void> {
  return change(deps, owner, async (work) => {
    const { id } = await lockOne(work, catalogs, { id: catalog_id })
    await removeAll(work, releases, { catalog_id: id })
  })
}
