import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Field } from '../../../kit/form/field.ts'
import { creation } from '../../../kit/form/values/outgoing.ts'
import { unreadableIn, type Value } from '../../../kit/form/values/values.ts'
import { useScope } from '../../../kit/scope.ts'

export type Tried = {
  field: Field
  /** As it is filled in; it need not be saved. */
  value: Value
  promotion_id?: string
}

export type On = { cart_id?: string; from?: string; to?: string; orders?: number }

/** Milliseconds without a change before it is tried again. */
const PAUSE = 400

/** What the promotion would do. Nothing is stored. */
export function useTry({ field, value, promotion_id }: Tried, on: On, enabled: boolean) {
  const { api, id } = useScope()
  const isReadable = unreadableIn(value).length === 0
  const draft = isReadable ? JSON.stringify(creation(field, value)) : ''
  const [settled] = useDebouncedValue(draft, PAUSE)
  const query = useQuery({
    queryKey: ['/v2/promotions/dry-run', id, settled, promotion_id, on],
    queryFn: async () => {
      const named = { name: 'Draft', ...JSON.parse(settled) }
      const data = { type: 'promotion-dry-run', promotion: named, ...(promotion_id ? { promotion_id } : {}), ...on }
      return (await api.POST('/v2/promotions/dry-run', { body: { data } as never })).data?.data
    },
    enabled: enabled && settled !== '',
    placeholderData: keepPreviousData,
    retry: false,
    // A cart changes without the dashboard hearing of it.
    staleTime: 0,
  })
  return { ...query, isReadable, isBehind: settled !== draft || query.isPlaceholderData }
}
