import { Type } from 'typebox'
import { type Caller, inStore } from '../../http/callers/caller.ts'
import { AppError } from '../../kernel/errors.ts'
import type { StoreDeps } from '../kit/work.ts'
import { chooseRelease, type Shopper, type ShopperRelease } from './sql/choose.ts'
import { selectCurrencyCodes } from './store.ts'

const Header = (description: string) => Type.Optional(Type.String({ description }))

export const CurrencyHeaders = Type.Object({
  'x-currency': Header('ISO 4217 code of the currency of prices. Default: the default currency of the store.'),
  'x-moltin-currency': Header('Alias of `X-Currency`.'),
})

export const CHANNEL_HEADERS = ['ep-channel', 'x-channel'] as const

/** Headers that describe the shopper for catalog rules. */
export const ShopperHeaders = Type.Object({
  ...CurrencyHeaders.properties,
  'ep-channel': Header(
    'Sales channel of the shopper. Catalog rules use it to choose the catalog and with it the price book; promotions may ' +
      'require it. The client sets it. Rejected from shoppers (400) if the setting `shopper_channels` of the store is false.',
  ),
  'x-channel': Header('Alias of `EP-Channel`.'),
  'ep-context-tag': Header('A tag of the shopper, for catalog rules.'),
  'x-catalog-tag': Header('Alias of `EP-Context-Tag`.'),
})

/** Same for resources with texts, whose responses have an ETag. */
export const CatalogHeaders = Type.Object({
  ...ShopperHeaders.properties,
  'if-none-match': Header('ETag of a response. If the response would be the same, it is 304 without a body.'),
  'accept-language': Header(
    'The languages in which the shopper wants names, descriptions and options, as far as the store has them in `locales`. `Content-Language` of the response names those that it has.',
  ),
})

type Headers = Readonly<Record<string, string | string[] | undefined>>

export function shopperOf(caller: Caller, headers: Headers): Shopper {
  return {
    customer_id: caller.customer_id,
    account_id: caller.account_id,
    channel: headerOf(headers, ...CHANNEL_HEADERS),
    tag: headerOf(headers, 'ep-context-tag', 'x-catalog-tag'),
  }
}

/** Returns the release that the shopper sees. Throws `store_needed`, or `not_found` if there is none. */
export async function releaseForShopper(
  { db, clock }: StoreDeps,
  caller: Caller,
  headers: Headers,
): Promise<ShopperRelease> {
  const { store_id } = inStore(caller)
  return requireRelease(await chooseRelease(db, store_id, shopperOf(caller, headers), clock()))
}

/** Throws `not_found`. */
export function requireRelease(release: ShopperRelease | null | undefined): ShopperRelease {
  if (release !== null && release !== undefined) return release
  const detail = 'No published catalog applies to this shopper: publish a catalog, and check the catalog rules.'
  throw new AppError('not_found', [{ detail }])
}

/**
 * Returns the requested currency, or the store's default, or null if the store has none. Throws `malformed_header` for
 * a currency that the store does not have.
 */
export async function currencyFor({ db }: StoreDeps, { store_id }: Caller, headers: Headers): Promise<string | null> {
  return currencyIn(store_id === null ? [] : await selectCurrencyCodes(db, store_id), headers)
}

/** Same among the given currencies of the store. */
export function currencyIn(codes: readonly { code: string; is_default: boolean }[], headers: Headers): string | null {
  const requested = requestedCurrency(headers)
  if (requested === null) return codes.find(({ is_default }) => is_default)?.code ?? null
  return offeredCurrency(
    codes.map(({ code }) => code),
    requested,
  )
}

export function requestedCurrency(headers: Headers): string | null {
  return headerOf(headers, 'x-currency', 'x-moltin-currency')?.toUpperCase() ?? null
}

/** Checks a requested code. Throws `malformed_header` unless the store has the currency. */
export function offeredCurrency(codes: readonly string[], requested: string): string {
  if (codes.length === 0 ? /^[A-Z]{3}$/.test(requested) : codes.includes(requested)) return requested
  const allowed = codes.length === 0 ? 'an ISO 4217 code such as USD' : `one of: ${codes.join(', ')}`
  throw new AppError('malformed_header', [{ detail: `X-Currency must be ${allowed}.`, header: 'X-Currency' }])
}

function headerOf(headers: Headers, ...names: readonly string[]): string | null {
  const values = names.map((name) => headers[name]).filter((value) => typeof value === 'string' && value.trim() !== '')
  return values.length === 0 ? null : String(values[0]).trim()
}
