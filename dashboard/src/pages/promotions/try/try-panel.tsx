import classes from '../promotions.module.css'
import { TryOnCart } from './try-cart.tsx'
import { TryOnOrders } from './try-orders.tsx'
import type { Tried } from './use-try.ts'

/** Preview of the promotion on a cart and on past orders. */
export function TryPanel({ isWide, ...tried }: Tried & { isWide: boolean }) {
  return (
    <div className={isWide ? classes.tryWide : classes.tryBeside}>
      <TryOnCart {...tried} />
      <TryOnOrders {...tried} />
    </div>
  )
}
