import type { Api } from '../../api/client.ts'
import { ifUnchanged } from '../../api/if-unchanged.ts'
import type { OperationId } from '../../api/operations.ts'
import { RouteDialog } from '../../kit/dialogs/route-dialog.tsx'
import { SchemaForm } from '../../kit/form/form.tsx'
import type { Grouping } from '../../kit/form/layout.ts'
import type { Overrides } from '../../kit/form/overrides.ts'
import type { FormBody } from '../../kit/form/use-form.ts'
import { useGoTo } from '../../kit/link.tsx'
import { useBodySchema } from '../../kit/requests/body-schema.ts'
import { useChange } from '../../kit/requests/use-change.ts'
import { Lines } from '../../kit/states.tsx'

type FormDialogProps = {
  title: string
  backTo: string
  operation: OperationId
  value?: object
  overrides?: Overrides
  order?: readonly string[]
  groups?: Grouping
  submitLabel: string
  /** Maps the form's body to the request's `data`; unchanged by default. */
  dataOf?: (body: FormBody) => unknown
  stale: readonly string[]
  run: (api: Api, data: FormBody) => Promise<{ data?: unknown }>
  /** Address to open when done; by default the page below. */
  doneTo?: (result: { data: { id: string } }) => string
}

/** Form of an operation in a dialog with its own address. */
export function FormDialog({ title, backTo, operation, stale, run, doneTo, ...form }: FormDialogProps) {
  const goTo = useGoTo()
  const schema = useBodySchema(operation)
  const change = useChange<FormBody, unknown>({
    stale,
    run: (api, data) => run(form.value === undefined ? api : ifUnchanged(api), data),
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
          operation={operation}
          onSubmit={(data) => change.mutateAsync(data)}
          onCancel={() => goTo(backTo)}
        />
      )}
    </RouteDialog>
  )
}
