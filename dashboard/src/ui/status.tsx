import { memo, type ReactNode } from 'react'
import classes from './status.module.css'

export type Tone = 'ok' | 'working' | 'waiting' | 'warning' | 'failed' | 'off'

type StatusProps = {
  tone: Tone
  /** Text of the status. Color and shape only repeat it. */
  children: ReactNode
  /** Adds a colored background, for page headings. */
  emphasis?: boolean
}

/** Text with a distinct shape for each tone. */
export const Status = memo(StatusWord)

function StatusWord({ tone, children, emphasis = false }: StatusProps) {
  return (
    <span className={classes.status} data-tone={tone} data-emphasis={emphasis || undefined}>
      <StatusShape tone={tone} />
      <span>{children}</span>
    </span>
  )
}

/** Shape without text, next to a text of the same meaning. */
export function StatusShape({ tone, size = 10 }: { tone: Tone; size?: number }) {
  return (
    <svg className={classes.shape} width={size} height={size} viewBox="0 0 10 10" aria-hidden="true" data-tone={tone}>
      {SHAPES[tone]}
    </svg>
  )
}

const STROKE = { fill: 'none', stroke: 'currentColor', strokeWidth: 1.6 }

const SHAPES: Record<Tone, ReactNode> = {
  ok: <circle cx="5" cy="5" r="4" fill="currentColor" />,
  working: (
    <>
      <circle cx="5" cy="5" r="4" {...STROKE} />
      <path d="M5 1a4 4 0 0 1 0 8z" fill="currentColor" />
    </>
  ),
  waiting: <circle cx="5" cy="5" r="3.7" {...STROKE} />,
  warning: <path d="M5 0.6 9.8 9.2H0.2z" fill="currentColor" />,
  failed: <rect x="1" y="1" width="8" height="8" rx="1" fill="currentColor" />,
  off: <rect x="0.5" y="4" width="9" height="2.2" rx="1" fill="currentColor" />,
}
