import { ActionIcon, Button, Tooltip, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { copyText } from './copy.ts'
import classes from './copyable.module.css'

const SHOWN_MS = 1_800

type CopyButtonProps = {
  /** A function when the text is dear to make. */
  text: string | (() => string)
  /** What is copied: "Copy the request id". */
  label?: string
  /** With this the button shows words; otherwise it is an icon with `label` as its name. */
  children?: ReactNode
}

/** Copies, shows that it did, and announces it. */
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

/** The outcome of the last copy while it is shown, and the function that copies. */
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
