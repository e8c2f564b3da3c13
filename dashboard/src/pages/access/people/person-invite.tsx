import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { NewPersonInvitation, PersonRole } from '../../../generated/schema.ts'
import { DialogForm } from '../../../kit/dialogs/dialog-form.tsx'
import { RouteDialog } from '../../../kit/dialogs/route-dialog.tsx'
import { saidAt, unplaced } from '../../../kit/dialogs/unplaced.ts'
import { useGoTo } from '../../../kit/link.tsx'
import { useChange } from '../../../kit/requests/use-change.ts'
import { useScope } from '../../../kit/scope.ts'
import { usePaths } from '../../../kit/use-paths.ts'
import { CREATE_LINK, LINK_VALID_FOR, PASS_LINK_ON } from '../../../messages/en.ts'
import { LINK_TIMES } from '../rules/link-times.ts'
import { LinkOnce } from './link-once.tsx'
import { RolesField } from './roles.tsx'

export function InviteDialog() {
  const paths = usePaths()
  const [invited, setInvited] = useState<NewPersonInvitation | null>(null)
  return (
    <RouteDialog title={invited === null ? 'Invite a person' : PASS_LINK_ON} backTo={paths.people()} size="lg">
      {invited === null ? <InviteForm onInvited={setInvited} /> : <Invited invited={invited} />}
    </RouteDialog>
  )
}

const POINTERS = ['/data/email', '/data/name', '/data/expires_in']

function InviteForm({ onInvited }: { onInvited: (invited: NewPersonInvitation) => void }) {
  const { level, id } = useScope()
  const goTo = useGoTo()
  const paths = usePaths()
  const [email, setEmail] = useState('')
  const [name, setName] = useState('')
  const [expires_in, setExpiresIn] = useState('86400')
  const [roles, setRoles] = useState<readonly PersonRole[]>([{ role: 'viewer', store_id: level === 's' ? id : null }])
  const data = {
    type: 'person_invitation' as const,
    email,
    ...(name.trim() === '' ? {} : { name: name.trim() }),
    roles: [...roles],
    expires_in: Number(expires_in),
  }
  const invite = useChange({
    stale: ['/v2/people/invitations'],
    run: (api) => api.POST('/v2/people/invitations', { body: { data } }),
    onDone: (response) => onInvited((response as { data: NewPersonInvitation }).data),
  })
  return (
    <DialogForm
      operation="InvitePerson"
      params={{}}
      body={{ data }}
      onSubmit={() => invite.mutateAsync()}
      onCancel={() => goTo(paths.people())}
      submitLabel={CREATE_LINK}
      error={unplaced(invite.error, [...POINTERS, '/data/roles'])}
      what="invitation"
    >
      <TextInput
        label="E-mail"
        type="email"
        required
        data-autofocus
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        error={saidAt(invite.error, '/data/email')}
      />
      <TextInput
        label="Name"
        description="If empty, the person enters it."
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={saidAt(invite.error, '/data/name')}
      />
      <RolesField value={roles} onChange={setRoles} error={invite.error} />
      <Select
        label={LINK_VALID_FOR}
        data={LINK_TIMES}
        value={expires_in}
        onChange={(next) => setExpiresIn(next ?? expires_in)}
        allowDeselect={false}
      />
    </DialogForm>
  )
}

function Invited({ invited: { email, link, expires_at } }: { invited: NewPersonInvitation }) {
  const goTo = useGoTo()
  const paths = usePaths()
  return (
    <Stack gap="sm">
      <LinkOnce link={link} expires_at={expires_at}>
        <Text size="sm">
          Tidings sends no e-mail. Send this link to {email} yourself, in a way that only {email} can read, because the
          first person to open it chooses the password.
        </Text>
      </LinkOnce>
      <Group justify="flex-end">
        <Button variant="filled" onClick={() => goTo(paths.invitations())}>
          Done
        </Button>
      </Group>
    </Stack>
  )
}
