import { defineResource } from '../kit/resource.ts'
import { choice, flag, reference, text } from '../kit/values/attribute.ts'

export const passwordProfiles = defineResource({
  type: 'password_profile',
  singular: 'password profile',
  tag: 'Password profiles',
  area: 'settings',
  table: 'password_profiles',
  path: '/authentication-realms/:authentication_realm_id/password-profiles',
  parents: [{ parameter: 'authentication_realm_id', table: 'authentication_realms', singular: 'authentication realm' }],
  event: null,
  key: ['name'],
  attributes: {
    name: text({ min: 1, description: 'Name of the profile.' }),
    description: text({ max: 1000 }, { initial: '' }),
    username_format: choice(
      ['any', 'email'],
      { description: 'Format of usernames. A change does not affect existing usernames.' },
      { initial: 'any' },
    ),
    enable_one_time_password_token: flag(
      { description: 'Whether users may request one-time passwords.' },
      { initial: false },
    ),
  },
  internal: { authentication_realm_id: reference() },
  constraints: {
    password_profile_info_profile: {
      code: 'conflict',
      detail: 'Users have usernames under this password profile: delete their password profile info first.',
    },
  },
})
