import type { ReactNode } from 'react'
import type { Api } from '../../api/client.ts'
import type { OperationId } from '../../api/operations.ts'
import { announce } from '../../kit/announce.ts'
import { RouteDialog } from '../../kit/dialogs/route-dialog.tsx'
import { SchemaForm } from '../../kit/form/form.tsx'
import type { Grouping } from '../../kit/form/layout.ts'
import type { Overrides } from '../../kit/form/overrides.ts'
import type { FormBody } from '../../kit/form/use-form.ts'
import { useGoTo } from '../../kit/link.tsx'
import { useBodySchema } from '../../kit/requests/body-schema.ts'
import { useChange } from '../../kit/requests/use-change.ts'
import { Lines, ProblemView } from '../../kit/states.tsx'
import { CANNOT_BE_UNDONE } from '../../messages/en.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

type FormDialogProps = {
  title: string
  backTo: string
  operation: OperationId
  value?: object
  overrides?: Overrides
  order?: readonly string[]
  groups?: Grouping
  submitLabel: string
  stale: readonly string[]
  run: (api: Api, data: never) => Promise<{ data?: unknown }>
  /** Where it leads when it is done; back without it. */
  doneTo?: (result: { data: { id: string } }) => string
}

/** The form of one operation as a dialog that is an address. */
export function FormDialog({ title, backTo, operation, stale, run, doneTo, ...form }: FormDialogProps) {
  const goTo = useGoTo()
  const schema = useBodySchema(operation)
  const change = useChange<FormBody, unknown>({
    stale,
    run: (api, data) => run(api, data as never),
    onDone: (result) => goTo(doneTo?.(result as { data: { id: string } }) ?? backTo),
  })
  return (
    <RouteDialog title={title} backTo={backTo} size="lg">
      {schema === undefined ? (
        <Lines />
      ) : (
        <SchemaForm
          schema={schema}
          {...form}
          onSubmit={(data) => change.mutateAsync(data)}
          onCancel={() => goTo(backTo)}
        />
      )}
    </RouteDialog>
  )
}

type DeleteDialogProps = {
  title: string
  backTo: string
  doneTo: string
  stale: readonly string[]
  run: (api: Api) => Promise<{ data?: unknown }>
  confirmLabel?: string
  irreversible?: string
  children: ReactNode
}

/** The question before something is deleted, as an address. */
export function DeleteDialog({ title, backTo, doneTo, stale, run, children, ...props }: DeleteDialogProps) {
  const goTo = useGoTo()
  const confirmLabel = props.confirmLabel ?? 'Delete'
  const onDone = () => {
    goTo(doneTo, 'gone')
    announce(`${confirmLabel}: done.`)
  }
  const change = useChange<void>({ stale, run: (api) => run(api), onDone })
  return (
    <ConfirmDialog
      opened
      title={title}
      confirmLabel={confirmLabel}
      irreversible={props.irreversible ?? CANNOT_BE_UNDONE}
      onClose={() => goTo(backTo)}
      onConfirm={() => change.mutate()}
      busy={change.isPending}
      {...(change.error === null ? {} : { error: <ProblemView error={change.error} /> })}
    >
      {children}
    </ConfirmDialog>
  )
}
