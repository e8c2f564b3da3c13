import type { Listed } from '../../../db/list.ts'
import { invalid } from '../../../kernel/errors.ts'
import type { ListRequest } from '../../../kernel/lists/list.ts'
import { getOne, lockOne } from '../../kit/operations.ts'
import type { Frame } from '../../kit/resource.ts'
import { save } from '../../kit/rows.ts'
import { listRows } from '../../kit/store.ts'
import { change, type StoreDeps } from '../../kit/work.ts'
import { products } from '../product.ts'
import { changed, type ListChange, type ProductRef } from '../products/change-files.ts'
import { type Family, unknownVariations, withVariations } from '../products/family.ts'
import { isAmong } from '../sql/variations.ts'
import { variations } from './variation.ts'

/** Changes the variations of a product; its children change at the next build. Throws `not_found` and `invalid`. */
export function changeVariations(deps: StoreDeps, ref: ProductRef, { how, data }: ListChange): Promise<string[]> {
  return change(deps, ref.owner, async (work) => {
    const row = (await lockOne(work, products, { id: ref.product_id })) as Frame & Family
    if (how !== 'remove') {
      const problems = await unknownVariations(work.tx, row.owner_id, { data, pointer: '/data' })
      if (problems.length > 0) throw invalid(problems)
    }
    const changes = withVariations(row, changed(row.variation_ids, { how, data }))
    await save(work, products, row, changes as Partial<Frame>)
    return changes.variation_ids
  })
}

/** Returns the ids of the variations of a product. Throws `not_found`. */
export async function readVariationIds(deps: Pick<StoreDeps, 'db'>, ref: ProductRef): Promise<string[]> {
  return ((await getOne(deps, products, ref, ref.product_id)) as Frame & Family).variation_ids
}

/** Lists the variations of a product. Throws `not_found`. */
export async function listVariations(
  deps: Pick<StoreDeps, 'db'>,
  ref: ProductRef,
  request: ListRequest,
): Promise<Listed<Frame>> {
  const { owner_id, variation_ids } = (await getOne(deps, products, ref, ref.product_id)) as Frame & Family
  return listRows(deps.db, variations, { owner_id }, request, isAmong(variation_ids))
}

/** Lists the children of a product. Throws `not_found`. */
export async function listChildren(
  deps: Pick<StoreDeps, 'db'>,
  ref: ProductRef,
  request: ListRequest,
): Promise<Listed<Frame>> {
  const { owner_id, id } = await getOne(deps, products, ref, ref.product_id)
  return listRows(deps.db, products, { owner_id, base_product_id: id }, request)
}
