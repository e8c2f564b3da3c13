import type { UseMutationResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { OperationId } from '../../api/operations.ts'
import { useLoggedIn } from '../../frame/session-state.tsx'
import { DialogForm } from '../../kit/dialogs/dialog-form.tsx'
import { OwnProof } from '../../kit/log-in/own-proof.tsx'

/** Of a person without a password the log-in itself is the proof, as long as it is fresh. */
export type Proof = { password?: string }

type PasswordProofProps = {
  operation: OperationId
  /** Of the body, with the parameters of the path. */
  type?: 'second_factor' | 'passkey'
  params?: Record<string, string>
  change: UseMutationResult<unknown, Error, Proof>
  onCancel: () => void
  submitLabel: string
  danger?: boolean
  children: ReactNode
}

/** A change that takes the person's password again, or a fresh log-in: an open page is not enough. */
export function PasswordProof({
  operation,
  change,
  onCancel,
  submitLabel,
  danger,
  children,
  ...of
}: PasswordProofProps) {
  const { type = 'second_factor', params = {} } = of
  const hasPassword = useLoggedIn().current.person.password
  const [password, setPassword] = useState('')
  return (
    <DialogForm
      operation={operation}
      params={params}
      body={{ data: { type, ...(hasPassword ? { password: '…' } : {}) } }}
      onSubmit={() => change.mutateAsync(hasPassword ? { password } : {})}
      onCancel={onCancel}
      submitLabel={submitLabel}
      danger={danger ?? false}
      error={change.error}
      what="person"
    >
      {children}
      <OwnProof hasPassword={hasPassword} password={password} onChange={setPassword} />
    </DialogForm>
  )
}
