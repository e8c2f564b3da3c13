import type { Resource } from '../hypermedia/resource.ts'
import type { Shop } from '../shop.ts'
import { address, addresses, addressForm } from './addresses.ts'
import { email, emailForm, emails } from './emails.ts'
import { paymentMethod, paymentMethods, paymentTokenForm } from './payment-methods.ts'

/** What a shopper has told for whatever it buys. */
export const shopperResources: readonly Resource<Shop>[] = [
  addresses,
  address,
  addressForm,
  emails,
  email,
  emailForm,
  paymentMethods,
  paymentMethod,
  paymentTokenForm,
]
