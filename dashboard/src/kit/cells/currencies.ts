import { useQuery } from '@tanstack/react-query'
import { getOptions } from '../../api/queries.ts'
import { useScope, whyForbidden } from '../scope.ts'

const RETENTION_MS = 5 * 60_000

/**
 * Decimal places of a currency of the store; undefined if the store does not define the currency, so that ISO 4217
 * applies.
 */
export function useDecimalPlaces(code: string | null): number | undefined {
  const scope = useScope()
  const enabled = scope.level === 's' && code !== null && whyForbidden('ListCurrencies', scope) === null
  const query = { query: { 'page[limit]': 100 } }
  const { data } = useQuery({
    ...getOptions(scope, '/v2/currencies', { params: query }),
    enabled,
    staleTime: RETENTION_MS,
  })
  return data?.data.find((currency) => currency.code === code)?.decimal_places
}
