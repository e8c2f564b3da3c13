import { Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { shorten } from '../shorten.ts'
import { sentenceOf, useCopy } from './copy-button.tsx'
import classes from './copyable.module.css'

type CopyableProps = {
  /** Complete value: an id, a key, an address. */
  value: string
  /** Name for screen readers: "event id". */
  label?: string
  /** Number of visible characters; the middle is elided. The tooltip and the clipboard have the complete value. */
  length?: number
}

/** Monospace value that is copied on click. */
export function Copyable({ value, label = 'value', length = 22 }: CopyableProps) {
  const [outcome, copy] = useCopy(value)
  const shown = shorten(value, length)
  const hint = shown === value ? 'Copy' : value
  return (
    <span className={classes.frame}>
      <Tooltip label={sentenceOf(outcome) ?? hint} className={shown === value ? undefined : classes.whole}>
        <UnstyledButton className={classes.copyable} onClick={copy} aria-label={`Copy ${label} ${shown}`}>
          <span className={classes.value}>{shown}</span>
          <span className={classes.icon}>
            {outcome === 'copied' ? <IconCheck size={13} color="var(--tone-ok)" /> : <IconCopy size={13} />}
          </span>
        </UnstyledButton>
      </Tooltip>
      <VisuallyHidden role="status">{sentenceOf(outcome)}</VisuallyHidden>
    </span>
  )
}
