import { useQuery } from '@tanstack/react-query'
import { getOptions } from '../../api/queries.ts'
import { useScope, whyForbidden } from '../scope.ts'

const KEPT_MS = 5 * 60_000

/** Those of the store's own currency of this code; undefined where it has none, for which the standard's hold. */
export function useDecimalPlaces(code: string | null): number | undefined {
  const scope = useScope()
  const enabled = scope.level === 's' && code !== null && whyForbidden('ListCurrencies', scope) === null
  const query = { query: { 'page[limit]': 100 } }
  const { data } = useQuery({
    ...getOptions(scope, '/v2/currencies', { params: query }),
    enabled,
    staleTime: KEPT_MS,
  })
  return data?.data.find((currency) => currency.code === code)?.decimal_places
}
