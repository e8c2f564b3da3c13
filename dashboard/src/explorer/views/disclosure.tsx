import { type ReactNode, useState } from 'react'
import classes from './explorer.module.css'

type DisclosureProps = { summary: ReactNode; isOpen?: boolean; children: ReactNode }

/** Collapsible section. The content is rendered only while open, because a response can hold thousands of resources. */
export function Disclosure({ summary, isOpen = false, children }: DisclosureProps) {
  const [open, setOpen] = useState(isOpen)
  return (
    <details className={classes.disclosure} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{summary}</summary>
      {open && <div className={classes.disclosed}>{children}</div>}
    </details>
  )
}
