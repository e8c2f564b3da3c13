import { Text } from '@mantine/core'
import type { OrderPromotion } from '../../generated/schema.ts'
import { Status } from '../../ui/status.tsx'
import { Money } from '../cells/money.tsx'
import { LinkTo } from '../link.tsx'
import { usePaths } from '../use-paths.ts'
import classes from './promotion-list.module.css'

type Explained = Pick<OrderPromotion, 'id' | 'name' | 'applied' | 'coupon' | 'amount' | 'sentence' | 'gifts'>

/** Applied promotions come first. */
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
            <LinkTo to={paths.promotion(id)} underline={coupon === null ? 'hover' : 'always'}>
              {name}
            </LinkTo>
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
