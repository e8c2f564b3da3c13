import { resource } from '../kit/resource/resource.ts'
import { accounts } from './accounts.ts'
import { ADDRESSES, addressTitle } from './buyers.ts'

export const accountAddresses = resource({
  ...ADDRESSES,
  address: 'accounts/{account_id}/addresses',
  list: '/v2/accounts/{account_id}/addresses',
  one: '/v2/accounts/{account_id}/addresses/{address_id}',
  title: addressTitle,
  parent: accounts,
})
