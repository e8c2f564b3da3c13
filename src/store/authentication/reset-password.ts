import { hashPassword } from '../../access/passwords/passwords.ts'
import { invalid, type Problem } from '../../kernel/errors.ts'
import { ownerId } from '../../kernel/owner.ts'
import { checkVersion } from '../../kernel/version.ts'
import { type Frame, present } from '../kit/resource.ts'
import { save } from '../kit/rows.ts'
import { getOne, lockOne, type Place, type Update } from '../kit/verbs.ts'
import { change, type StoreDeps } from '../kit/work.ts'
import { checkCode, useCode, wrongCode } from '../one-time-passwords/check.ts'
import { passwordProfileInfo } from './password-profile-info.ts'

/**
 * Sets the password of a user who shows a one-time password for it, and changes nothing else. Throws `not_found`,
 * `invalid`, `conflict`, `bad_credentials`, `unavailable`.
 */
export async function resetPassword(
  deps: StoreDeps,
  place: Place,
  { id, sent, expected_version }: Update,
): Promise<Frame> {
  const owner_id = ownerId(place.owner)
  const { one_time_password_token, password } = textsIn(sent)
  const row = await getOne(deps, passwordProfileInfo, place, id)
  refuseOthers(present(passwordProfileInfo, row, deps.base_url), sent)
  const code = { owner_id, password_profile_info_id: id, now: deps.clock() }
  const given = { ...code, purpose: 'reset_password', code: one_time_password_token } as const
  const code_id = await checkCode(deps.db, given)
  if (code_id === null) throw wrongCode()
  const password_hash = await hashPassword({ owner_id, purpose: 'log_in' }, password)
  return change(deps, place.owner, async (work) => {
    const before = await lockOne(work, passwordProfileInfo, { id })
    checkVersion(passwordProfileInfo.one, before.version, expected_version)
    await useCode(work.tx, { ...code, code_id, now: work.now })
    return save(work, passwordProfileInfo, before, { password_hash } as object)
  })
}

const NEEDED = ['one_time_password_token', 'password'] as const

function textsIn(sent: Update['sent']): Record<(typeof NEEDED)[number], string> {
  const missing = NEEDED.filter((name) => sent[name] === undefined)
  const problems = missing.map((name) => ({ detail: `data.${name} is required.`, pointer: `/data/${name}` }))
  if (problems.length > 0) throw invalid(problems)
  return { one_time_password_token: String(sent.one_time_password_token), password: String(sent.password) }
}

function refuseOthers(shown: Record<string, unknown>, sent: Update['sent']): void {
  const changed = ['username', 'password_profile_id'].filter(
    (name) => sent[name] !== undefined && sent[name] !== shown[name],
  )
  const problems: Problem[] = changed.map((name) => ({
    detail: `data.${name} can't be changed with a one-time password.`,
    pointer: `/data/${name}`,
  }))
  if (problems.length > 0) throw invalid(problems)
}
