import type { Order } from '../../generated/schema.ts'
import { PromotionList } from '../../kit/promotions/promotion-list.tsx'
import { useRead } from '../../kit/requests/use-read.ts'
import { Loaded } from '../../kit/states.tsx'
import { Section } from '../../ui/layout/section.tsx'

/** Explains why promotions applied or not when the order was created. */
export function PromotionsSection({ order }: { order: Order }) {
  const query = useRead('/v2/orders/{order_id}/promotions', { params: { path: { order_id: order.id } } })
  return (
    <Section title="Promotions" flush>
      <Loaded query={query} what="list of promotions">
        {({ data }) => <PromotionList promotions={data} none="No promotion was active at the checkout." />}
      </Loaded>
    </Section>
  )
}
