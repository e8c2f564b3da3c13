import type { Transaction } from '../../../db/database.ts'
import { selectMissing } from '../store.ts'

/** The members of a catalog that determine its releases. */
export type SourceCatalog = {
  owner_id: string
  hierarchy_ids: string[]
  pricebook_id: string | null
  pricebooks: readonly { id: string; priority: number }[]
}

/** Returns price books in order of precedence. */
export function pricebooksOf({ pricebook_id, pricebooks }: SourceCatalog): string[] {
  if (pricebook_id !== null) return [pricebook_id]
  return pricebooks.toSorted((one, other) => one.priority - other.priority).map(({ id }) => id)
}

/** Returns the reason why the catalog cannot be published, or null. */
export async function failureReason(tx: Transaction, catalog: SourceCatalog): Promise<string | null> {
  const { owner_id, hierarchy_ids } = catalog
  if (hierarchy_ids.length === 0) return 'The catalog has no hierarchies, so it contains no products.'
  const pricebooks = pricebooksOf(catalog)
  const missing = await selectMissing(tx, owner_id, { hierarchies: hierarchy_ids, pricebooks })
  if (missing.length === 0) return null
  return missing
    .map(
      ({ kind, id }) => `The ${kind === 'hierarchy' ? 'hierarchy' : 'price book'} ${id} of the catalog does not exist.`,
    )
    .join(' ')
}
