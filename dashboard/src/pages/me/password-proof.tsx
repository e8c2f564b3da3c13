import type { UseMutationResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { OperationId } from '../../api/operations.ts'
import { useLoggedIn } from '../../frame/session-state.tsx'
import { DialogForm } from '../../kit/dialogs/dialog-form.tsx'
import { OwnProof } from '../../kit/log-in/own-proof.tsx'

/** A recent log-in is the proof if the person has no password. */
export type Proof = { password?: string }

type PasswordProofProps = {
  operation: OperationId
  /** Type of the body; `params` are those of the path. */
  type?: 'second_factor' | 'passkey'
  params?: Record<string, string>
  change: UseMutationResult<unknown, Error, Proof>
  onCancel: () => void
  submitLabel: string
  danger?: boolean
  children: ReactNode
}

/** Change that requires the password or a recent log-in, because an open page alone proves nothing. */
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
