import { CUSTOM_API_PREFIX } from '../../event-types/resources/custom-api-entry.ts'
import { changeDue, type StoreDeps } from '../kit/work.ts'
import { deleteEntries, deleteRemoval, takeRemoval } from './sql/removal.ts'

/** Entries per transaction. */
const BATCH = 500

/** Deletes one batch of entries of a deleted custom API and emits their events. Returns false if there are none. */
export function removeEntries(deps: StoreDeps): Promise<boolean> {
  return changeDue(deps, { queue: 'custom_api_removals', take: takeRemoval }, async (work, removal) => {
    const entries = await deleteEntries(work.tx, removal, BATCH)
    for (const { id, version } of entries)
      work.events.push({
        triggered_by: `${CUSTOM_API_PREFIX}.deleted`,
        payload: { type: removal.api_type, id },
        resource_version: version + 1,
      })
    if (entries.length < BATCH) await deleteRemoval(work.tx, removal)
  })
}
