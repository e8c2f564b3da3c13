import { accounts } from './accounts/account.ts'
import { accountAddresses, customerAddresses } from './addresses/address.ts'
import { currencies } from './currencies/currency.ts'
import { customApis } from './custom-apis/custom-api.ts'
import { customFields } from './custom-apis/custom-field.ts'
import { customers } from './customers/customer.ts'
import type { AnyResource } from './kit/resource.ts'
import { shippingOptions } from './shipping/shipping-option.ts'
import { taxClasses } from './taxes/tax-class.ts'
import { taxRates } from './taxes/tax-rate.ts'
import { taxZones } from './taxes/tax-zone.ts'

/** The plain resources of a store, in the order in which the documentation shows them. */
export const resources: readonly AnyResource[] = [
  customers,
  customerAddresses,
  accounts,
  accountAddresses,
  currencies,
  taxClasses,
  taxZones,
  taxRates,
  shippingOptions,
  customApis,
  customFields,
]
