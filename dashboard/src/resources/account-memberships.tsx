import { AccountName, MemberName } from '../kit/cells/names.tsx'
import { hidden } from '../kit/form/overrides.ts'
import { resource } from '../kit/resource/resource.ts'
import { accountMembers } from './account-members.ts'
import { accounts } from './accounts.ts'

export const accountMemberships = resource({
  address: 'accounts/{account_id}/members',
  list: '/v2/accounts/{account_id}/account-memberships',
  one: '/v2/accounts/{account_id}/account-memberships/{account_membership_id}',
  label: { one: 'membership', many: 'memberships' },
  about: 'Members who act for this account, each in a role.',
  columns: [
    { id: 'member', header: 'Member', cell: ({ account_member_id }) => <MemberName id={account_member_id} /> },
    'role',
  ],
  search: 'role',
  title: ({ role, account_member_id }) => role ?? account_member_id,
  form: ({ one }) => ({ account_member_id: one(accountMembers), relationships: hidden }),
  parent: accounts,
})

/** Read only here: memberships are created at the account. */
export const membershipsOfMember = resource({
  address: 'members/{account_member_id}/memberships',
  list: '/v2/account-members/{account_member_id}/account-memberships',
  one: '/v2/account-members/{account_member_id}/account-memberships/{account_membership_id}',
  label: { one: 'membership', many: 'memberships' },
  about: 'The accounts that this member acts for. Memberships are created at the account.',
  columns: [
    {
      id: 'account',
      header: 'Account',
      cell: ({ relationships }) => <AccountName id={relationships.account.data.id} />,
    },
    'role',
  ],
  search: 'role',
  parent: accountMembers,
})
