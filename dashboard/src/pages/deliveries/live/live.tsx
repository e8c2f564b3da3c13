import { Group, Stack } from '@mantine/core'
import { type ReactNode, useMemo, useState, useSyncExternalStore } from 'react'
import type { DeliveryFilter } from '../../../api/stream.ts'
import { type Action, ActionButton, useActions } from '../../../kit/actions.tsx'
import { useAddressState } from '../../../kit/address-state.ts'
import { Page } from '../../../kit/page.tsx'
import { useScope, whyForbidden } from '../../../kit/scope.ts'
import { ProblemView } from '../../../kit/states.tsx'
import { Empty } from '../../../ui/layout/empty.tsx'
import { useIntegrationId } from '../integration-id.ts'
import { LiveFilter } from './live-filter.tsx'
import { LiveRowsView } from './live-rows.tsx'
import { LiveStatus } from './live-status.tsx'
import { LiveStore } from './live-store.ts'

/** Live deliveries of the store. */
export function LivePage() {
  const [paused, setPaused] = useState(false)
  return (
    <Page
      title="Live"
      description="Delivery attempts as they finish. The list pauses while you point at it or scroll, then catches up."
      request={{ path: '/v2/deliveries/stream' }}
      actions={[pauseAction(paused, setPaused)]}
    >
      <Live integration={null} paused={paused} />
    </Page>
  )
}

/** Live deliveries of an integration. */
export function LiveOfIntegrationPage() {
  const integration = useIntegrationId()
  const [paused, setPaused] = useState(false)
  const actions = useActions([pauseAction(paused, setPaused)])
  const pause = actions.map((action) => <ActionButton key={action.name} action={action} />)
  return <Live integration={integration} paused={paused} beside={pause} />
}

function pauseAction(paused: boolean, setPaused: (paused: boolean) => void): Action {
  return { name: paused ? 'Resume' : 'Pause', key: 'p', run: () => setPaused(!paused) }
}

type LiveProps = { integration: string | null; paused: boolean; beside?: ReactNode }

function Live({ integration, paused, beside }: LiveProps) {
  const scope = useScope()
  const [{ integrations, keys, outcome }] = useAddressState()
  const forbidden = whyForbidden('StreamDeliveries', scope)
  const filter: DeliveryFilter = {
    ...named('integrations', integration ?? integrations),
    ...named('keys', keys),
    ...(outcome === 'succeeded' || outcome === 'failed' ? { outcome } : {}),
  }
  const identity = JSON.stringify([scope.level, scope.id, filter])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another scope or filter is another stream.
  const store = useMemo(() => new LiveStore(scope.api, filter), [identity])
  if (forbidden !== null) return <Empty title="You may not watch deliveries">{forbidden}</Empty>
  return (
    <Stack gap="sm">
      <Group justify="space-between" align="flex-start">
        <LiveFilter isOfIntegration={integration !== null} />
        {beside}
      </Group>
      <Watched key={identity} store={store} paused={paused} showsIntegration={integration === null} />
    </Stack>
  )
}

function named(name: 'integrations' | 'keys', value: string | undefined): DeliveryFilter {
  return value === undefined || value === '' ? {} : { [name]: value }
}

type WatchedProps = { store: LiveStore; paused: boolean; showsIntegration: boolean }

function Watched({ store, paused, showsIntegration }: WatchedProps) {
  const view = useSyncExternalStore(store.subscribe, store.view)
  return (
    <>
      {view.state.kind === 'refused' && <ProblemView error={view.state.error} />}
      <LiveRowsView
        view={view}
        paused={paused}
        onPause={(isPaused) => store.pause(isPaused)}
        showsIntegration={showsIntegration}
        status={(isPaused) => <LiveStatus view={view} isPaused={isPaused} />}
      />
    </>
  )
}
