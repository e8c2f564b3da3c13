import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import type { Action } from '../../kit/actions.tsx'
import { useGoTo } from '../../kit/link.tsx'
import { useChange } from '../../kit/requests/use-change.ts'
import { ProblemView } from '../../kit/states.tsx'
import { usePaths } from '../../kit/use-paths.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { countText } from './rules/numbers.ts'
import { type Integration, useHealth } from './use-integration.ts'

type Asked = 'disable' | 'delete' | null

/** What can be done with an integration, on each of its pages, and the dialogs that ask before. */
export function useIntegrationActions(integration: Integration) {
  const { id, enabled } = integration
  const [asked, ask] = useState<Asked>(null)
  const test = useTest(id)
  const enable = useEnable(integration)
  const actions: readonly Action[] = [
    {
      name: 'Test',
      key: 't',
      operation: 'TestIntegration',
      busy: test.isPending,
      disabledReason: enabled ? null : 'It is disabled: enable it first.',
      run: () => test.mutate(),
    },
    enabled
      ? { name: 'Disable', operation: 'UpdateIntegration', run: () => ask('disable') }
      : { name: 'Enable', operation: 'UpdateIntegration', busy: enable.isPending, run: () => enable.mutate() },
    { name: 'Delete', danger: true, operation: 'DeleteIntegration', run: () => ask('delete') },
  ]
  const error = test.error ?? enable.error
  const dialogs = (
    <>
      {error !== null && <ProblemView error={error} />}
      <Disable integration={integration} opened={asked === 'disable'} onClose={() => ask(null)} />
      <Delete integration={integration} opened={asked === 'delete'} onClose={() => ask(null)} />
    </>
  )
  return { actions, dialogs }
}

/** Sends a test through the queue, and shows its job. */
function useTest(integration_id: string) {
  const paths = usePaths()
  const goTo = useGoTo()
  return useChange({
    stale: ['/v2/integrations'],
    run: (api) => api.POST('/v2/integrations/{integration_id}/test', { params: { path: { integration_id } } }),
    onDone: ({ data }) => goTo(paths.integrationHealth(integration_id, { test: data.id })),
  })
}

/** Enables it. What it did not get meanwhile is offered afterwards, so the time is kept in the address. */
export function useEnable({ id, meta }: Integration) {
  const paths = usePaths()
  const goTo = useGoTo()
  const since = meta.disabled?.at ?? meta.timestamps.updated_at
  return useChange({
    stale: ['/v2/integrations'],
    run: (api) => setEnabled(api, id, true),
    onDone: () => goTo(paths.integrationHealth(id, { disabled_at: since })),
  })
}

type Api = Parameters<Parameters<typeof useChange>[0]['run']>[0]

function setEnabled(api: Api, integration_id: string, enabled: boolean) {
  return api.PUT('/v2/integrations/{integration_id}', {
    params: { path: { integration_id } },
    body: { data: { type: 'integration', enabled } },
  })
}

type DialogProps = { integration: Integration; opened: boolean; onClose: () => void }

function Disable({ integration: { id, name }, opened, onClose }: DialogProps) {
  const waiting = useWaiting()
  const disable = useChange({
    stale: ['/v2/integrations'],
    run: (api) => setEnabled(api, id, false),
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Disable ${name}?`}
      confirmLabel="Disable"
      onConfirm={() => disable.mutate()}
      busy={disable.isPending}
      {...(disable.error === null ? {} : { error: disable.error.message })}
    >
      No event is delivered to it until it is enabled again. {waiting.sentence('cancelled')} Both what was cancelled and
      what is missed meanwhile can be replayed later.
    </ConfirmDialog>
  )
}

/** Above this many the name has to be typed. */
const MANY = 100

function Delete({ integration: { id, name, integration_type }, opened, onClose }: DialogProps) {
  const paths = usePaths()
  const goTo = useGoTo()
  const waiting = useWaiting()
  const remove = useChange({
    stale: ['/v2/integrations'],
    run: async (api) => {
      const result = await api.DELETE('/v2/integrations/{integration_id}', { params: { path: { integration_id: id } } })
      goTo(paths.integrations())
      notifications.show({ message: `Deleted ${name}.` })
      return result
    },
  })
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Delete ${name}?`}
      confirmLabel="Delete integration"
      onConfirm={() => remove.mutate()}
      busy={remove.isPending}
      irreversible="This cannot be undone."
      {...(waiting.count > MANY ? { typeToConfirm: name } : {})}
      {...(remove.error === null ? {} : { error: remove.error.message })}
    >
      {waiting.sentence('cancelled')} Its jobs, attempts and replays are no longer shown
      {integration_type === 'webhook' ? ', and its signing secret is lost' : ''}.
    </ConfirmDialog>
  )
}

const COUNTED_TO = 10_000

function useWaiting() {
  const { data } = useHealth()
  const count = data?.data.backlog.jobs ?? 0
  const sentence = (become: string) => {
    if (count === 0) return 'Nothing waits for it.'
    const counted = countText(count, COUNTED_TO)
    return count === 1 ? `1 delivery that waits is ${become}.` : `${counted} deliveries that wait are ${become}.`
  }
  return { count, sentence }
}
