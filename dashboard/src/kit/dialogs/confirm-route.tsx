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

type ConfirmRouteProps<Result> = {
  /** Address of the page below. */
  backTo: string
  /** Address to open when done; by default the page below. */
  doneTo?: string
  title: string
  operation: OperationId
  run: (api: Api) => Promise<{ data?: Result }>
  /** Called with the response, in addition to the navigation. */
  onDone?: (result: Result) => void
  stale: readonly string[]
  confirmLabel: string
  children: ReactNode
  irreversible?: ReactNode
  /** Text to type before the button is enabled. */
  typeToConfirm?: string
  danger?: boolean
  /** Noun for the "not found" message. */
  what: string
}

/** Confirmation dialog with its own address. It sends the request only once, however often the button is pressed. */
export function ConfirmRoute<Result>({
  backTo,
  doneTo = backTo,
  operation,
  run,
  stale,
  what,
  ...rest
}: ConfirmRouteProps<Result>) {
  const { onDone, ...props } = rest
  const goTo = useGoTo()
  const forbidden = whyForbidden(operation, useScope())
  const change = useChange<void, Result>({
    stale,
    run,
    onDone: (result) => {
      onDone?.(result)
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

export function DeleteRoute(props: Omit<ConfirmRouteProps<unknown>, 'confirmLabel' | 'irreversible'>) {
  return <ConfirmRoute confirmLabel={`Delete ${props.what}`} irreversible={CANNOT_BE_UNDONE} {...props} />
}
