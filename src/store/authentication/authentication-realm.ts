import { choice, text } from '../kit/attribute.ts'
import { defineResource } from '../kit/resource.ts'
import { removeAll } from '../kit/rows.ts'
import { passwordProfiles } from './password-profile.ts'
import { applyEmailPolicy, expectNoUsers } from './users.ts'

export const authenticationRealms = defineResource({
  type: 'authentication_realm',
  singular: 'authentication realm',
  tag: 'Authentication realms',
  table: 'authentication_realms',
  path: '/authentication-realms',
  event: null,
  attributes: {
    name: text({ min: 1, description: 'Name of the realm.' }),
    duplicate_email_policy: choice(
      ['allowed', 'unallowed'],
      { description: 'Whether several users of the realm may have the same e-mail address.' },
      { initial: 'unallowed' },
    ),
  },
  async prepare(work, { after, before }) {
    if (before === null || before.duplicate_email_policy === after.duplicate_email_policy) return []
    await applyEmailPolicy(work, after)
    return []
  },
  async beforeRemove(work, { id }) {
    await expectNoUsers(work, id)
    await removeAll(work, passwordProfiles, { authentication_realm_id: id })
  },
})
