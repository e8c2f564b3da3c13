import { invalid, type Problem } from '../../kernel/errors.ts'
import { ownerId } from '../../kernel/owner.ts'
import { checkVersion } from '../../kernel/version.ts'
import { type Collection, getOne, lockOne, type Update, type WriteDeps } from '../kit/operations.ts'
import { type Frame, present } from '../kit/resource.ts'
import { save } from '../kit/rows.ts'
import { change } from '../kit/work.ts'
import { checkCode, useCode, wrongCode } from './one-time-passwords/check.ts'
import { passwordProfileInfo } from './password-profile-info.ts'

/**
 * Sets a user's password, authorized by a one-time password; other changes are rejected. Throws `not_found`, `invalid`,
 * `conflict`, `bad_credentials` and `unavailable`.
 */
export async function resetPassword(
  deps: WriteDeps,
  collection: Collection,
  { id, sent, expected_version }: Update,
): Promise<Frame> {
  const owner_id = ownerId(collection.owner)
  const { one_time_password_token, password } = textsIn(sent)
  const row = await getOne(deps, passwordProfileInfo, collection, id)
  refuseOtherChanges(present(passwordProfileInfo, row, deps.base_url), sent)
  const code = { owner_id, password_profile_info_id: id, now: deps.clock() }
  const attempt = { ...code, purpose: 'reset_password', code: one_time_password_token } as const
  const code_id = await checkCode(deps.db, attempt)
  if (code_id === null) throw wrongCode()
  const requested = { owner_id: collection.owner.organization_id, priority: 'first' } as const
  const password_hash = await deps.passwords.hash(requested, password)
  return change(deps, collection.owner, async (work) => {
    const before = await lockOne(work, passwordProfileInfo, { id })
    checkVersion(passwordProfileInfo.singular, before.version, expected_version)
    await useCode(work.tx, { ...code, code_id, now: work.now })
    return save(work, passwordProfileInfo, before, { password_hash } as object)
  })
}

const REQUIRED = ['one_time_password_token', 'password'] as const

function textsIn(sent: Update['sent']): Record<(typeof REQUIRED)[number], string> {
  const missing = REQUIRED.filter((name) => sent[name] === undefined)
  const problems = missing.map((name) => ({ detail: `data.${name} is required.`, pointer: `/data/${name}` }))
  if (problems.length > 0) throw invalid(problems)
  return { one_time_password_token: String(sent.one_time_password_token), password: String(sent.password) }
}

function refuseOtherChanges(shown: Record<string, unknown>, sent: Update['sent']): void {
  const changed = ['username', 'password_profile_id'].filter(
    (name) => sent[name] !== undefined && sent[name] !== shown[name],
  )
  const problems: Problem[] = changed.map((name) => ({
    detail: `data.${name} can't be changed with a one-time password.`,
    pointer: `/data/${name}`,
  }))
  if (problems.length > 0) throw invalid(problems)
}
