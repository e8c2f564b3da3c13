import { selectCurrencyCodes } from '../store/catalog/store.ts'
import { once, type Shop } from './shop.ts'

/** The currency that the shopper has asked for, if the store has it; null is the store's default one. */
export async function preferredCurrency(shop: Shop): Promise<string | null> {
  if (shop.currency === null) return null
  const codes = await codesOf(shop)
  return codes.some(({ code }) => code === shop.currency) ? shop.currency : null
}

/** The currency that the shopper prefers, else the store's default one; null when it has none. */
export async function currencyOf(shop: Shop): Promise<string | null> {
  const preferred = await preferredCurrency(shop)
  if (preferred !== null) return preferred
  return (await codesOf(shop)).find(({ is_default }) => is_default)?.code ?? null
}

function codesOf(shop: Shop) {
  return once(shop, 'currency codes', () => selectCurrencyCodes(shop.deps.db, shop.owner.store_id))
}
