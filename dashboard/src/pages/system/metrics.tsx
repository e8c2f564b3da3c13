import type { ReactNode } from 'react'
import classes from './system.module.css'

export type Metric = { label: string; value: ReactNode; hint?: ReactNode }

/** A few numbers with what they count. */
export function Metrics({ metrics }: { metrics: readonly Metric[] }) {
  return (
    <dl className={classes.metrics}>
      {metrics.map(({ label, value, hint }) => (
        <div key={label} className={classes.metric}>
          <dt>{label}</dt>
          <dd>
            <span className={classes.value}>{value}</span>
            {hint !== undefined && <span className={classes.hint}>{hint}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

type SettingNoteProps = {
  /** The setting that changes what is shown. */
  name: string
  /** What it does, in words that go before it. */
  children: ReactNode
  /** Below a table that fills its card. */
  pad?: boolean
}

/** The setting that changes what a panel shows. */
export function SettingNote({ name, children, pad = false }: SettingNoteProps) {
  return (
    <p className={classes.setting} data-pad={pad || undefined}>
      {children} <code className={classes.code}>{name}</code>
    </p>
  )
}
