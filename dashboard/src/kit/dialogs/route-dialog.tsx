import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { ReturnFocus } from '../../ui/return-focus.tsx'
import { useGoTo } from '../link.tsx'

type RouteDialogProps = {
  title: string
  /** The page that it stands over. */
  backTo: string
  size?: 'md' | 'lg' | 'xl'
  children: ReactNode
}

/** A dialog that is an address: it opens with it, and closing it leads back to the page below. */
export function RouteDialog({ title, backTo, size = 'md', children }: RouteDialogProps) {
  const goTo = useGoTo()
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
      {children}
    </Modal>
  )
}
