import { noteChange } from '../kit/audit.ts'
import type { Work } from '../kit/work.ts'

/** Which products a node has now, or which were added or removed. */
export type NotedProducts = 'products' | 'added_products' | 'removed_products'

/** Ids that the audit log names. */
const MAX_IDS = 50

/** Adds what happened to the products of a node to what the audit log says: how many, and the first ids. */
export function noteProducts(work: Work, node_id: string, noted: NotedProducts, ids: readonly string[]): void {
  const after = { [noted]: { count: ids.length, ids: ids.slice(0, MAX_IDS) } }
  noteChange(work, { type: 'node', id: node_id }, { before: {}, after })
}
