import type { Database } from '../../db/database.ts'
import { heldOf } from '../catalog/cache/process-cache.ts'
import type { Ref } from '../catalog/cache/release-cache.ts'
import { arrangeCategories, type Categories } from './rules/categories.ts'
import { selectCategories } from './sql/categories.ts'

/** The hierarchies and nodes of a published release. */
export function categoriesOf(db: Database, ref: Ref): Promise<Categories> {
  return heldOf(db, ref, 'categories', async (read) => arrangeCategories(await selectCategories(read, ref)))
}

/** Those that show these rows of a release. Without rows none, since those of a release that is being copied change. */
export async function categoriesFor(db: Database, ref: Ref, rows: readonly object[]): Promise<Categories> {
  return rows.length === 0 ? NO_CATEGORIES : categoriesOf(db, ref)
}

export const NO_CATEGORIES = arrangeCategories([])
