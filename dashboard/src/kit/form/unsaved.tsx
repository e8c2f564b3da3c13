import { useBlocker, useMatch, useRouter } from '@tanstack/react-router'
import { createContext, useRef, useState } from 'react'
import { paths } from '../../paths.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { LinkTo } from '../link.tsx'

/**
 * Asks before a page is left whose form has something that was not sent; not for addresses at which the page stays, as those
 * of its dialogs. `isChanged` is for pages that know it themselves.
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
  // Made when it is asked: one that waited would be closed by the very Escape that closes the dialog of the form.
  const question = blocker.status === 'blocked' && (
    <Question hasEnded={'ended' in blocker.next.search} onLeave={blocker.proceed} onStay={blocker.reset} />
  )
  return {
    question,
    isDirty,
    setDirty,
    /** It was sent: leaving loses nothing. */
    leave: () => {
      leaving.current = true
    },
    /** Runs what sends it and may leave by itself. When that is refused, it is still to be sent. */
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

/** A session that has ended leads to the log-in. Tabs share it, so that another one can log in for this one. */
function Question({ hasEnded, onLeave, onStay }: QuestionProps) {
  return (
    <ConfirmDialog
      opened
      title={hasEnded ? 'Your session has ended' : 'Leave without saving?'}
      confirmLabel="Leave"
      onConfirm={onLeave}
      onClose={onStay}
    >
      {hasEnded ? (
        <>
          To keep what you filled in here,{' '}
          <LinkTo to={paths.logIn()} target="_blank">
            log in in another tab
          </LinkTo>
          , come back and send it again. When you leave, it is lost.
        </>
      ) : (
        'What you filled in here is lost.'
      )}
    </ConfirmDialog>
  )
}

type Unsaved = Pick<ReturnType<typeof useUnsaved>, 'setDirty' | 'send'>

/** Of the dialog that a form is in, which asks before it closes with something that was not sent. */
export const UnsavedContext = createContext<Unsaved>({
  setDirty: () => undefined,
  send: async (run) => void (await run()),
})
