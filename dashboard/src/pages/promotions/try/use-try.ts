import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Field } from '../../../kit/form/field.ts'
import { creation } from '../../../kit/form/values/outgoing.ts'
import { unreadableIn, type Value } from '../../../kit/form/values/values.ts'
import { useScope } from '../../../kit/scope.ts'

export type Tried = {
  field: Field
  /** Value of the form, saved or not. */
  value: Value
  promotion_id?: string
}

export type On = { cart_id?: string; from?: string; to?: string; orders?: number }

/** Debounce of the preview, in milliseconds. */
const PAUSE = 400

/** Effect of the promotion, computed by the API; nothing is stored. */
export function useTry({ field, value, promotion_id }: Tried, on: On, enabled: boolean) {
  const { api, id } = useScope()
  const isReadable = unreadableIn(value).length === 0
  const draft = isReadable ? JSON.stringify(creation(field, value)) : ''
  const [settled] = useDebouncedValue(draft, PAUSE)
  const query = useQuery({
    queryKey: ['/v2/promotions/dry-run', id, settled, promotion_id, on],
    queryFn: async () => {
      const named = { name: 'Draft', ...JSON.parse(settled) }
      const data = {
        type: 'promotion-dry-run' as const,
        promotion: named,
        ...(promotion_id ? { promotion_id } : {}),
        ...on,
      }
      return (await api.POST('/v2/promotions/dry-run', { body: { data } })).data?.data
    },
    enabled: enabled && settled !== '',
    placeholderData: keepPreviousData,
    retry: false,
    // Carts change without notice to the dashboard, so the result is never cached.
    staleTime: 0,
  })
  return { ...query, isReadable, isBehind: settled !== draft || query.isPlaceholderData }
}
