import type { Paths } from '../../../paths.ts'

type Named = { type: string; id: string }

/** Page of a resource; null if it has none. */
export function resourceAddress({ type, id }: Named, paths: Paths): string | null {
  return PAGES[type.replaceAll('-', '_')]?.(paths, id) ?? null
}

const PAGES: Readonly<Record<string, (paths: Paths, id: string) => string>> = {
  integration: (paths, id) => paths.integration(id),
  order: (paths, id) => paths.order(id),
  cart: (paths, id) => paths.cart(id),
  customer: (paths, id) => paths.customer(id),
  account: (paths, id) => paths.account(id),
  product: (paths, id) => paths.product(id),
  hierarchy: (paths, id) => paths.hierarchy(id),
  pricebook: (paths, id) => paths.prices(id),
  catalog: (paths, id) => paths.catalog(id),
  promotion: (paths, id) => paths.promotion(id),
  custom_api: (paths, id) => paths.customApi(id),
  tax_class: (paths, id) => paths.resource('taxes/classes', id),
  tax_rate: (paths, id) => paths.resource('taxes/rates', id),
  tax_zone: (paths, id) => paths.resource('taxes/zones', id),
  shipping_option: (paths, id) => paths.resource('shipping-options', id),
  currency: (paths, id) => paths.resource('currencies', id),
  gateway: (paths, id) => paths.resource('gateways', id),
  product_variation: (paths, id) => paths.resource('variations', id),
  settings: (paths) => paths.settings(),
  person: (paths, id) => paths.person(id),
  person_invitation: (paths) => paths.invitations(),
  key: (paths, id) => paths.key(id),
  store: (paths) => paths.stores(),
}
