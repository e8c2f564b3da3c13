import { Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useLoggedIn } from '../../frame/session-state.tsx'
import { DialogForm } from '../../kit/dialogs/dialog-form.tsx'
import { RouteDialog } from '../../kit/dialogs/route-dialog.tsx'
import { useGoTo } from '../../kit/link.tsx'
import { useChange } from '../../kit/requests/use-change.ts'
import { paths } from '../../paths.ts'
import { Copyable } from '../../ui/copy/copyable.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { PasswordProof, type Proof } from './password-proof.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

type Secret = { secret: string; otpauth_url: string }

/** Steps: introduction, code to scan, recovery codes. */
export function SetUpSecondFactorDialog() {
  const { email } = useLoggedIn().current.person
  const goTo = useGoTo()
  const close = () => goTo(paths.me())
  const [secret, setSecret] = useState<Secret | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  return (
    <RouteDialog title={codes === null ? 'Set up a second factor' : 'The second factor is on'} backTo={paths.me()}>
      {codes !== null ? (
        <RecoveryCodes codes={codes} email={email} onDone={close} />
      ) : secret === null ? (
        <Begin onBegun={setSecret} onCancel={close} />
      ) : (
        <Confirm secret={secret} onConfirmed={setCodes} onCancel={close} />
      )}
    </RouteDialog>
  )
}

function Begin({ onBegun, onCancel }: { onBegun: (secret: Secret) => void; onCancel: () => void }) {
  const start = useChange<Proof>({
    stale: [],
    run: (api, proof) => api.POST('/v2/me/second-factor', { body: { data: { type: 'second_factor', ...proof } } }),
    onDone: (response) => onBegun((response as { data: Secret }).data),
  })
  return (
    <PasswordProof operation="StartSecondFactor" change={start} onCancel={onCancel} submitLabel="Show the code">
      <Text size="sm">
        You need an app for one-time codes, such as Aegis, Google Authenticator or 1Password. Each log-in will then ask
        for a code, too.
      </Text>
    </PasswordProof>
  )
}

type ConfirmProps = { secret: Secret; onConfirmed: (codes: readonly string[]) => void; onCancel: () => void }

function Confirm({ secret: { secret, otpauth_url }, onConfirmed, onCancel }: ConfirmProps) {
  const [code, setCode] = useState('')
  const confirm = useChange({
    stale: ['/v2/sessions/current', '/v2/people'],
    run: (api) =>
      api.POST('/v2/me/second-factor/confirm', {
        body: { data: { type: 'second_factor', one_time_code: code.replaceAll(/\s/g, '') } },
      }),
    onDone: (response) => onConfirmed((response as { data: { recovery_codes: string[] } }).data.recovery_codes),
  })
  return (
    <DialogForm
      operation="ConfirmSecondFactor"
      params={{}}
      onSubmit={() => confirm.mutateAsync()}
      onCancel={onCancel}
      submitLabel="Turn it on"
      error={confirm.error}
      what="person"
    >
      <Text size="sm">Scan this with your app:</Text>
      <Group justify="center">
        <QrCode text={otpauth_url} label="QR code for your app" />
      </Group>
      <Text size="sm" component="div">
        Or type the key into it: <Copyable value={secret} label="key for your app" length={64} />
      </Text>
      <TextInput
        label="Code"
        description="The six digits that your app shows now."
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        data-autofocus
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
    </DialogForm>
  )
}
