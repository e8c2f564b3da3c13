import { Button, Checkbox, Group, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useLoggedIn } from '../../../frame/session-state.tsx'
import type { Person, PersonLink } from '../../../generated/schema.ts'
import { DialogForm } from '../../../kit/dialogs/dialog-form.tsx'
import { RouteDialog } from '../../../kit/dialogs/route-dialog.tsx'
import { useGoTo } from '../../../kit/link.tsx'
import { OwnProof } from '../../../kit/log-in/own-proof.tsx'
import { useChange } from '../../../kit/requests/use-change.ts'
import { Loaded } from '../../../kit/states.tsx'
import { CREATE_LINK, LINK_VALID_FOR, PASS_LINK_ON } from '../../../messages/en.ts'
import { LINK_TIMES } from '../rules/link-times.ts'
import { LinkOnce } from './link-once.tsx'
import { useShownPerson } from './person-dialogs.ts'

export function ResetPasswordDialog() {
  const { query, backTo, name } = useShownPerson()
  const [link, setLink] = useState<PersonLink | null>(null)
  const goTo = useGoTo()
  return (
    <RouteDialog title={link === null ? `Reset the password of ${name}` : PASS_LINK_ON} backTo={backTo}>
      {link === null ? (
        <Loaded query={query} what="person">
          {({ data }) => <ResetForm person={data} backTo={backTo} onDone={setLink} />}
        </Loaded>
      ) : (
        <Stack gap="sm">
          <LinkOnce {...link}>
            <Text size="sm">
              Send it to {name} yourself. It lets {name} choose a new password.
            </Text>
          </LinkOnce>
          <Group justify="flex-end">
            <Button variant="filled" onClick={() => goTo(backTo)}>
              Done
            </Button>
          </Group>
        </Stack>
      )}
    </RouteDialog>
  )
}

type ResetFormProps = { person: Person; backTo: string; onDone: (link: PersonLink) => void }

function ResetForm({ person, backTo, onDone }: ResetFormProps) {
  const goTo = useGoTo()
  const [expires_in, setExpiresIn] = useState('3600')
  const [remove_second_factor, setRemove] = useState(false)
  const [remove_passkeys, setRemovePasskeys] = useState(false)
  const hasPassword = useLoggedIn().current.person.password
  const [password, setPassword] = useState('')
  const params = { person_id: person.id }
  const data = { type: 'person_link' as const, expires_in: Number(expires_in), remove_second_factor, remove_passkeys }
  const create = useChange({
    stale: ['/v2/people'],
    run: (api) =>
      api.POST('/v2/people/{person_id}/password-resets', {
        params: { path: params },
        body: { data: { ...data, ...(hasPassword ? { password } : {}) } },
      }),
    onDone: (response) => onDone((response as { data: PersonLink }).data),
  })
  return (
    <DialogForm
      operation="CreatePasswordReset"
      params={params}
      body={{ data: { ...data, ...(hasPassword ? { password: '…' } : {}) } }}
      onSubmit={() => create.mutateAsync()}
      onCancel={() => goTo(backTo)}
      submitLabel={CREATE_LINK}
      error={create.error}
      what="person"
    >
      <Text size="sm">
        This creates a link for {person.email}. Password and sessions stay until it is used; then all sessions end.
      </Text>
      <Select
        label={LINK_VALID_FOR}
        data={LINK_TIMES}
        value={expires_in}
        onChange={(next) => setExpiresIn(next ?? expires_in)}
        allowDeselect={false}
      />
      {person.second_factor && (
        <Checkbox
          label="Remove the second factor now"
          description="For a person who has lost the app and the recovery codes."
          checked={remove_second_factor}
          onChange={(event) => setRemove(event.currentTarget.checked)}
        />
      )}
      {person.passkeys > 0 && (
        <Checkbox
          label={person.passkeys === 1 ? 'Remove the passkey now' : `Remove the ${person.passkeys} passkeys now`}
          description="For a person who has lost the device that keeps it."
          checked={remove_passkeys}
          onChange={(event) => setRemovePasskeys(event.currentTarget.checked)}
        />
      )}
      <OwnProof hasPassword={hasPassword} password={password} onChange={setPassword} />
    </DialogForm>
  )
}
