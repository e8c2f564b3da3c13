import { PasswordInput, Text } from '@mantine/core'

type OwnProofProps = { label?: string; hasPassword: boolean; password: string; onChange: (password: string) => void }

/** A person without a password proves the identity by a recent log-in. */
export function OwnProof({ label = 'Your password', hasPassword, password, onChange }: OwnProofProps) {
  if (!hasPassword)
    return (
      <Text size="sm">
        You have no password, so a recent log-in is required. If you logged in more than a few minutes ago, log out and
        in again first.
      </Text>
    )
  return (
    <PasswordInput
      label={label}
      autoComplete="current-password"
      required
      data-autofocus
      value={password}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
