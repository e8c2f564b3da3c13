import { Type } from 'typebox'
import { Format } from 'typebox/format'
import { endTokens } from '../../access/generations.ts'
import { hashPassword } from '../../access/passwords/passwords.ts'
import type { Problem } from '../../kernel/errors.ts'
import { optional, reference, text } from '../kit/attribute.ts'
import { type AnyResource, type Draft, defineResource, type Frame } from '../kit/resource.ts'
import type { Work } from '../kit/work.ts'
import { newPassword } from './password.ts'
import { type Profile, selectProfile } from './store.ts'

const NO_PROFILE = 'data.password_profile_id names no password profile of this realm.'
const NO_PASSWORD = 'data.password is required: the password profile does not let users log in with one-time passwords.'

/** How one user signs in under one password profile. Whatever becomes of it fires nothing. */
export const passwordProfileInfo: AnyResource = defineResource({
  type: 'user_authentication_password_profile_info',
  one: 'user authentication password profile info',
  many: 'user authentication password profile info',
  tag: 'User authentication password profile info',
  table: 'password_profile_info',
  path: '/authentication-realms/:authentication_realm_id/user-authentication-info/:user_authentication_info_id/user-authentication-password-profile-info',
  parents: [
    { parameter: 'authentication_realm_id', table: 'authentication_realms', one: 'authentication realm' },
    { parameter: 'user_authentication_info_id', table: 'user_authentication_info', one: 'user authentication info' },
  ],
  event: null,
  // Shoppers show a one-time password for it.
  access: { read: 'seller', write: 'seller', update: 'shopper' },
  own: ['update'],
  attributes: {
    password_profile_id: reference({ description: 'A password profile of the realm.' }, { fixed: true }),
    username: text({ min: 1, max: 254, description: 'Unique under the password profile.' }),
  },
  kept: {
    authentication_realm_id: reference(),
    user_authentication_info_id: reference(),
    password_hash: optional(text()),
  },
  accepts: {
    password: newPassword,
    one_time_password_token: Type.String({
      maxLength: 64,
      writeOnly: true,
      description: 'From shoppers, in place of the password that there was; sellers need none.',
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
      detail: 'The user has a username under this password profile already.',
      pointer: '/data/password_profile_id',
    },
    password_profile_info_profile: {
      code: 'invalid',
      detail: NO_PROFILE,
      pointer: '/data/password_profile_id',
    },
  },
  async digest({ password }, owner_id) {
    if (typeof password !== 'string') return {}
    return { password_hash: await hashPassword({ owner_id, purpose: 'change' }, password) }
  },
  prepare: fitToProfile,
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

async function fitToProfile(work: Work, { after, before }: Draft<SignIn>): Promise<readonly Problem[]> {
  const profile = await selectProfile(work.tx, { ...after, id: after.password_profile_id })
  if (profile === undefined) return [{ detail: NO_PROFILE, pointer: '/data/password_profile_id' }]
  const problems = before?.username === after.username ? [] : fitUsername(after, profile)
  if (after.password_hash === null && !profile.enable_one_time_password_token)
    problems.push({ detail: NO_PASSWORD, pointer: '/data/password' })
  const isChanged =
    before !== null && (before.password_hash !== after.password_hash || before.username !== after.username)
  if (isChanged) await endTokens(work.tx, [after.user_authentication_info_id], work.now)
  return problems
}

function fitUsername(after: SignIn, { username_format }: Profile): Problem[] {
  if (username_format === 'any') return []
  after.username = after.username.toLowerCase()
  if (Format.IsEmail(after.username)) return []
  const detail = 'data.username must be an e-mail address: the password profile asks for it.'
  return [{ detail, pointer: '/data/username' }]
}
