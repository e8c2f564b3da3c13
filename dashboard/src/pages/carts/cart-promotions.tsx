import type { Cart } from '../../generated/schema.ts'
import { PromotionList } from '../../kit/promotions/promotion-list.tsx'
import { useRead } from '../../kit/requests/use-read.ts'
import { ScrollTo } from '../../kit/scroll-to.tsx'
import { Loaded } from '../../kit/states.tsx'
import { Section } from '../../ui/layout/section.tsx'

const PLACE = 'cart-promotions'

/** Why each promotion applies, and why the others do not. */
export function PromotionsSection({ cart }: { cart: Cart }) {
  const query = useRead('/v2/carts/{cart_id}/promotions', { params: { path: { cart_id: cart.id } } })
  return (
    <div id={PLACE}>
      <Section title="Promotions" description="Why each applies, and why the others do not." flush>
        <Loaded query={query} what="explanation">
          {({ data }) => <PromotionList promotions={data} none="No promotion is active now." />}
        </Loaded>
      </Section>
    </div>
  )
}

/** The address of the explanation: the page of the cart with it in view. */
export function PromotionsPlace() {
  return <ScrollTo id={PLACE} />
}
