import { hidden, secret } from '../kit/form/overrides.ts'
import { madeColumn } from '../kit/resource/columns.tsx'
import { resource } from '../kit/resource/resource.ts'
import { BUYERS } from './buyers.ts'

export const realms = resource({
  address: 'realms',
  list: '/v2/authentication-realms',
  one: '/v2/authentication-realms/{authentication_realm_id}',
  label: { one: 'realm', many: 'realms' },
  about: 'Each holds the users who log in as members, and how they do it.',
  columns: ['name', 'duplicate_email_policy', madeColumn()],
  beside: BUYERS,
  below: () => [
    { label: 'Password profiles', address: 'realms/{authentication_realm_id}/password-profiles' },
    { label: 'Users', address: 'realms/{authentication_realm_id}/users' },
  ],
})

export const passwordProfiles = resource({
  address: 'realms/{authentication_realm_id}/password-profiles',
  list: '/v2/authentication-realms/{authentication_realm_id}/password-profiles',
  one: '/v2/authentication-realms/{authentication_realm_id}/password-profiles/{password_profile_id}',
  label: { one: 'password profile', many: 'password profiles' },
  about: 'Users log in with a user name and a password of a profile, or with a one-time password.',
  columns: ['name', 'username_format', 'enable_one_time_password_token'],
  parent: realms,
})

const USER = '/v2/authentication-realms/{authentication_realm_id}/user-authentication-info' as const

export const realmUsers = resource({
  address: 'realms/{authentication_realm_id}/users',
  list: USER,
  one: `${USER}/{user_authentication_info_id}`,
  label: { one: 'user', many: 'users' },
  about: 'Who can log in with this realm. A member refers to one of them.',
  columns: ['name', 'email', madeColumn()],
  parent: realms,
  below: () => [
    { label: 'Passwords', address: 'realms/{authentication_realm_id}/users/{user_authentication_info_id}/passwords' },
  ],
})

const PASSWORD = `${USER}/{user_authentication_info_id}/user-authentication-password-profile-info` as const

export const userPasswords = resource({
  address: 'realms/{authentication_realm_id}/users/{user_authentication_info_id}/passwords',
  list: PASSWORD,
  one: `${PASSWORD}/{user_authentication_password_profile_info_id}`,
  label: { one: 'password', many: 'passwords' },
  about: 'The user name and the password with which this user logs in under a password profile.',
  columns: ['username', madeColumn()],
  search: 'username',
  title: ({ username }) => username,
  form: ({ one }) => ({
    password: secret,
    password_profile_id: one(passwordProfiles),
    one_time_password_token: hidden,
  }),
  parent: realmUsers,
})
