import { isoTime } from '../../kernel/clock.ts'
import type { Owner } from '../../kernel/owner.ts'
import { type Duplicate, type Duplicated, duplicateHierarchy } from '../catalog/tree/duplicate.ts'
import { insert } from '../kit/rows.ts'
import { change, type StoreDeps } from '../kit/work.ts'
import { DUPLICATION, exportJobs } from './export-job.ts'

export function copyHierarchy(deps: StoreDeps, owner: Owner, duplicate: Duplicate): Promise<Duplicated> {
  return change(deps, owner, (work) => duplicateHierarchy(work, duplicate))
}

/**
 * Copies a hierarchy in one transaction, and records a finished job for clients that poll for it. `owner` is a store.
 * Throws like `duplicateHierarchy`.
 */
export function copyHierarchyAsJob(deps: StoreDeps, owner: Owner, duplicate: Duplicate) {
  return change(deps, owner, async (work) => {
    const { hierarchy, nodes } = await duplicateHierarchy(work, duplicate)
    return insert(work, exportJobs, {
      what: DUPLICATION,
      status: 'complete',
      records: nodes,
      hierarchy_id: hierarchy.id,
      started_at: isoTime(work.now),
      finished_at: isoTime(work.now),
    })
  })
}
