import { Fragment, type ReactNode } from 'react'
import classes from './key-value.module.css'

export type KeyValueItem = {
  label: string
  /** `null`, `undefined` and an empty text are shown as a dash. */
  value: ReactNode
  /** A sentence below the value. */
  hint?: ReactNode
}

/** The facts of one thing: labels aligned, values beside them; on narrow screens below them. */
export function KeyValue({ items }: { items: KeyValueItem[] }) {
  return (
    <div className={classes.frame}>
      <dl className={classes.list}>
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
