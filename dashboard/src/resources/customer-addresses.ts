import { resource } from '../kit/resource/resource.ts'
import { ADDRESSES, addressTitle } from './buyers.ts'
import { customers } from './customers.ts'

export const customerAddresses = resource({
  ...ADDRESSES,
  address: 'customers/{customer_id}/addresses',
  list: '/v2/customers/{customer_id}/addresses',
  one: '/v2/customers/{customer_id}/addresses/{address_id}',
  title: addressTitle,
  parent: customers,
})
