import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Api } from '../../api/client.ts'
import type { OperationId } from '../../api/operations.ts'
import { DialogForm } from '../../kit/dialogs/dialog-form.tsx'
import { saidAt, unplaced } from '../../kit/dialogs/unplaced.ts'
import { useGoTo } from '../../kit/link.tsx'
import { useChange } from '../../kit/requests/use-change.ts'

type RenameFormProps = {
  /** As it is now. */
  name: string
  description?: string
  what: 'store' | 'organization'
  operation: OperationId
  params: Record<string, string>
  run: (api: Api, name: string) => Promise<{ data?: unknown }>
  backTo: string
}

/** Gives a store or the organization another name; the header of every page shows it. */
export function RenameForm({ name: before, description, what, operation, params, run, backTo }: RenameFormProps) {
  const goTo = useGoTo()
  const [name, setName] = useState(before)
  const save = useChange({
    stale: [`/v2/${what}s`, '/v2/sessions/current'],
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
      submitLabel="Rename"
      error={unplaced(save.error, ['/data/name'])}
      what={what}
    >
      <TextInput
        label="Name"
        {...(description === undefined ? {} : { description })}
        required
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={saidAt(save.error, '/data/name')}
      />
    </DialogForm>
  )
}
