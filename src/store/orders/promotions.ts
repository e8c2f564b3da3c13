import type { Database } from '../../db/database.ts'
import type { ExplainedPromotion } from '../promotions/explained-promotion.ts'
import type { Order } from './order.ts'
import { selectSnapshot } from './store.ts'

type StoredPromotion = ExplainedPromotion & { definition: unknown }

/** Promotions of an order as recorded at checkout: the effect of each, or the reason why it did not apply. */
export async function promotionsOfOrder(db: Database, { owner_id, id }: Order) {
  const document = await selectSnapshot(db, { owner_id, order_id: id })
  const { promotions = [] } = JSON.parse(document ?? '{}') as { promotions?: StoredPromotion[] }
  return promotions.map(({ definition: _, ...promotion }) => ({ ...promotion, type: 'order_promotion' as const }))
}
