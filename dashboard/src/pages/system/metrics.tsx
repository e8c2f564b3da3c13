import type { ReactNode } from 'react'
import classes from './system.module.css'

export type Metric = { label: string; value: ReactNode; hint?: ReactNode }

/** Metrics with their meaning. */
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
  /** Setting that changes the behavior shown. */
  name: string
  /** Effect of the setting; precedes its name. */
  children: ReactNode
  /** Adds padding below a table that fills its card. */
  pad?: boolean
}

/** Names the setting behind a panel. */
export function SettingNote({ name, children, pad = false }: SettingNoteProps) {
  return (
    <p className={classes.setting} data-pad={pad || undefined}>
      {children} <code className={classes.code}>{name}</code>
    </p>
  )
}
