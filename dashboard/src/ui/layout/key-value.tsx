import { Fragment, type ReactNode } from 'react'
import classes from './key-value.module.css'

export type KeyValueItem = {
  label: string
  /** Null, undefined and empty text are shown as a dash. */
  value: ReactNode
  /** Sentence below the value. */
  hint?: ReactNode
}

type KeyValueProps = {
  items: KeyValueItem[]
  /** `end` aligns amounts. */
  align?: 'end'
}

/** Aligned labels and values of a resource; narrow screens show each value below its label. */
export function KeyValue({ items, align }: KeyValueProps) {
  return (
    <div className={classes.frame}>
      <dl className={classes.list} data-align={align}>
        {items.map(({ label, value, hint }) => (
          <Fragment key={label}>
            <dt className={classes.label}>{label}</dt>
            <dd className={classes.value}>
              {value === null || value === undefined || value === '' ? <span className={classes.none}>–</span> : value}
              {hint !== undefined && <div className={classes.hint}>{hint}</div>}
            </dd>
          </Fragment>
        ))}
      </dl>
    </div>
  )
}
