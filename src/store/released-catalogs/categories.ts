import type { Database } from '../../db/database.ts'
import { readCached } from '../catalog/cache/process-cache.ts'
import type { Ref } from '../catalog/cache/release-cache.ts'
import { arrangeCategories, type Categories } from './rules/categories.ts'
import { selectCategories } from './sql/categories.ts'

export function categoriesOf(db: Database, ref: Ref): Promise<Categories> {
  return readCached(db, ref, 'categories', async (read) => arrangeCategories(await selectCategories(read, ref)))
}

/** Categories to present rows with; none without rows, since a release being copied has no categories yet. */
export async function categoriesFor(db: Database, ref: Ref, rows: readonly object[]): Promise<Categories> {
  return rows.length === 0 ? NO_CATEGORIES : categoriesOf(db, ref)
}

export const NO_CATEGORIES = arrangeCategories([])
