import type { CalculationMethod } from '../../pricing/input.ts'
import type { MoneyFormat } from '../../pricing/money.ts'
import type { CatalogView } from '../catalog/sql/view.ts'
import { plainFormat, requireFormat } from '../currencies/sql/money-format.ts'

/** Terms that a store's prices depend on: the format of the currency, the revision of promotions, and settings. */
export type PricingTerms = {
  format: MoneyFormat
  revision: number
  cart_stacking: 'all' | 'best'
  cart_expiry_days: number
  calculation_method: CalculationMethod
  /** Default for prices that do not specify if they include tax. */
  prices_include_tax: boolean
  /** Language (BCP 47) of the store's untranslated texts. */
  default_language: string
}

/**
 * Returns the terms for a currency in a view of the shop; null means the default currency. Throws `invalid` for a
 * currency that the store does not have.
 */
export function termsIn(view: CatalogView, code: string | null): PricingTerms {
  const { is_default: _, ...format } = requireFormat(findCurrency(view, code), code)
  return { ...view, format }
}

/**
 * Same for what was stored in a currency that the store may have disabled or deleted since: it stays readable, in the
 * format of the disabled currency, or in a plain one.
 */
export function termsOfStored(view: CatalogView, code: string | null): PricingTerms {
  if (code === null || findCurrency(view, code) !== undefined) return termsIn(view, code)
  const format = view.disabled_currencies.find(({ currency }) => currency === code) ?? plainFormat(code)
  return { ...view, format }
}

/** The currency with this code, by default that of the store; undefined if the store does not offer it. */
export function findCurrency({ currencies }: CatalogView, code: string | null) {
  return currencies.find(({ currency, is_default }) => (code === null ? is_default : currency === code))
}
