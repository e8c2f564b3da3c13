import { PasswordInput } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { OperationId } from '../../api/operations.ts'
import { DialogForm } from '../../kit/dialogs/dialog-form.tsx'

type PasswordProofProps = {
  operation: OperationId
  change: UseMutationResult<unknown, Error, string>
  onCancel: () => void
  submitLabel: string
  danger?: boolean
  children: ReactNode
}

/** A change that takes the person's password again: an open page is not enough. */
export function PasswordProof({ operation, change, onCancel, submitLabel, danger, children }: PasswordProofProps) {
  const [password, setPassword] = useState('')
  return (
    <DialogForm
      operation={operation}
      params={{}}
      body={{ data: { type: 'second_factor', password: '…' } }}
      onSubmit={() => change.mutateAsync(password)}
      onCancel={onCancel}
      submitLabel={submitLabel}
      danger={danger ?? false}
      error={change.error}
      what="person"
    >
      {children}
      <PasswordInput
        label="Your password"
        autoComplete="current-password"
        required
        data-autofocus
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
    </DialogForm>
  )
}
