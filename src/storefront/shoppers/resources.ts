import type { StorefrontResource } from '../context.ts'
import { address, addresses, addressForm } from './addresses.ts'
import { defaultAddresses } from './default-addresses.ts'
import { email, emailForm, emails } from './emails.ts'
import { paymentMethod, paymentMethods } from './payment-methods.ts'
import { paymentTokenForms } from './payment-token-forms.ts'

export const shopperResources: readonly StorefrontResource[] = [
  addresses,
  address,
  addressForm,
  ...defaultAddresses,
  emails,
  email,
  emailForm,
  paymentMethods,
  paymentMethod,
  ...paymentTokenForms,
]
