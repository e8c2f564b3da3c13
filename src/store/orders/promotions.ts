import type { Database } from '../../db/tables.ts'
import type { ToldPromotion } from '../promotions/told.ts'
import type { Order } from './order.ts'
import { selectSnapshot } from './store.ts'

type Kept = ToldPromotion & { definition: unknown }

/** What promotions did for an order when it was made, or why others did nothing, as it was told then. */
export async function promotionsOfOrder(db: Database, { owner_id, id }: Order) {
  const document = await selectSnapshot(db, { owner_id, order_id: id })
  const { promotions = [] } = JSON.parse(document ?? '{}') as { promotions?: Kept[] }
  return promotions.map(({ definition: _, ...told }) => ({ ...told, type: 'order_promotion' as const }))
}
