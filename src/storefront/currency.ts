import type { StorefrontContext } from './context.ts'
import { viewOf } from './view.ts'

/** The currency that the shopper requested, if the store has it; null for the store's default. */
export async function preferredCurrency(context: StorefrontContext): Promise<string | null> {
  if (context.currency === null) return null
  const { currencies } = await viewOf(context)
  return currencies.some(({ currency }) => currency === context.currency) ? context.currency : null
}

/** The shopper's preferred currency, or the store's default; null if the store has none. */
export async function currencyOf(context: StorefrontContext): Promise<string | null> {
  const { currencies } = await viewOf(context)
  const found =
    currencies.find(({ currency }) => currency === context.currency) ?? currencies.find(({ is_default }) => is_default)
  return found?.currency ?? null
}
