import { secret } from '../kit/form/overrides.ts'
import { madeColumn } from '../kit/resource/columns.tsx'
import { resource } from '../kit/resource/resource.ts'
import { BUYERS } from './buyers.ts'

export const customers = resource({
  address: 'customers',
  list: '/v2/customers',
  one: '/v2/customers/{customer_id}',
  label: { one: 'customer', many: 'customers' },
  pages: [],
  about: 'People who buy in this store under a name, with their addresses and orders.',
  columns: ['name', 'email', 'external_ref', 'segments', madeColumn()],
  form: () => ({ password: secret }),
  search: 'name|email',
  beside: BUYERS,
  below: () => [{ label: 'Addresses', address: 'customers/{customer_id}/addresses' }],
})
