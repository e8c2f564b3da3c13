import { accountMembers } from './account-members/account-member.ts'
import { accountMemberships } from './account-memberships/account-membership.ts'
import { accounts } from './accounts/account.ts'
import { accountAddresses, customerAddresses } from './addresses/address.ts'
import { authenticationRealms } from './authentication/authentication-realm.ts'
import { passwordProfiles } from './authentication/password-profile.ts'
import { passwordProfileInfo } from './authentication/password-profile-info.ts'
import { userAuthenticationInfo } from './authentication/user-authentication-info.ts'
import { catalogs } from './catalog/catalog.ts'
import { catalogRules } from './catalog/catalog-rule.ts'
import { hierarchies } from './catalog/hierarchy.ts'
import { nodes } from './catalog/node.ts'
import { priceModifiers } from './catalog/price-modifier.ts'
import { pricebooks } from './catalog/pricebook.ts'
import { products } from './catalog/product.ts'
import { productPrices } from './catalog/product-price.ts'
import { variationModifiers } from './catalog/variations/modifier.ts'
import { variationOptions, variations } from './catalog/variations/variation.ts'
import { currencies } from './currencies/currency.ts'
import { customApis } from './custom-apis/custom-api.ts'
import { customFields } from './custom-apis/custom-field.ts'
import { customers } from './customers/customer.ts'
import type { AnyResource } from './kit/resource.ts'
import { coupons } from './promotions/coupons/coupon.ts'
import { promotions } from './promotions/promotion.ts'
import { shippingOptions } from './shipping/shipping-option.ts'
import { taxClasses } from './taxes/tax-class.ts'
import { taxRates } from './taxes/tax-rate.ts'
import { taxZones } from './taxes/tax-zone.ts'

/** The plain resources of a store, in the order of the documentation. */
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
  promotions,
  coupons,
  customApis,
  customFields,
  accountMembers,
  accountMemberships,
  authenticationRealms,
  userAuthenticationInfo,
  passwordProfiles,
  passwordProfileInfo,
  products,
  variations,
  variationOptions,
  variationModifiers,
  hierarchies,
  nodes,
  pricebooks,
  productPrices,
  priceModifiers,
  catalogs,
  catalogRules,
]

/** Same, each after its parents and the resources that it refers to: copies create resources in this order. */
export function byReference(): readonly AnyResource[] {
  const sorted = new Set<AnyResource>()
  const add = (resource: AnyResource) => {
    if (sorted.has(resource)) return
    const types = Object.values(resource.references)
    for (const other of resources)
      if (other !== resource && (belongsTo(resource, other) || types.includes(other.type))) add(other)
    sorted.add(resource)
    for (const other of resources) if (belongsTo(other, resource)) add(other)
  }
  for (const resource of resources) add(resource)
  return [...sorted]
}

function belongsTo({ parents }: AnyResource, { table }: AnyResource): boolean {
  return parents.some((parent) => parent.table === table)
}
