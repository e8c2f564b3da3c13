import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { getOptions, type ResponseOf } from '../api/queries.ts'
import type { Scope } from '../kit/scope.ts'
import { type Paths, pathsIn } from '../paths.ts'

export type Found = { id: string; label: string; detail: string; to: string; group: string }

type Result = ResponseOf<'/v2/search'>['data'][number]['results'][number]
type FoundType = Result['type']

const MIN_CHARACTERS = 2
/** Debounce of the search, in milliseconds. */
const PAUSE = 180

/** Results of a search in the store by name, number or id. */
export function useFound(scope: Scope | null, text: string): { found: Found[]; isSearching: boolean } {
  const [words] = useDebouncedValue(text.trim(), PAUSE)
  const enabled = scope !== null && words.length >= MIN_CHARACTERS
  const reader = scope ?? NO_SCOPE
  const { data, isFetching } = useQuery({
    ...getOptions(reader, '/v2/search', { params: { query: { q: words } } }),
    enabled,
  })
  if (scope === null || data === undefined || !enabled) return { found: [], isSearching: isFetching }
  const paths = pathsIn(scope)
  const found = data.data.flatMap(({ type, results }) =>
    results.map((result) => ({
      id: `found ${type} ${result.id}`,
      label: result.label,
      // States of orders come as the API spells them.
      detail: (result.detail ?? '').replaceAll(/\bpartially_(?=\w)/g, 'partially '),
      to: addressOf(result, paths),
      group: GROUPS[type],
    })),
  )
  return { found, isSearching: isFetching }
}

const NO_SCOPE = { id: '' } as Scope

const GROUPS: Record<FoundType, string> = {
  integration: 'Integrations',
  job: 'Jobs',
  event: 'Events',
  order: 'Orders',
  customer: 'Customers',
  product: 'Products',
  promotion: 'Promotions',
  coupon: 'Coupons',
}

function addressOf(result: Result, paths: Paths): string {
  switch (result.type) {
    case 'integration':
      return paths.integration(result.id)
    case 'job':
      return paths.job(partOf(result, 'integrations'), result.id)
    case 'event':
      return paths.event(result.id)
    case 'order':
      return paths.order(result.id)
    case 'customer':
      return paths.customer(result.id)
    case 'product':
      return paths.product(result.id)
    case 'promotion':
      return paths.promotion(result.id)
    case 'coupon':
      return paths.promotion(partOf(result, 'promotions'), 'coupons')
  }
}

/** The id that follows a segment in the address of a result. */
function partOf({ links }: Result, word: string): string {
  return new RegExp(`/${word}/([^/]+)`).exec(links.self)?.[1] ?? ''
}
