import { LRUCache } from 'lru-cache'

/** Maximum number of cached formatters of each kind. Creating a formatter takes as long as using it 50 times. */
const MAX_FORMATS = 500

const amounts = new LRUCache<string, Intl.NumberFormat>({ max: MAX_FORMATS })
const numbers = new LRUCache<string, Intl.NumberFormat>({ max: MAX_FORMATS })
const dates = new LRUCache<string, Intl.DateTimeFormat>({ max: MAX_FORMATS })

type CurrencyDigits = { currency: string; decimal_places: number }

/** Amounts of an ISO 4217 currency, with the store's decimal places. */
export function amountFormatOf(tag: string, { currency, decimal_places }: CurrencyDigits): Intl.NumberFormat {
  return cached(amounts, `${tag} ${currency} ${decimal_places}`, () => {
    const digits = { minimumFractionDigits: decimal_places, maximumFractionDigits: decimal_places }
    // Not `narrowSymbol`, because it would show 10 US dollars in Canada as `$10.00`, like 10 Canadian dollars.
    return new Intl.NumberFormat(tag, { style: 'currency', currency, currencyDisplay: 'symbol', ...digits })
  })
}

/** Numbers with all their digits. Four digits are not grouped, since they may be a year. */
export function numberFormatOf(tag: string): Intl.NumberFormat {
  return cached(numbers, tag, () => new Intl.NumberFormat(tag, { maximumSignificantDigits: 21, useGrouping: 'min2' }))
}

/** Dates with the time, in UTC. */
export function dateFormatOf(tag: string): Intl.DateTimeFormat {
  const style = { dateStyle: 'long', timeStyle: 'medium', timeZone: 'UTC' } as const
  return cached(dates, tag, () => new Intl.DateTimeFormat(tag, style))
}

function cached<Format extends object>(formats: LRUCache<string, Format>, key: string, make: () => Format): Format {
  const known = formats.get(key)
  if (known !== undefined) return known
  const format = make()
  formats.set(key, format)
  return format
}
