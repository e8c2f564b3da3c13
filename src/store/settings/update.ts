import type { Database } from '../../db/tables.ts'
import { transact } from '../../db/transaction.ts'
import type { Record } from '../../events/event.ts'
import type { Clock } from '../../kernel/clock.ts'
import { notFound } from '../../kernel/errors.ts'
import { checkVersion } from '../../kernel/version.ts'
import { presentSettings, type Settings, type SettingsUpdate } from './settings.ts'
import { lockSettings, updateSettingsRow } from './store.ts'

export type SettingsDeps = {
  db: Database
  record: Record
  clock: Clock
  /** Ends in `/v2`. */
  base_url: string
}

type UpdateRequest = {
  update: SettingsUpdate
  /** The version that the caller has seen; null when it does not say. */
  expected_version: number | null
}

/**
 * Changes the sent attributes and fires `settings.updated`; an update that changes nothing fires nothing. Throws
 * `conflict` on a stale version, `not_found`.
 */
export async function updateSettings(
  deps: SettingsDeps,
  owner: { organization_id: string; store_id: string },
  { update, expected_version }: UpdateRequest,
): Promise<Settings> {
  return transact(deps.db, async (tx) => {
    const before = await lockSettings(tx, owner.store_id)
    if (before === undefined) throw notFound('store')
    checkVersion('settings', before.version, expected_version)
    const page_length = update.page_length ?? before.page_length
    if (page_length === before.page_length) return before
    const after = { ...before, page_length, version: before.version + 1, updated_at: new Date(deps.clock()) }
    await updateSettingsRow(tx, after)
    await deps.record(tx, [
      {
        organization_id: owner.organization_id,
        store_id: owner.store_id,
        triggered_by: 'settings.updated',
        payload: { data: presentSettings(after, deps.base_url) },
        resource_version: after.version,
      },
    ])
    return after
  })
}
