import { useRead } from '../../../kit/requests/use-read.ts'
import { minorUnitDigits } from '../../../kit/values/money.ts'

/** Currencies in which the store sells, the default one first, with their decimal places. */
export function useStoreCurrencies() {
  const { data, isPending } = useRead('/v2/currencies', { params: { query: { 'page[limit]': 100 } } })
  const all = (data?.data ?? []).toSorted((a, b) => Number(b.default) - Number(a.default))
  const places = (code: string) => all.find((one) => one.code === code)?.decimal_places ?? minorUnitDigits(code)
  return { currencies: all.filter(({ enabled }) => enabled).map(({ code }) => code), places, isPending }
}
