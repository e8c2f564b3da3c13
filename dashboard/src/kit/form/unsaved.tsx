import { useBlocker, useMatch, useRouter } from '@tanstack/react-router'
import { createContext, useRef, useState } from 'react'
import { paths } from '../../paths.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { LinkTo } from '../link.tsx'

/**
 * Confirms before the person leaves a page with an unsent form, except for addresses that keep the page, such as its
 * dialogs. `isChanged` is for pages that track changes themselves.
 */
export function useUnsaved({ isChanged = false }: { isChanged?: boolean } = {}) {
  const [isFormDirty, setDirty] = useState(false)
  const isDirty = isFormDirty || isChanged
  const leaving = useRef(false)
  const router = useRouter()
  const page = useMatch({ strict: false, select: ({ id }) => id })
  const blocker = useBlocker({
    shouldBlockFn: ({ next }) =>
      isDirty && !leaving.current && !router.matchRoutes(next.pathname, next.search).some(({ id }) => id === page),
    enableBeforeUnload: () => isDirty && !leaving.current,
    withResolver: true,
  })
  // Mounted only when needed: otherwise the Escape that closes the form's dialog would close the question too.
  const question = blocker.status === 'blocked' && (
    <Question hasEnded={'ended' in blocker.next.search} onLeave={blocker.proceed} onStay={blocker.reset} />
  )
  return {
    question,
    isDirty,
    setDirty,
    /** Marks the form as sent, so that leaving needs no confirmation. */
    leave: () => {
      leaving.current = true
    },
    /** Runs a request that may navigate away. If it fails, the form counts as unsent again. */
    send: async (run: () => Promise<unknown>) => {
      leaving.current = true
      try {
        await run()
      } catch (error) {
        leaving.current = false
        throw error
      }
    },
  }
}

type QuestionProps = { hasEnded: boolean; onLeave: () => void; onStay: () => void }

/** An expired session leads to the log-in. Another tab can log in for this tab, since tabs share the session. */
function Question({ hasEnded, onLeave, onStay }: QuestionProps) {
  return (
    <ConfirmDialog
      opened
      title={hasEnded ? 'Your session has ended' : 'Leave without saving?'}
      confirmLabel="Leave"
      cancelLabel="Stay"
      onConfirm={onLeave}
      onClose={onStay}
    >
      {hasEnded ? (
        <>
          To keep your changes,{' '}
          <LinkTo to={paths.logIn()} target="_blank">
            log in in another tab
          </LinkTo>
          , come back and save again. If you leave, they are lost.
        </>
      ) : (
        'Your changes will be lost.'
      )}
    </ConfirmDialog>
  )
}

type Unsaved = Pick<ReturnType<typeof useUnsaved>, 'setDirty' | 'send'>

/** Provided by the enclosing dialog, which confirms before it closes with unsent changes. */
export const UnsavedContext = createContext<Unsaved>({
  setDirty: () => undefined,
  send: async (run) => void (await run()),
})
