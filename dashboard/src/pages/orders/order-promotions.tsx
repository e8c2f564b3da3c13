import { Text } from '@mantine/core'
import type { Order, OrderPromotion } from '../../generated/schema.ts'
import { Money } from '../../kit/cells/money.tsx'
import { LinkTo } from '../../kit/link.tsx'
import { Loaded } from '../../kit/states.tsx'
import { usePaths } from '../../kit/use-paths.ts'
import { useRead } from '../../kit/use-read.ts'
import { Section } from '../../ui/section.tsx'
import { Status } from '../../ui/status.tsx'
import classes from './order.module.css'

/** Why each promotion applied when the order was made, and why the others did not. */
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

type Explained = Pick<OrderPromotion, 'id' | 'name' | 'applied' | 'coupon' | 'amount' | 'sentence' | 'gifts'>

/** Those that applied come first. */
export function PromotionList({ promotions, none }: { promotions: readonly Explained[]; none: string }) {
  const paths = usePaths()
  if (promotions.length === 0)
    return (
      <Text size="sm" px="md" pb="md">
        {none}
      </Text>
    )
  const ordered = promotions.toSorted((one, other) => Number(other.applied) - Number(one.applied))
  return (
    <ul className={classes.list}>
      {ordered.map(({ id, name, applied, coupon, amount, sentence, gifts }) => (
        <li key={`${id} ${coupon}`} className={classes.promotion}>
          <div>
            <LinkTo to={paths.promotion(id)}>{name}</LinkTo>
            {coupon !== null && <span className={classes.small}> with the coupon {coupon}</span>}
            <p>{sentence}</p>
            {gifts.map(({ sku, quantity }) => (
              <p key={sku}>
                Gift: {quantity} × {sku}
              </p>
            ))}
          </div>
          <div>
            {applied ? (
              <>
                <Status tone="ok">Applied</Status>{' '}
                <Money amount={-Math.abs(amount.amount)} currency={amount.currency} />
              </>
            ) : (
              <Status tone="off">Not applied</Status>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}
