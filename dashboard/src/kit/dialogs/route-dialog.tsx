import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { ReturnFocus } from '../../ui/return-focus.tsx'
import { UnsavedContext, useUnsaved } from '../form/unsaved.tsx'
import { useGoTo } from '../link.tsx'

type RouteDialogProps = {
  title: string
  /** Address of the page below. */
  backTo: string
  size?: 'md' | 'lg' | 'xl'
  children: ReactNode
}

/**
 * Dialog with its own address; closing it leads back to the page below. A form that was changed must be confirmed
 * first.
 */
export function RouteDialog({ title, backTo, size = 'md', children }: RouteDialogProps) {
  const goTo = useGoTo()
  const unsaved = useUnsaved()
  return (
    <Modal
      opened
      onClose={() => goTo(backTo)}
      title={title}
      size={size}
      closeButtonProps={{ 'aria-label': 'Close' }}
      // A click outside would lose the input.
      closeOnClickOutside={false}
    >
      <ReturnFocus />
      <UnsavedContext value={unsaved}>{children}</UnsavedContext>
      {unsaved.question}
    </Modal>
  )
}
