import { madeColumn } from '../kit/resource/columns.tsx'
import { resource } from '../kit/resource/resource.ts'
import { BUYERS } from './buyers.ts'

export const accountMembers = resource({
  address: 'members',
  list: '/v2/account-members',
  one: '/v2/account-members/{account_member_id}',
  label: { one: 'member', many: 'members' },
  about: 'People who act for accounts. What they may do is in their memberships.',
  columns: ['name', 'email', madeColumn()],
  beside: BUYERS,
  below: () => [{ label: 'Memberships', address: 'members/{account_member_id}/memberships' }],
})
