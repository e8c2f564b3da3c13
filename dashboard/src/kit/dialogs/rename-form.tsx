import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Api } from '../../api/client.ts'
import type { OperationId } from '../../api/operations.ts'
import { useGoTo } from '../link.tsx'
import { useChange } from '../requests/use-change.ts'
import { DialogForm } from './dialog-form.tsx'
import { saidAt, unplaced } from './unplaced.ts'

type RenameFormProps = {
  /** Current name. */
  name: string
  description?: string
  /** Type of the resource. */
  what: string
  operation: OperationId
  params: Record<string, string>
  run: (api: Api, name: string) => Promise<{ data?: unknown }>
  stale: readonly string[]
  backTo: string
  submitLabel?: string
  autoComplete?: string
}

export function RenameForm({ name: before, what, operation, params, run, stale, backTo, ...props }: RenameFormProps) {
  const { submitLabel = 'Rename', ...field } = props
  const goTo = useGoTo()
  const [name, setName] = useState(before)
  const save = useChange({
    stale,
    run: (api) => run(api, name),
    onDone: () => goTo(backTo),
  })
  return (
    <DialogForm
      operation={operation}
      params={params}
      body={{ data: { type: what, name } }}
      onSubmit={() => save.mutateAsync()}
      onCancel={() => goTo(backTo)}
      submitLabel={submitLabel}
      error={unplaced(save.error, ['/data/name'])}
      what={what}
    >
      <TextInput
        label="Name"
        {...field}
        required
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={saidAt(save.error, '/data/name')}
      />
    </DialogForm>
  )
}
