import { PasswordInput, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useLoggedIn } from '../../frame/session-state.tsx'
import { DialogForm } from '../../kit/dialogs/dialog-form.tsx'
import { RouteDialog } from '../../kit/dialogs/route-dialog.tsx'
import { saidAt, unplaced } from '../../kit/dialogs/unplaced.ts'
import { useGoTo } from '../../kit/link.tsx'
import { OwnProof } from '../../kit/log-in/own-proof.tsx'
import { useChange } from '../../kit/requests/use-change.ts'
import { PASSWORD_HINT } from '../../messages/en.ts'
import { paths } from '../../paths.ts'

export function ChangePasswordDialog() {
  const { person } = useLoggedIn().current
  return (
    <RouteDialog title={person.password ? 'Change your password' : 'Set a password'} backTo={paths.me()}>
      <PasswordForm has_password={person.password} email={person.email} />
    </RouteDialog>
  )
}

const SHOWN = '…'

function PasswordForm({ has_password, email }: { has_password: boolean; email: string }) {
  const goTo = useGoTo()
  const close = () => goTo(paths.me())
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const bodyOf = (old: string, next: string) => ({
    data: { type: 'password' as const, password: next, ...(has_password ? { current_password: old } : {}) },
  })
  const save = useChange({
    stale: ['/v2/sessions/current', '/v2/me/sessions'],
    run: (api) => api.POST('/v2/me/password', { body: bodyOf(current, password) }),
    onDone: () => {
      notifications.show({ message: 'Your password was changed. Your other sessions have ended.' })
      close()
    },
  })
  return (
    <DialogForm
      operation="UpdateOwnPassword"
      params={{}}
      body={bodyOf(SHOWN, SHOWN)}
      onSubmit={() => save.mutateAsync()}
      onCancel={close}
      submitLabel={has_password ? 'Change password' : 'Set password'}
      error={unplaced(save.error, ['/data/password'])}
      what="person"
    >
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <OwnProof label="Current password" hasPassword={has_password} password={current} onChange={setCurrent} />
      <PasswordInput
        label="New password"
        description={PASSWORD_HINT}
        autoComplete="new-password"
        required
        data-autofocus={!has_password || undefined}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        error={saidAt(save.error, '/data/password')}
      />
      <Text size="sm">Your other sessions end.</Text>
    </DialogForm>
  )
}
