import { Group, Text } from '@mantine/core'
import { useLoggedIn } from '../../frame/session-state.tsx'
import type { LogInMethods, Passkey } from '../../generated/schema.ts'
import { Time } from '../../kit/cells/time.tsx'
import { useLogInMethods, whyNoPasskeysHere } from '../../kit/requests/use-log-in-methods.ts'
import { useRead } from '../../kit/requests/use-read.ts'
import { Loaded } from '../../kit/states.tsx'
import { paths } from '../../paths.ts'
import { Rows, type RowsColumn } from '../../ui/layout/rows.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Status } from '../../ui/status.tsx'
import { Do } from './do.tsx'

/** Limit of passkeys per person. */
const ALL = { params: { query: { 'page[limit]': 100 } } } as const

export function useOwnPasskeys() {
  return useRead('/v2/me/passkeys', ALL)
}

export function OwnPasskeys() {
  const query = useOwnPasskeys()
  return (
    <Section
      title="Passkeys"
      description="A passkey logs you in without a password or second factor, with the fingerprint, face or PIN of a device."
      actions={<Do name="Add a passkey" to={paths.me('passkeys/new')} disabledReason={useWhyNoPasskeys()} />}
      flush
    >
      <Loaded query={query} what="passkey">
        {({ data }) => <PasskeyRows passkeys={data} />}
      </Loaded>
    </Section>
  )
}

function useWhyNoPasskeys(): string | null {
  const { person } = useLoggedIn().current
  const { data: methods } = useLogInMethods()
  if (methods === undefined) return null
  return isProviderOnly(person, methods)
    ? 'You log in only through your organization, which a passkey would bypass.'
    : whyNoPasskeysHere(methods)
}

function isProviderOnly(person: { provider: boolean; password: boolean }, { oidc }: LogInMethods): boolean {
  return oidc !== null && person.provider && !person.password
}

function PasskeyRows({ passkeys }: { passkeys: readonly Passkey[] }) {
  if (passkeys.length === 0)
    return (
      <Text size="sm" c="var(--text-dim)" px="md" pb="md">
        None yet. Unlike a password, a passkey cannot be entered on a page that only looks like Tidings.
      </Text>
    )
  return <Rows label="Passkeys" rows={passkeys} keyOf={({ id }) => id} columns={COLUMNS} />
}

const COLUMNS: readonly RowsColumn<Passkey>[] = [
  { header: 'Name', cell: ({ name }) => name },
  {
    header: 'Stored',
    cell: ({ backed_up }) => (
      <Status tone={backed_up ? 'ok' : 'off'}>{backed_up ? 'On all your devices' : 'On one device'}</Status>
    ),
    width: '180px',
  },
  { header: 'Added', cell: ({ created_at }) => <Time at={created_at} />, width: '170px' },
  {
    header: 'Last used',
    cell: ({ last_used_at }) => (last_used_at === null ? 'Never' : <Time at={last_used_at} />),
    width: '170px',
  },
  {
    header: 'Change',
    cell: ({ id, name }) => (
      <Group gap="xs" justify="flex-end" wrap="nowrap">
        <Do name="Rename" label={`Rename ${name}`} to={paths.passkey(id, 'name')} />
        <Do name="Delete" label={`Delete ${name}`} to={paths.passkey(id, 'delete')} />
      </Group>
    ),
    align: 'end',
    width: '190px',
    plain: true,
  },
]
