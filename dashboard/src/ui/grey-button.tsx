import { Button, type ButtonProps, Tooltip } from '@mantine/core'
import type { ComponentPropsWithRef, MouseEvent } from 'react'

type GreyButtonProps = Omit<ButtonProps, 'disabled'> &
  Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps | 'disabled'> & {
    /** Why it cannot be pressed now; null while it can. */
    reason: string | null
    /** The id of the text that says so already. */
    saidBy?: string
  }

/** A button that may be grey: a keyboard reaches it all the same, and hears why. */
export function GreyButton({ reason, saidBy, onClick, ...props }: GreyButtonProps) {
  if (reason === null) return <Button {...props} {...(onClick === undefined ? {} : { onClick })} />
  const off = { 'data-disabled': true, 'aria-disabled': true, onClick: (event: MouseEvent) => event.preventDefault() }
  if (saidBy !== undefined) return <Button {...props} {...off} aria-describedby={saidBy} />
  return (
    <Tooltip label={reason} multiline maw={320} events={{ hover: true, focus: true, touch: true }}>
      <Button {...props} {...off} />
    </Tooltip>
  )
}
