import type { TourContext } from './context.ts'

/** In an order in which what is deleted is not needed by what comes after it. */
const REMOVALS = [
  ...['DeleteCart', 'DeleteCoupon', 'DeleteCouponBatch', 'DeletePromotion'],
  ...['DeleteAlert', 'DeleteIntegration', 'DeleteEventType'],
  ...['DeleteCustomAPIEntry', 'DeleteCustomField', 'DeleteCustomAPI'],
  ...['DeleteCatalogRelease', 'DeleteCatalogReleases', 'DeleteCatalogRule', 'DeleteCatalog'],
  ...['DeletePriceModifier', 'DeleteProductPrice', 'DeletePriceBook', 'DeleteNode', 'DeleteHierarchy'],
  ...['ClearProductMainImage', 'DeleteInventory', 'DeleteProduct', 'DeleteFile'],
  ...['DeleteVariationModifier', 'DeleteVariationOption'],
  ...['DeleteShippingOption', 'DeleteTaxRate', 'DeleteTaxZone', 'DeleteTaxClass', 'DeleteCurrency'],
  ...['DeleteCustomerAddress', 'DeleteCustomer'],
  ...['DeleteAccountMembership', 'DeleteAccountMember', 'DeleteAccountAddress', 'DeleteAccount'],
  ...['DeleteUserAuthenticationPasswordProfileInfo', 'DeleteUserAuthenticationInfo', 'DeletePasswordProfile'],
  ...['DeleteAuthenticationRealm', 'ResetSettings', 'RemovePerson'],
]

export async function showRemovals({ seller }: TourContext): Promise<void> {
  for (const operationId of REMOVALS) await seller(operationId)
}
