import { type Static, Type } from 'typebox'
import { Id, Links, Timestamps } from '../../kernel/schemas.ts'
import { eventsOf } from '../event-type.ts'
import { links, relatedId, timestamps } from '../samples.ts'

export const AccountMember = Type.Object({
  type: Type.Literal('account_member'),
  id: Id,
  name: Type.String(),
  email: Type.String(),
  user_authentication_info_id: Type.Union([Id, Type.Null()], {
    description: 'The user as whom the person logs in.',
  }),
  links: Links,
  meta: Type.Object({ timestamps: Timestamps }),
})
export type AccountMember = Static<typeof AccountMember>

export const accountMemberEvents = eventsOf({
  entity: 'Account member',
  prefix: 'account-member',
  level: 'store',
  origin: 'store',
  payload: Type.Object({ data: AccountMember }),
  sample: (source, action): { data: AccountMember } => ({
    data: {
      type: 'account_member',
      id: source.id,
      name: 'Ada Marsh',
      email: 'ada.marsh@example.com',
      user_authentication_info_id: relatedId(source.id, 1),
      links: links(source, `/account-members/${source.id}`),
      meta: { timestamps: timestamps(source, action) },
    },
  }),
  actions: {
    created: 'Emitted when a person who may belong to accounts is created.',
    updated: 'Emitted when the name, e-mail address or user of an account member changes.',
    deleted: 'Emitted when an account member is deleted.',
  },
})
