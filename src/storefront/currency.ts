import { selectCurrencyCodes } from '../store/catalog/store.ts'
import { loadOnce, type StorefrontContext } from './context.ts'

/** The currency that the shopper requested, if the store has it; null for the store's default. */
export async function preferredCurrency(context: StorefrontContext): Promise<string | null> {
  if (context.currency === null) return null
  const codes = await currencyCodes(context)
  return codes.some(({ code }) => code === context.currency) ? context.currency : null
}

/** The shopper's preferred currency, or the store's default; null if the store has none. */
export async function currencyOf(context: StorefrontContext): Promise<string | null> {
  const preferred = await preferredCurrency(context)
  if (preferred !== null) return preferred
  return (await currencyCodes(context)).find(({ is_default }) => is_default)?.code ?? null
}

function currencyCodes(context: StorefrontContext) {
  return loadOnce(context, 'currency codes', () => selectCurrencyCodes(context.deps.db, context.owner.store_id))
}
