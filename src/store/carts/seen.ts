import { Type } from 'typebox'
import type { Database } from '../../db/tables.ts'
import { AppError } from '../../kernel/errors.ts'
import { checkVersion } from '../../kernel/version.ts'
import type { Cart } from './cart.ts'
import { type Figures, FiguresMoved, figuresOf, isSame, printFigures, readFigures } from './figures.ts'
import { type PricedCart, type Pricing, priceCart } from './price.ts'

/** What a caller has seen of a cart; null is what it does not say. */
export type Seen = { version: number | null; figures: Figures | null }

/** `"7-1200.0.100..Yk3…"`: the version of a cart, and what it came to when it was shown. */
export function cartEtag(priced: PricedCart): string {
  return `"${priced.cart.version}-${printFigures(figuresOf(priced, null))}"`
}

/** The request header that guards a cart against changes, and against prices, that the caller has not seen. */
export const CartIfMatch = Type.Object({
  'if-match': Type.Optional(
    Type.String({
      description:
        'ETag of the cart as it was read. When it has changed since, or costs something else now, that is a 409 that says ' +
        'what moved. The version alone (`"7"`, what stands before the dash) guards against changes of the cart alone.',
    }),
  ),
})

/** What `If-Match` says was seen; null when the caller doesn't care. Throws `malformed_header`. */
export function cartIfMatch(header: string | undefined): Seen | null {
  if (header === undefined || header.trim() === '*') return null
  const [, version, text] = /^(?:W\/)?"(\d{1,15})(?:-([^"]*))?"$/.exec(header.trim()) ?? []
  const figures = text === undefined ? null : readFigures(text)
  if (version !== undefined && (text === undefined || figures !== null)) return { version: Number(version), figures }
  const detail =
    'If-Match must be one ETag as a read of the cart answered it, its version alone, for example "3", or *.'
  throw new AppError('malformed_header', [{ detail, header: 'If-Match' }])
}

/** Throws `conflict` when the cart is another one, or costs something else, than the caller has seen. */
export async function checkSeen(db: Database, cart: Cart, seen: Seen | null, pricing: Pricing): Promise<void> {
  if (seen === null) return
  checkVersion('cart', cart.version, seen.version)
  if (seen.figures === null) return
  const priced = await priceCart(db, cart, pricing)
  const now = figuresOf(priced, null)
  if (isSame(now, seen.figures)) return
  throw new FiguresMoved(seen.figures, now, { lines: priced.lines, advice: 'Read the cart again.' })
}
