import { advanced, hidden } from '../kit/form/overrides.ts'
import { madeColumn } from '../kit/resource/columns.tsx'
import { type AnyResource, resource } from '../kit/resource/resource.ts'
import { BUYERS } from './buyers.ts'

export const accounts: AnyResource = resource({
  address: 'accounts',
  list: '/v2/accounts',
  one: '/v2/accounts/{account_id}',
  label: { one: 'account', many: 'accounts' },
  pages: [],
  about: 'Companies that buy. Their members act for them.',
  columns: ['name', 'legal_name', 'registration_id', 'external_ref', madeColumn()],
  form: ({ one }) => ({ parent_id: one(accounts), relationships: hidden, account_tag_ids: advanced }),
  beside: BUYERS,
  below: () => [
    { label: 'Members', address: 'accounts/{account_id}/members' },
    { label: 'Addresses', address: 'accounts/{account_id}/addresses' },
  ],
})
