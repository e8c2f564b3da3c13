import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { API_BASE } from '../../../api/base.ts'
import type { CreatedKey, Permission } from '../../../generated/schema.ts'
import { DialogForm } from '../../../kit/dialogs/dialog-form.tsx'
import { saidAt, unplaced } from '../../../kit/dialogs/unplaced.ts'
import { useGoTo } from '../../../kit/link.tsx'
import { Page } from '../../../kit/page.tsx'
import { asCurl } from '../../../kit/requests/as-request.ts'
import { useChange } from '../../../kit/requests/use-change.ts'
import { useScope } from '../../../kit/scope.ts'
import { usePaths } from '../../../kit/use-paths.ts'
import { CodeBlock } from '../../../ui/copy/code-block.tsx'
import { OnceOnly } from '../../../ui/copy/once-only.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { expiryOf, KEY_TIMES, PRESETS } from '../rules/key-presets.ts'
import { PermissionPicker } from './permission-picker.tsx'

export function CreateKeyPage() {
  const paths = usePaths()
  const { level, name } = useScope()
  const [created, setCreated] = useState<CreatedKey | null>(null)
  return (
    <Page
      title={created === null ? 'New key' : `Key ${created.name}`}
      description={level === 'o' ? `For the organization ${name} and all its stores.` : `For the store ${name}.`}
      crumbs={[{ label: 'Keys', to: paths.keys() }]}
    >
      {created === null ? <KeyForm onCreated={setCreated} /> : <Created created={created} />}
    </Page>
  )
}

function KeyForm({ onCreated }: { onCreated: (created: CreatedKey) => void }) {
  const goTo = useGoTo()
  const paths = usePaths()
  const [name, setName] = useState('')
  const [permissions, setPermissions] = useState<readonly Permission[] | null>(PRESETS[0]?.permissions ?? null)
  const [expiry, setExpiry] = useState('90')
  const [at, setAt] = useState('')
  const bodyNow = () => ({
    type: 'key' as const,
    name,
    permissions: permissions === null ? null : [...permissions],
    expires_at: expiryOf(expiry, at, Date.now()),
  })
  const create = useChange({
    stale: ['/v2/keys'],
    run: (api) => api.POST('/v2/keys', { body: { data: bodyNow() } }),
    onDone: (response) => onCreated((response as { data: CreatedKey }).data),
  })
  return (
    <Section title="Key">
      <DialogForm
        operation="CreateKey"
        params={{}}
        body={{ data: bodyNow() }}
        onSubmit={() => create.mutateAsync()}
        onCancel={() => goTo(paths.keys())}
        submitLabel="Create key"
        error={unplaced(create.error, ['/data/name', '/data/permissions', '/data/expires_at'])}
        what="key"
      >
        <TextInput
          label="Name"
          description="Describes the use of the key, such as “ERP in Lyon”."
          required
          maw={420}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={saidAt(create.error, '/data/name')}
        />
        <Text size="sm" fw={500} mb={-6}>
          Permissions
        </Text>
        <PermissionPicker
          value={permissions}
          onChange={setPermissions}
          error={saidAt(create.error, '/data/permissions')}
        />
        <Expiry
          choice={expiry}
          onChoose={setExpiry}
          at={at}
          onAt={setAt}
          error={saidAt(create.error, '/data/expires_at')}
        />
      </DialogForm>
    </Section>
  )
}

type ExpiryProps = {
  choice: string
  onChoose: (choice: string) => void
  at: string
  onAt: (at: string) => void
  error: string | undefined
}

function Expiry({ choice, onChoose, at, onAt, error }: ExpiryProps) {
  return (
    <Group align="flex-start" gap="sm">
      <Select
        label="Expires"
        data={KEY_TIMES}
        value={choice}
        onChange={(next) => onChoose(next ?? choice)}
        allowDeselect={false}
        w={200}
        {...(choice === 'at' ? {} : { error })}
      />
      {choice === 'at' && (
        <TextInput
          type="datetime-local"
          label="Time"
          value={at}
          onChange={(event) => onAt(event.currentTarget.value)}
          error={error}
        />
      )}
    </Group>
  )
}

function Created({ created: { client_id, client_secret } }: { created: CreatedKey }) {
  const goTo = useGoTo()
  const paths = usePaths()
  const form = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret })
  const command = asCurl({ method: 'POST', url: `${API_BASE}/oauth/access_token`, body: form.toString() })
  return (
    <Section title="Its secret">
      <Stack gap="sm">
        <OnceOnly title="Copy the secret now">
          <CodeBlock label="Client id" code={client_id} wrapped />
          <CodeBlock label="Client secret" code={client_secret} wrapped />
          <CodeBlock label="A token, valid for an hour" code={command} wrapped />
        </OnceOnly>
        <Text size="sm">
          The program sends the token as <code>Authorization: Bearer …</code>, and renews it before it expires.
        </Text>
        <Group justify="flex-end">
          <Button variant="filled" onClick={() => goTo(paths.keys())}>
            I have copied it
          </Button>
        </Group>
      </Stack>
    </Section>
  )
}
