import type { Owner } from '../../kernel/owner.ts'
import { checkVersion } from '../../kernel/version.ts'
import { attributesIn, lockOne } from '../kit/operations.ts'
import { rejectOtherValues } from '../kit/relationships.ts'
import { initialValues, save } from '../kit/rows.ts'
import { change, type StoreDeps } from '../kit/work.ts'
import { emitSettings, showSettings } from './events.ts'
import { type Settings, settings } from './settings.ts'

type Update = {
  sent: Readonly<Record<string, unknown>>
  /** Null if the caller sends no version. */
  expected_version: number | null
}

/**
 * Changes the sent attributes and emits `settings.updated`, or `settings.created` after a reset; no event if nothing
 * changes. Throws `invalid`, `not_found`, and `conflict` for another version.
 */
export function updateSettings(deps: StoreDeps, owner: Owner, { sent, expected_version }: Update): Promise<Settings> {
  return change(deps, owner, async (work) => {
    const before = await lockOne(work, settings, {})
    checkVersion('settings', before.version, expected_version)
    const changes = attributesIn(settings, sent)
    if (sent.default_currency !== undefined) {
      const shown = await showSettings(work.tx, before, work.base_url)
      rejectOtherValues(sent, shown, ['default_currency'], ' Set `default` to true in the currency itself.')
    }
    const written = before.written || Object.keys(changes).length > 0
    const after = await save(work, settings, before, { ...changes, written }, sent)
    if (after !== before) await emitSettings(work, before.written ? 'updated' : 'created', after)
    return after
  })
}

/** Resets all settings without an event. Throws `not_found`, and `conflict` for another version. */
export function resetSettings(deps: StoreDeps, owner: Owner, expected_version: number | null): Promise<Settings> {
  return change(deps, owner, async (work) => {
    const before = await lockOne(work, settings, {})
    checkVersion('settings', before.version, expected_version)
    return save(work, settings, before, { ...initialValues(settings), written: false })
  })
}
