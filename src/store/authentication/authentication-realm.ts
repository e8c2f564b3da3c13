import { Type } from 'typebox'
import { AppError } from '../../kernel/errors.ts'
import { Timestamps } from '../../kernel/schemas.ts'
import { defineResource, timestampsOf } from '../kit/resource.ts'
import { removeAll } from '../kit/rows.ts'
import { choice, optional, text, texts } from '../kit/values/attribute.ts'
import { passwordProfiles } from './password-profile.ts'
import { applyEmailPolicy, expectNoUsers } from './users.ts'

const Origin = Type.Object({
  data: Type.Object({
    type: Type.Enum(['customer_authentication_settings', 'account_authentication_settings']),
    id: Type.String({ format: 'uuid' }),
  }),
})

export const authenticationRealms = defineResource({
  type: 'authentication_realm',
  singular: 'authentication realm',
  tag: 'Authentication realms',
  area: 'settings',
  table: 'authentication_realms',
  path: '/authentication-realms',
  event: null,
  key: ['name'],
  attributes: {
    name: text({ min: 1, description: 'Name of the realm.' }),
    redirect_uris: texts(
      {
        maxItems: 100,
        description: 'Addresses that a login may redirect to. Stored for clients; the store does not use them.',
      },
      { initial: [] },
    ),
    duplicate_email_policy: choice(
      ['allowed', 'api_only', 'unassignable', 'unallowed', 'disallowed'],
      {
        description:
          'Whether several users of the realm may have the same e-mail address. Yes with `allowed` and with `api_only`, since only the API creates users; no with `unassignable` and its aliases `unallowed` and `disallowed`.',
      },
      { initial: 'unassignable' },
    ),
  },
  internal: { origin: optional(choice(['customer', 'account'])) },
  shows: { meta: Timestamps.properties, relationships: { origin: Type.Optional(Origin) } },
  show: ({ owner_id, origin, ...row }) => ({
    meta: timestampsOf(row),
    relationships:
      origin === null ? {} : { origin: { data: { type: `${origin}_authentication_settings`, id: owner_id } } },
  }),
  async prepare(work, { after, before }) {
    if (before === null || before.duplicate_email_policy === after.duplicate_email_policy) return []
    await applyEmailPolicy(work, after)
    return []
  },
  async beforeRemove(work, { id, origin }) {
    if (origin !== null) throw new AppError('conflict', [{ detail: NEEDED }])
    await expectNoUsers(work, id)
    await removeAll(work, passwordProfiles, { authentication_realm_id: id })
  },
})

const NEEDED = 'The realm of the customers and that of the account members belong to the store and cannot be deleted.'
