import type { ReactNode } from 'react'
import type { Api } from '../../api/client.ts'
import type { OperationId } from '../../api/operations.ts'
import { Problem } from '../../api/problem.ts'
import { CANNOT_BE_UNDONE } from '../../messages/en.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { announce } from '../announce.ts'
import { dismissLabel, doneWords } from '../form/words.ts'
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
  /** `force` is true after a response that the query parameter `force` overrules. */
  run: (api: Api, force: boolean) => Promise<{ data?: Result }>
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
  const change = useChange<boolean, Result>({
    stale,
    run,
    onDone: (result) => {
      onDone?.(result)
      goTo(doneTo, doneTo === backTo ? undefined : 'gone')
      announce(doneWords(props.confirmLabel))
    },
  })
  const isForced = change.error instanceof Problem && change.error.canBeForced
  const [send] = useOnce(() => change.mutateAsync(isForced))
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
      cancelLabel={dismissLabel(props.confirmLabel)}
      {...(error === undefined ? {} : { error })}
      {...props}
      {...(isForced && { confirmLabel: 'Delete anyway' })}
    />
  )
}

export function DeleteRoute(props: Omit<ConfirmRouteProps<unknown>, 'confirmLabel' | 'irreversible'>) {
  return <ConfirmRoute confirmLabel={`Delete ${props.what}`} irreversible={CANNOT_BE_UNDONE} {...props} />
}
