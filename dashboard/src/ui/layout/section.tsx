import { type ReactNode, useId } from 'react'
import classes from './section.module.css'

type SectionProps = {
  title: string
  /** One or two sentences. */
  description?: ReactNode
  /** Buttons to the right of the heading. */
  actions?: ReactNode
  children: ReactNode
  /** Removes the padding, for a table that fills the card. */
  flush?: boolean
  /** Heading level. */
  order?: 2 | 3
}

export function Section({ title, description, actions, children, flush = false, order = 2 }: SectionProps) {
  const id = useId()
  const Heading = order === 2 ? 'h2' : 'h3'
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.head}>
        <div>
          <Heading className={classes.title} id={id}>
            {title}
          </Heading>
          {description !== undefined && <div className={classes.description}>{description}</div>}
        </div>
        {actions !== undefined && <div className={classes.actions}>{actions}</div>}
      </div>
      <div className={classes.body} data-flush={flush || undefined}>
        {children}
      </div>
    </section>
  )
}
