import { useBlocker } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

/**
 * Asks before a page is left whose form has something that was not sent; not for addresses at which the form stays.
 * `isChanged` is for pages that know it themselves.
 */
export function useUnsaved({
  staysAt = [],
  isChanged = false,
}: {
  staysAt?: readonly string[]
  isChanged?: boolean
} = {}) {
  const [isFormDirty, setDirty] = useState(false)
  const isDirty = isFormDirty || isChanged
  const leaving = useRef(false)
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isDirty &&
      !leaving.current &&
      current.pathname !== next.pathname &&
      !staysAt.some((at) => next.pathname.endsWith(at)),
    enableBeforeUnload: () => isDirty && !leaving.current,
    withResolver: true,
  })
  const question = (
    <ConfirmDialog
      opened={blocker.status === 'blocked'}
      title="Leave without saving?"
      confirmLabel="Leave"
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      What you filled in here is lost.
    </ConfirmDialog>
  )
  return {
    question,
    isDirty,
    setDirty,
    /** It was sent: leaving loses nothing. */
    leave: () => {
      leaving.current = true
    },
  }
}
