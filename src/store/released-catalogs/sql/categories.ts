import { type Executor, query } from '../../../db/database.ts'
import { prepared } from '../../../db/prepared.ts'
import type { Ref } from '../../catalog/cache/release-cache.ts'
import type { CategoryRow } from '../rules/categories.ts'

export function selectCategories(db: Executor, { owner_id, release_id }: Ref): Promise<CategoryRow[]> {
  return query(db, CATEGORIES, [owner_id, release_id])
}

const CATEGORIES = prepared(`select id, null as hierarchy_id, '{}'::uuid[] as ancestors, name, slug, locales
  from release_hierarchies where owner_id = $1 and release_id = $2
 union all
select id, hierarchy_id, ancestors, name, slug, locales from release_nodes where owner_id = $1 and release_id = $2`)
