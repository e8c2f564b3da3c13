import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { ReturnFocus } from '../../ui/return-focus.tsx'
import { UnsavedContext, useUnsaved } from '../form/unsaved.tsx'
import { useGoTo } from '../link.tsx'

type RouteDialogProps = {
  title: string
  /** The page that it stands over. */
  backTo: string
  size?: 'md' | 'lg' | 'xl'
  children: ReactNode
}

/**
 * A dialog that is an address: it opens with it, and closing it leads back to the page below. It asks before it closes with
 * a form of a body that was not sent.
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
      // What was typed is not lost by a click beside it.
      closeOnClickOutside={false}
    >
      <ReturnFocus />
      <UnsavedContext value={unsaved}>{children}</UnsavedContext>
      {unsaved.question}
    </Modal>
  )
}
