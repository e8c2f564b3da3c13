import { noteChange } from '../kit/audit.ts'
import type { Work } from '../kit/work.ts'

/** Audit log member: the products a node has now, or those added or removed. */
export type AuditedProducts = 'products' | 'added_products' | 'removed_products'

/** Ids that one audit entry names. */
const MAX_IDS = 50

/** Adds the number of a node's changed products, and their first ids, to the audit log. */
export function auditProducts(work: Work, node_id: string, noted: AuditedProducts, ids: readonly string[]): void {
  const after = { [noted]: { count: ids.length, ids: ids.slice(0, MAX_IDS) } }
  noteChange(work, { type: 'node', id: node_id }, { before: {}, after })
}
