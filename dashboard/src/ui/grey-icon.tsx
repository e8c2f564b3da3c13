import { ActionIcon, type ActionIconProps } from '@mantine/core'
import type { ReactNode } from 'react'

type GreyIconProps = Omit<ActionIconProps, 'disabled'> & {
  label: string
  /** Why it cannot be pressed now; null while it can. */
  reason: string | null
  onClick: () => void
  children: ReactNode
}

/** A symbol that may be grey, as `GreyButton`: a keyboard reaches it all the same. */
export function GreyIcon({ label, reason, onClick, ...props }: GreyIconProps) {
  if (reason === null) return <ActionIcon {...props} aria-label={label} onClick={onClick} />
  return <ActionIcon {...props} aria-label={label} title={reason} data-disabled aria-disabled />
}
