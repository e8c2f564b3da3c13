import { Type } from 'typebox'
import { type EventSource, eventsOf } from '../event-type.ts'
import { Id, Links, links, Meta, relatedId, ToOne, timestamps } from './nouns.ts'

const AccountMembership = Type.Object({
  type: Type.Literal('account_membership'),
  id: Id,
  account_member_id: Id,
  role: Type.Union([Type.String(), Type.Null()], { description: 'What the member is in the account.' }),
  links: Links,
  meta: Meta,
  relationships: Type.Object({ account: ToOne('account'), account_member: ToOne('account_member') }),
})

const Payload = Type.Object({ data: AccountMembership })

const accountMembership: EventSource<typeof Payload> = {
  entity: 'Account membership',
  prefix: 'account-membership',
  level: 'store',
  origin: 'store',
  payload: Payload,
  sample: (source, occasion) => {
    const account = relatedId(source.id, 1)
    const account_member_id = relatedId(source.id, 2)
    return {
      data: {
        type: 'account_membership',
        id: source.id,
        account_member_id,
        role: 'buyer',
        links: links(source, `/accounts/${account}/account-memberships/${source.id}`),
        meta: { timestamps: timestamps(source, occasion) },
        relationships: {
          account: { data: { type: 'account', id: account } },
          account_member: { data: { type: 'account_member', id: account_member_id } },
        },
      },
    }
  },
}

export const accountMembershipEvents = eventsOf(accountMembership, {
  created: 'Fires when an account member joins an account.',
  updated: "Fires when an account member's place in an account changes.",
  deleted: 'Fires when an account member leaves an account, also because one of the two is deleted.',
})
