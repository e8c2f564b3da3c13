import type { ReactNode } from 'react'
import { CodeBlock } from '../copy/code-block.tsx'
import classes from './empty.module.css'

type EmptyProps = {
  /** "No integrations yet". */
  title: string
  /** Purpose in one or two sentences, unless the page has a description. */
  children?: ReactNode
  /** A single button. */
  action?: ReactNode
  /** Equivalent command line. */
  command?: string
}

/** Empty state of a list. */
export function Empty({ title, children, action, command }: EmptyProps) {
  return (
    <div className={classes.empty}>
      <p className={classes.title}>{title}</p>
      {children !== undefined && <div className={classes.text}>{children}</div>}
      {action !== undefined && <div>{action}</div>}
      {command !== undefined && (
        <div className={classes.command}>
          <CodeBlock label="Or by the command line" code={command} wrapped />
        </div>
      )}
    </div>
  )
}
