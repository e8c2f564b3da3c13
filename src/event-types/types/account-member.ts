import { Type } from 'typebox'
import { type EventSource, eventsOf } from '../event-type.ts'
import { Id, Links, links, Meta, relatedId, timestamps } from './nouns.ts'

const AccountMember = Type.Object({
  type: Type.Literal('account_member'),
  id: Id,
  name: Type.String(),
  email: Type.String(),
  user_authentication_info_id: Type.Union([Id, Type.Null()], {
    description: 'The user as whom the person logs in.',
  }),
  links: Links,
  meta: Meta,
})

const Payload = Type.Object({ data: AccountMember })

const accountMember: EventSource<typeof Payload> = {
  entity: 'Account member',
  prefix: 'account-member',
  level: 'store',
  origin: 'store',
  payload: Payload,
  sample: (source, occasion) => ({
    data: {
      type: 'account_member',
      id: source.id,
      name: 'Ada Marsh',
      email: 'ada.marsh@example.com',
      user_authentication_info_id: relatedId(source.id, 1),
      links: links(source, `/account-members/${source.id}`),
      meta: { timestamps: timestamps(source, occasion) },
    },
  }),
}

export const accountMemberEvents = eventsOf(accountMember, {
  created: 'Fires when a person who may belong to accounts is created.',
  updated: 'Fires when the name, e-mail address or user of an account member changes.',
  deleted: 'Fires when an account member is deleted.',
})
