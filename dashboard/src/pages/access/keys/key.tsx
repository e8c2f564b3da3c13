import { Group, Stack, Text } from '@mantine/core'
import type { Key } from '../../../generated/schema.ts'
import { ActionButton } from '../../../kit/actions.tsx'
import { useParam } from '../../../kit/address-state.ts'
import { Time } from '../../../kit/cells/time.tsx'
import { RouteDialog } from '../../../kit/dialogs/route-dialog.tsx'
import { LinkTo } from '../../../kit/link.tsx'
import { useRead } from '../../../kit/requests/use-read.ts'
import { useScope, whyForbidden } from '../../../kit/scope.ts'
import { Loaded } from '../../../kit/states.tsx'
import { usePaths } from '../../../kit/use-paths.ts'
import { describePermissions } from '../../../messages/access.ts'
import { Copyable } from '../../../ui/copy/copyable.tsx'
import { KeyValue } from '../../../ui/layout/key-value.tsx'
import { useStoreName } from '../people/roles.tsx'
import { KeyState } from './keys.tsx'

export function useKey() {
  const key_id = useParam('key')
  return useRead('/v2/keys/{key_id}', { params: { path: { key_id } } })
}

export function KeyDialog() {
  const query = useKey()
  return (
    <RouteDialog title={query.data?.data.name ?? 'Key'} backTo={usePaths().keys()} size="lg">
      <Loaded query={query} what="key">
        {({ data }) => <Details shown={data} />}
      </Loaded>
    </RouteDialog>
  )
}

function Details({ shown }: { shown: Key }) {
  const paths = usePaths()
  const nameOf = useStoreName()
  const { id, client_id, permissions, expires_at, last_used_at, revoked_at, relationships, meta } = shown
  const words = permissions === null ? ['Everything in its store or organization.'] : describePermissions(permissions)
  return (
    <Stack gap="md">
      <KeyValue
        items={[
          { label: 'State', value: <KeyState {...shown} /> },
          { label: 'Client id', value: <Copyable value={client_id} label="client id" length={48} /> },
          { label: 'Secret', value: 'Shown only once, because only its hash is stored.' },
          { label: 'Of', value: nameOf(relationships.store?.data?.id ?? null) },
          {
            label: 'May',
            value: words.map((sentence) => (
              <Text key={sentence} size="sm">
                {sentence}
              </Text>
            )),
          },
          {
            label: 'Last used',
            value: last_used_at === null ? 'Never' : <Time at={last_used_at} />,
            hint: 'Time of its latest token, to the minute.',
          },
          { label: 'Expires', value: expires_at === null ? 'Never' : <Time at={expires_at} /> },
          ...(revoked_at === null ? [] : [{ label: 'Revoked', value: <Time at={revoked_at} /> }]),
          { label: 'Created', value: <Time at={meta.timestamps.created_at} /> },
        ]}
      />
      <Group justify="space-between" fz="sm">
        <LinkTo to={paths.audit({ filter: `eq(actor_id,${id})`, range: '30d' })}>What this key did</LinkTo>
        {revoked_at === null && <Revoke id={id} />}
      </Group>
    </Stack>
  )
}

function Revoke({ id }: { id: string }) {
  const disabledReason = whyForbidden('RevokeKey', useScope())
  return <ActionButton action={{ name: 'Revoke', danger: true, to: usePaths().key(id, 'revoke'), disabledReason }} />
}
