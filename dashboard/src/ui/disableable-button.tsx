import { Button, type ButtonProps, Tooltip } from '@mantine/core'
import type { ComponentPropsWithRef, MouseEvent } from 'react'

type GreyButtonProps = Omit<ButtonProps, 'disabled'> &
  Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps | 'disabled'> & {
    /** Reason why the button is disabled; null if enabled. */
    reason: string | null
    /** Id of a visible text that gives the reason already. */
    saidBy?: string
  }

/** Button that stays focusable while disabled, so that screen readers announce the reason. */
export function DisableableButton({ reason, saidBy, onClick, ...props }: GreyButtonProps) {
  if (reason === null) return <Button {...props} {...(onClick === undefined ? {} : { onClick })} />
  const off = { 'data-disabled': true, 'aria-disabled': true, onClick: (event: MouseEvent) => event.preventDefault() }
  if (saidBy !== undefined) return <Button {...props} {...off} aria-describedby={saidBy} />
  return (
    <Tooltip label={reason} multiline maw={320} events={{ hover: true, focus: true, touch: true }}>
      <Button {...props} {...off} />
    </Tooltip>
  )
}
