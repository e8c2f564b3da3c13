import { ActionIcon, Button, Tooltip, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { copyText } from './copy.ts'
import classes from './copyable.module.css'

const SHOWN_MS = 1_800

type CopyButtonProps = {
  /** A function if the text is expensive to compute. */
  text: string | (() => string)
  /** Accessible name: "Copy the request id". */
  label?: string
  /** Visible text; by default the button is an icon named by `label`. */
  children?: ReactNode
}

/** Copies the text, then shows and announces the result. */
export function CopyButton({ text, label = 'Copy', children }: CopyButtonProps) {
  const [outcome, copy] = useCopy(text)
  const icon = outcome === 'copied' ? <IconCheck size={14} color="var(--tone-ok)" /> : <IconCopy size={14} />
  return (
    <span className={classes.around}>
      {children === undefined ? (
        <Tooltip label={sentenceOf(outcome) ?? label}>
          <ActionIcon variant="subtle" color="gray" size={24} c="var(--text-dim)" aria-label={label} onClick={copy}>
            {icon}
          </ActionIcon>
        </Tooltip>
      ) : (
        <Button size="xs" leftSection={icon} onClick={copy} aria-label={label === 'Copy' ? undefined : label}>
          {sentenceOf(outcome) ?? children}
        </Button>
      )}
      <VisuallyHidden role="status">{sentenceOf(outcome)}</VisuallyHidden>
    </span>
  )
}

type Outcome = 'copied' | 'failed' | undefined

/** Returns the latest outcome while it is shown, and the copy function. */
export function useCopy(text: string | (() => string)): [Outcome, () => void] {
  const [outcome, setOutcome] = useState<Outcome>()
  useEffect(() => {
    if (outcome === undefined) return
    const timer = setTimeout(() => setOutcome(undefined), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = () => {
    copyText(typeof text === 'string' ? text : text()).then((done) => setOutcome(done ? 'copied' : 'failed'))
  }
  return [outcome, copy]
}

export function sentenceOf(outcome: Outcome): string | undefined {
  if (outcome === undefined) return undefined
  return outcome === 'copied' ? 'Copied' : 'The browser refused to copy'
}
