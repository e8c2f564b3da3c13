import { ActionIcon, type ActionIconProps } from '@mantine/core'
import type { ReactNode } from 'react'

type GreyIconProps = Omit<ActionIconProps, 'disabled'> & {
  label: string
  /** Reason why the button is disabled; null if enabled. */
  reason: string | null
  onClick: () => void
  children: ReactNode
}

/** Icon button that stays focusable while disabled, as `DisableableButton` does. */
export function DisableableIcon({ label, reason, onClick, ...props }: GreyIconProps) {
  if (reason === null) return <ActionIcon {...props} aria-label={label} onClick={onClick} />
  return <ActionIcon {...props} aria-label={label} title={reason} data-disabled aria-disabled />
}
