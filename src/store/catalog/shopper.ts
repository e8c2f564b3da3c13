import { Type } from 'typebox'
import { type Caller, inStore } from '../../http/caller.ts'
import { AppError } from '../../kernel/errors.ts'
import type { StoreDeps } from '../kit/work.ts'
import { chooseRelease, type ReleaseRef, type Shopper } from './choose.ts'
import { selectCurrencyCodes } from './store.ts'

const Header = (description: string) => Type.Optional(Type.String({ description }))

/** In which currency prices are asked for. */
export const CurrencyHeaders = Type.Object({
  'x-currency': Header('ISO 4217 code of the currency of prices. By default the default currency of the store.'),
  'x-moltin-currency': Header('The same.'),
})

/** Names of the header in which a shop says where its shopper is. */
export const CHANNEL_HEADERS = ['ep-channel', 'x-channel'] as const

/** What a shop says of its shopper. */
export const ShopperHeaders = Type.Object({
  ...CurrencyHeaders.properties,
  'ep-channel': Header(
    'Where the shopper is, for catalog rules: it decides which catalog applies, and so which price book, and promotions may ' +
      'ask for it. The client chooses it. A store whose setting `shopper_channels` is false refuses it from shoppers (400).',
  ),
  'x-channel': Header('The same.'),
  'ep-context-tag': Header('What else is said of the shopper, for catalog rules.'),
  'x-catalog-tag': Header('The same.'),
})

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** The shopper that sends a request, as catalog rules know it. */
export function shopperOf(caller: Caller, headers: Headers): Shopper {
  return {
    customer_id: caller.customer_id,
    account_id: caller.account_id,
    channel: headerOf(headers, ...CHANNEL_HEADERS),
    tag: headerOf(headers, 'ep-context-tag', 'x-catalog-tag'),
  }
}

/** The release that the shopper sees. Throws `store_needed`, or `not_found` when there is none. */
export async function releaseForShopper(
  { db, clock }: StoreDeps,
  caller: Caller,
  headers: Headers,
): Promise<ReleaseRef> {
  const { store_id } = inStore(caller)
  const ref = await chooseRelease(db, store_id, shopperOf(caller, headers), clock())
  if (ref !== undefined) return ref
  const detail = 'There is no catalog for this shopper: none is published that a rule, or the lack of rules, gives it.'
  throw new AppError('not_found', [{ detail }])
}

/**
 * The currency of prices: the one asked for, or the store's default one; null when the store has none. Throws
 * `malformed_header` for one that the store does not have.
 */
export async function currencyFor({ db }: StoreDeps, { store_id }: Caller, headers: Headers): Promise<string | null> {
  const asked = headerOf(headers, 'x-currency', 'x-moltin-currency')?.toUpperCase() ?? null
  const codes = store_id === null ? [] : await selectCurrencyCodes(db, store_id)
  if (asked === null) return codes.find(({ is_default }) => is_default)?.code ?? null
  if (codes.length === 0 ? /^[A-Z]{3}$/.test(asked) : codes.some(({ code }) => code === asked)) return asked
  const allowed =
    codes.length === 0 ? 'an ISO 4217 code such as USD' : `one of: ${codes.map(({ code }) => code).join(', ')}`
  throw new AppError('malformed_header', [{ detail: `X-Currency must be ${allowed}.`, header: 'X-Currency' }])
}

function headerOf(headers: Headers, ...names: readonly string[]): string | null {
  const values = names.map((name) => headers[name]).filter((value) => typeof value === 'string' && value.trim() !== '')
  return values.length === 0 ? null : String(values[0]).trim()
}
