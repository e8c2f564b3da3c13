import { type Static, Type } from 'typebox'
import { Id, Links, Timestamps, ToOne } from '../../kernel/schemas.ts'
import { eventsOf } from '../event-type.ts'
import { links, relatedId, timestamps } from '../samples.ts'

export const AccountMembership = Type.Object({
  type: Type.Literal('account_membership'),
  id: Id,
  account_member_id: Id,
  role: Type.Union([Type.String(), Type.Null()], { description: 'What the member is in the account.' }),
  links: Links,
  meta: Type.Object({ timestamps: Timestamps }),
  relationships: Type.Object({ account: ToOne('account'), account_member: ToOne('account_member') }),
})
export type AccountMembership = Static<typeof AccountMembership>

export const accountMembershipEvents = eventsOf({
  entity: 'Account membership',
  prefix: 'account-membership',
  level: 'store',
  origin: 'store',
  payload: Type.Object({ data: AccountMembership }),
  sample: (source, action): { data: AccountMembership } => {
    const account = relatedId(source.id, 1)
    const account_member_id = relatedId(source.id, 2)
    return {
      data: {
        type: 'account_membership',
        id: source.id,
        account_member_id,
        role: 'buyer',
        links: links(source, `/accounts/${account}/account-memberships/${source.id}`),
        meta: { timestamps: timestamps(source, action) },
        relationships: {
          account: { data: { type: 'account', id: account } },
          account_member: { data: { type: 'account_member', id: account_member_id } },
        },
      },
    }
  },
  actions: {
    created: 'Emitted when an account member joins an account.',
    updated: "Emitted when an account member's place in an account changes.",
    deleted: 'Emitted when an account member leaves an account, also because one of the two is deleted.',
  },
})
