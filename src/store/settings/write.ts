import { invalid } from '../../kernel/errors.ts'
import type { Owner } from '../../kernel/owner.ts'
import { checkVersion } from '../../kernel/version.ts'
import { initialValues, save } from '../kit/rows.ts'
import { attributesIn, lockOne } from '../kit/verbs.ts'
import { change, type StoreDeps } from '../kit/work.ts'
import { type Settings, settings } from './settings.ts'
import { tellOfSettings } from './tell.ts'

type Update = {
  sent: Readonly<Record<string, unknown>>
  /** The version that the caller has seen; null when it does not say. */
  expected_version: number | null
}

/**
 * Changes the sent attributes and fires `settings.updated`, or `settings.created` when they had been reset; an update that
 * changes nothing fires nothing. Throws `conflict` on a stale version, `invalid`, `not_found`.
 */
export function updateSettings(deps: StoreDeps, owner: Owner, { sent, expected_version }: Update): Promise<Settings> {
  return change(deps, owner, async (work) => {
    const before = await lockOne(work, settings, {})
    checkVersion('settings', before.version, expected_version)
    const changes = attributesIn(settings, sent)
    refuseLanguages(changes.additional_languages as readonly string[] | undefined)
    const written = before.written || Object.keys(changes).length > 0
    const after = await save(work, settings, before, { ...changes, written }, sent)
    if (after !== before) await tellOfSettings(work, before.written ? 'updated' : 'created', after)
    return after
  })
}

/** Nothing of a store is kept in several languages, and a setting that does nothing would promise that it is. */
function refuseLanguages(languages: readonly string[] | undefined): void {
  if (languages === undefined || languages.length === 0) return
  const detail = 'data.additional_languages must be empty: the texts of a store are kept in one language.'
  throw invalid([{ detail, pointer: '/data/additional_languages' }])
}

/** Gives all settings their initial values again and fires nothing. Throws `conflict` on a stale version, `not_found`. */
export function resetSettings(deps: StoreDeps, owner: Owner, expected_version: number | null): Promise<Settings> {
  return change(deps, owner, async (work) => {
    const before = await lockOne(work, settings, {})
    checkVersion('settings', before.version, expected_version)
    return save(work, settings, before, { ...initialValues(settings), written: false })
  })
}
