import { resource } from '../kit/resource/resource.ts'

/** Used only to select the customer of a catalog rule. */
export const customersOfRules = resource({
  address: 'customers',
  list: '/v2/customers',
  one: '/v2/customers/{customer_id}',
  label: { one: 'customer', many: 'customers' },
  pages: [],
  about: '',
  columns: ['name'],
})

export const accountsOfRules = resource({
  address: 'accounts',
  list: '/v2/accounts',
  one: '/v2/accounts/{account_id}',
  label: { one: 'account', many: 'accounts' },
  pages: [],
  about: '',
  columns: ['name'],
})
