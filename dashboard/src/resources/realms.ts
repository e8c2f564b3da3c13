import { hidden, labeled, secret } from '../kit/form/overrides.ts'
import { madeColumn } from '../kit/resource/columns.tsx'
import { resource } from '../kit/resource/resource.ts'
import { BUYERS } from './buyers.ts'

export const realms = resource({
  address: 'realms',
  list: '/v2/authentication-realms',
  one: '/v2/authentication-realms/{authentication_realm_id}',
  label: { one: 'realm', many: 'realms' },
  about:
    'A realm holds users who log in under the same rules. A store has one for customers and one for account members.',
  columns: ['name', madeColumn()],
  form: () => ({
    name: { help: '' },
    redirect_uris: labeled('Redirect addresses', { help: 'Kept for storefronts. The store itself does not use them.' }),
    duplicate_email_policy: labeled('Same e-mail for several users', {
      help: '',
      options: [
        { value: 'allowed', label: 'Allowed' },
        { value: 'api_only', label: 'Allowed (api_only)' },
        { value: 'unassignable', label: 'Not allowed' },
        { value: 'unallowed', label: 'Not allowed (unallowed)' },
        { value: 'disallowed', label: 'Not allowed (disallowed)' },
      ],
    }),
  }),
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
  about:
    'Rules for usernames and one-time passwords. A storefront that logs in a member sends the id of a profile (password_profile_id).',
  columns: ['name', 'username_format', 'enable_one_time_password_token'],
  form: () => ({
    name: { help: '' },
    username_format: labeled('Usernames', {
      help: 'A change does not affect existing usernames.',
      options: [
        { value: 'any', label: 'Any text' },
        { value: 'email', label: 'E-mail addresses' },
      ],
    }),
    enable_one_time_password_token: labeled('One-time passwords', {
      help: 'Users can request one to log in or to reset their password. An integration of yours sends it.',
    }),
  }),
  parent: realms,
})

const USER = '/v2/authentication-realms/{authentication_realm_id}/user-authentication-info' as const

export const realmUsers = resource({
  address: 'realms/{authentication_realm_id}/users',
  list: USER,
  one: `${USER}/{user_authentication_info_id}`,
  label: { one: 'user', many: 'users' },
  about: 'People who can log in with this realm. A member refers to one of them.',
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
  about: 'The username and the password with which this user logs in under a password profile.',
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
