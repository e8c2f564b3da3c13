import type { Promotion } from '../../generated/schema.ts'
import { useRead } from '../../kit/requests/use-read.ts'
import { useNow } from '../../kit/values/now.ts'
import { Status } from '../../ui/status.tsx'
import { STATES, stateOf } from './rules/promotion-state.ts'

/** Number of orders that use the promotion, without cancelled orders. Null while loading. */
export function useUses(promotion_id: string, enabled = true): number | null {
  const query = { filter: ['is_null(released_at)'], 'page[limit]': 1 }
  const params = { path: { promotion_id }, query }
  const { data } = useRead('/v2/promotions/{promotion_id}/usages', { params }, { enabled })
  return data?.meta.results.total ?? null
}

/** Status of a promotion. */
export function StateOf({ promotion, emphasis = false }: { promotion: Promotion; emphasis?: boolean }) {
  const uses = useUses(promotion.id, promotion.usage_limit !== null)
  const { word, tone } = STATES[stateOf(promotion, useNow(), uses)]
  return (
    <Status tone={tone} emphasis={emphasis}>
      {word}
    </Status>
  )
}

/** Number of uses, with the limit. */
export function Uses({ promotion }: { promotion: Promotion }) {
  const uses = useUses(promotion.id)
  if (uses === null) return null
  const limit = promotion.usage_limit === null ? '' : ` of ${promotion.usage_limit.toLocaleString('en-US')}`
  return (
    <span style={{ fontVariantNumeric: 'tabular-nums' }}>
      {uses.toLocaleString('en-US')}
      {limit}
    </span>
  )
}
