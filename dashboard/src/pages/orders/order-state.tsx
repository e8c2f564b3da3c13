import type { Order } from '../../generated/schema.ts'
import { Time } from '../../kit/cells/time.tsx'
import { ORDER_STATUS, PAYMENT, SHIPPING, shippingWord, type Word } from '../../messages/order-states.ts'
import { Status } from '../../ui/status.tsx'
import classes from './order.module.css'
import { useOrderEvents } from './reads.ts'
import { type Step, wayOf } from './rules/way.ts'

/** States of the order, with the times they started. */
export function StateStrip({ order }: { order: Order }) {
  const { data } = useOrderEvents(order.id, order.meta.timestamps.created_at)
  const way = wayOf(data?.data ?? [])
  return (
    <section className={classes.strip} aria-label="State">
      <State name="Status" current={ORDER_STATUS[order.status]} words={ORDER_STATUS} way={way.status} />
      <State name="Payment" current={PAYMENT[order.payment]} words={PAYMENT} way={way.payment} />
      <State
        name="Shipping"
        current={shippingWord(order.shipping, order.meta.units)}
        words={SHIPPING}
        way={way.shipping}
      />
    </section>
  )
}

type StateProps = { name: string; current: Word; words: Readonly<Record<string, Word>>; way: readonly Step[] }

function State({ name, current, words, way }: StateProps) {
  return (
    <div className={classes.state}>
      <div className={classes.stateName}>{name}</div>
      <Status tone={current.tone}>{current.word}</Status>
      {way.length > 0 && (
        <ol className={classes.way} aria-label={`History of ${name}`}>
          {way.map(({ state, at }) => (
            <li key={`${state} ${at}`}>
              <span>{words[state]?.word ?? state}</span>
              <Time at={at} />
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
