import { Type } from 'typebox'
import { Format } from 'typebox/format'
import { endTokens } from '../../access/tokens/generations.ts'
import type { Problem } from '../../kernel/errors.ts'
import { type AnyResource, type Draft, defineResource, type Frame } from '../kit/resource.ts'
import { passwordHash, reference, text } from '../kit/values/attribute.ts'
import type { Work } from '../kit/work.ts'
import { newPassword } from './password.ts'
import { type Profile, selectProfile } from './store.ts'

const UNKNOWN_PROFILE = 'data.password_profile_id must be the id of a password profile of this realm.'
const NO_PASSWORD = 'data.password is required: the password profile does not allow one-time passwords.'

/** The username and password of a user under a password profile. Emits no events. */
export const passwordProfileInfo: AnyResource = defineResource({
  type: 'user_authentication_password_profile_info',
  singular: 'user authentication password profile info',
  plural: 'user authentication password profile info',
  tag: 'User authentication password profile info',
  area: 'customers',
  table: 'password_profile_info',
  path: '/authentication-realms/:authentication_realm_id/user-authentication-info/:user_authentication_info_id/user-authentication-password-profile-info',
  parents: [
    { parameter: 'authentication_realm_id', table: 'authentication_realms', singular: 'authentication realm' },
    {
      parameter: 'user_authentication_info_id',
      table: 'user_authentication_info',
      singular: 'user authentication info',
    },
  ],
  hidden: 'personal',
  event: null,
  // Shoppers need a one-time password to update it; members may change their own.
  access: { read: 'seller', write: 'seller', update: 'shopper' },
  custom_operations: ['list', 'update'],
  key: ['username'],
  references: { password_profile_id: 'password_profile' },
  undeclared: 'people',
  attributes: {
    password_profile_id: reference({ description: 'A password profile of the realm.' }, { fixed: true }),
    username: text({ min: 1, max: 254, description: 'Unique under the password profile.' }),
  },
  internal: {
    authentication_realm_id: reference(),
    user_authentication_info_id: reference(),
    password_hash: passwordHash(),
  },
  accepts: {
    password: newPassword,
    one_time_password_token: Type.String({
      maxLength: 64,
      writeOnly: true,
      description: 'Required from shoppers instead of the current password; sellers need none.',
    }),
  },
  constraints: {
    password_profile_info_username: {
      code: 'conflict',
      detail: 'Another user has this username under the password profile.',
      pointer: '/data/username',
    },
    password_profile_info_user: {
      code: 'conflict',
      detail: 'The user already has a username under this password profile.',
      pointer: '/data/password_profile_id',
    },
    password_profile_info_profile: {
      code: 'invalid',
      detail: UNKNOWN_PROFILE,
      pointer: '/data/password_profile_id',
    },
  },
  async digest(passwords, { password }, organization_id) {
    if (typeof password !== 'string') return {}
    return { password_hash: await passwords.hash({ owner_id: organization_id }, password) }
  },
  prepare: checkAgainstProfile,
  async beforeRemove(work, { user_authentication_info_id }) {
    await endTokens(work.tx, [user_authentication_info_id], work.now)
  },
})

type SignIn = Frame & {
  authentication_realm_id: string
  user_authentication_info_id: string
  password_profile_id: string
  username: string
  password_hash: string | null
}

async function checkAgainstProfile(work: Work, { after, before }: Draft<SignIn>): Promise<readonly Problem[]> {
  const profile = await selectProfile(work.tx, { ...after, id: after.password_profile_id })
  if (profile === undefined) return [{ detail: UNKNOWN_PROFILE, pointer: '/data/password_profile_id' }]
  const problems = before?.username === after.username ? [] : normalizeUsername(after, profile)
  if (after.password_hash === null && !profile.enable_one_time_password_token)
    problems.push({ detail: NO_PASSWORD, pointer: '/data/password' })
  const isChanged =
    before !== null && (before.password_hash !== after.password_hash || before.username !== after.username)
  if (isChanged) await endTokens(work.tx, [after.user_authentication_info_id], work.now)
  return problems
}

function normalizeUsername(after: SignIn, { username_format }: Profile): Problem[] {
  if (username_format === 'any') return []
  after.username = after.username.toLowerCase()
  if (Format.IsEmail(after.username)) return []
  const detail = 'data.username must be an e-mail address: the password profile requires it.'
  return [{ detail, pointer: '/data/username' }]
}
