import type { Cart } from '../../generated/schema.ts'
import { PromotionList } from '../../kit/promotions/promotion-list.tsx'
import { useRead } from '../../kit/requests/use-read.ts'
import { ScrollTo } from '../../kit/scroll-to.tsx'
import { Loaded } from '../../kit/states.tsx'
import { Section } from '../../ui/layout/section.tsx'

const PLACE = 'cart-promotions'

/** Explains why promotions apply or not. */
export function PromotionsSection({ cart }: { cart: Cart }) {
  const query = useRead('/v2/carts/{cart_id}/promotions', { params: { path: { cart_id: cart.id } } })
  return (
    <div id={PLACE}>
      <Section title="Promotions" description="Why promotions apply, and why the others do not." flush>
        <Loaded query={query} what="explanation">
          {({ data }) => <PromotionList promotions={data} none="No promotion is active now." />}
        </Loaded>
      </Section>
    </div>
  )
}

/** Scrolls the cart's page to the explanation, which has its own address. */
export function PromotionsPlace() {
  return <ScrollTo id={PLACE} />
}
