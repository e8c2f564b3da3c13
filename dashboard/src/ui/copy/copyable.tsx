import { Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { shorten } from '../shorten.ts'
import { sentenceOf, useCopy } from './copy-button.tsx'
import classes from './copyable.module.css'

type CopyableProps = {
  /** The whole value: an id, a key, an address. */
  value: string
  /** What it is, for screen readers: "event id". */
  label?: string
  /** Characters that are shown; the middle is left out. The whole is in the tooltip and on the clipboard. */
  length?: number
}

/** A monospace value that a click copies. */
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
