import type { StorefrontResource } from '../context.ts'
import { address, addresses, addressForm } from './addresses.ts'
import { email, emailForm, emails } from './emails.ts'
import { paymentMethod, paymentMethods, paymentTokenForm } from './payment-methods.ts'

export const shopperResources: readonly StorefrontResource[] = [
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
