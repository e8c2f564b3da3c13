import type { ReactNode } from 'react'
import type { Api } from '../../api/client.ts'
import type { OperationId } from '../../api/operations.ts'
import { CANNOT_BE_UNDONE } from '../../messages/en.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { announce } from '../announce.ts'
import { useGoTo } from '../link.tsx'
import { useChange } from '../requests/use-change.ts'
import { useOnce } from '../requests/use-once.ts'
import { useScope, whyForbidden } from '../scope.ts'
import { ProblemView } from '../states.tsx'

type ConfirmRouteProps = {
  /** The page that it stands over. */
  backTo: string
  /** Where it leads once it is done; the page below without it. */
  doneTo?: string
  title: string
  operation: OperationId
  run: (api: Api) => Promise<{ data?: unknown }>
  /** With what the API has responded, beside where it leads. */
  onDone?: (result: never) => void
  stale: readonly string[]
  confirmLabel: string
  children: ReactNode
  irreversible?: ReactNode
  /** Must be typed before the button works. */
  typeToConfirm?: string
  danger?: boolean
  /** For the sentence that it is gone. */
  what: string
}

/** A question that is an address, and the request that is sent with yes: once, however often the button is pressed. */
export function ConfirmRoute({ backTo, doneTo = backTo, operation, run, stale, what, ...rest }: ConfirmRouteProps) {
  const { onDone, ...props } = rest
  const goTo = useGoTo()
  const forbidden = whyForbidden(operation, useScope())
  const change = useChange<void>({
    stale,
    run: (api) => run(api),
    onDone: (result) => {
      onDone?.(result as never)
      goTo(doneTo, doneTo === backTo ? undefined : 'gone')
      announce(`${props.confirmLabel}: done.`)
    },
  })
  const [send] = useOnce(() => change.mutateAsync())
  const confirm = () => {
    if (forbidden === null) send()
  }
  const error = forbidden ?? (change.error === null ? undefined : <ProblemView error={change.error} what={what} />)
  return (
    <ConfirmDialog
      opened
      onClose={() => goTo(backTo)}
      onConfirm={confirm}
      busy={change.isPending}
      {...(error === undefined ? {} : { error })}
      {...props}
    />
  )
}

/** The question before something is deleted for good. */
export function DeleteRoute(props: Omit<ConfirmRouteProps, 'confirmLabel' | 'irreversible'>) {
  return <ConfirmRoute confirmLabel={`Delete ${props.what}`} irreversible={CANNOT_BE_UNDONE} {...props} />
}
