import { Type } from 'typebox'
import type { Database } from '../../db/database.ts'
import { AppError } from '../../kernel/errors.ts'
import { checkVersion } from '../../kernel/version.ts'
import type { Cart } from './cart.ts'
import { type PricedCart, type Pricing, priceCart } from './price.ts'
import { isSameQuote, parseQuote, printQuote, type Quote, QuoteChanged, quoteOf } from './quote.ts'

/** State of a cart that the caller expects; null members are not checked. */
export type ExpectedState = { version: number | null; quote: Quote | null }

/** Version and quote of a cart, such as `"7-1200.0.100..Yk3…"`. */
export function cartEtag(priced: PricedCart): string {
  return `"${priced.cart.version}-${printQuote(quoteOf(priced, null))}"`
}

const ETAG = '(?:W/)?"([0-9]{1,15})(?:-([^"]*))?"'

/** Request header that guards against changes to a cart or its prices that the caller has not seen. */
export const CartIfMatch = Type.Object({
  'if-match': Type.Optional(
    Type.String({
      'x-pattern': `^(?:\\*|${ETAG})$`,
      description:
        'The ETag of the cart from an earlier response. If the cart or its price has changed since, the response is a 409 that ' +
        'names the change. The version alone (`"7"`, the part before the dash) only detects changes of the cart.',
    }),
  ),
})

/** Parses `If-Match`; null if absent or `*`. Throws `malformed_header`. */
export function cartIfMatch(header: string | undefined): ExpectedState | null {
  if (header === undefined || header.trim() === '*') return null
  const [, version, text] = new RegExp(`^${ETAG}$`).exec(header.trim()) ?? []
  const quote = text === undefined ? null : parseQuote(text)
  if (version !== undefined && (text === undefined || quote !== null)) return { version: Number(version), quote }
  const detail = 'If-Match must be the ETag of a cart response, its version alone, for example "3", or *.'
  throw new AppError('malformed_header', [{ detail, header: 'If-Match' }])
}

/** Throws `conflict` if the version or the price of the cart differs from the expected state. */
export async function checkExpectedState(
  db: Database,
  cart: Cart,
  expected: ExpectedState | null,
  pricing: Pricing,
): Promise<void> {
  if (expected === null) return
  checkVersion('cart', cart.version, expected.version)
  if (expected.quote === null) return
  const priced = await priceCart(db, cart, pricing)
  const now = quoteOf(priced, null)
  if (isSameQuote(now, expected.quote)) return
  throw new QuoteChanged(expected.quote, now, { lines: priced.lines, advice: 'Read the cart again.' })
}
