import { Group, Select, Stack, Tabs } from '@mantine/core'
import type { IntegrationLog } from '../../../generated/schema.ts'
import { useAddressState, useParam } from '../../../kit/address-state.ts'
import { Time } from '../../../kit/cells/time.tsx'
import { formatDuration } from '../../../kit/values/time.ts'
import { Copyable } from '../../../ui/copy/copyable.tsx'
import { Empty } from '../../../ui/layout/empty.tsx'
import { useIntegrationId } from '../integration-id.ts'
import { AttemptStatus } from '../jobs/job-status.tsx'
import { useJob } from '../use-job.ts'
import { AttemptDiff } from './attempt-diff.tsx'
import { AttemptPayload } from './attempt-payload.tsx'
import { AttemptRequest } from './attempt-request.tsx'
import { AttemptResponse } from './attempt-response.tsx'

/** Last attempt, below its job. */
export function LastAttemptPage() {
  const { data } = useJob({ integration: useIntegrationId(), job: useParam('job') })
  const log = data?.logs[0]
  return log === undefined ? null : <Attempt key={log.id} log={log} others={data?.logs ?? []} />
}

/** Attempt of the address, below its job. */
export function AttemptPage() {
  const id = useParam('log')
  const { data } = useJob({ integration: useIntegrationId(), job: useParam('job') })
  const log = data?.logs.find((one) => one.id === id)
  if (data === undefined) return null
  if (log === undefined) return <Empty title="Attempt not found">The job has no attempt with this id.</Empty>
  return <Attempt key={log.id} log={log} others={data.logs} />
}

type AttemptProps = { log: IntegrationLog; others: readonly IntegrationLog[] }

const VIEWS = ['request', 'response', 'payload', 'compare'] as const

function Attempt({ log, others }: AttemptProps) {
  const [{ view, compare }, change] = useAddressState()
  const rest = others.filter(({ id }) => id !== log.id)
  const shown = VIEWS.find((one) => one === view) ?? 'request'
  return (
    <Stack gap="sm">
      <Group gap="md">
        <h3 style={{ margin: 0, fontSize: 14, fontWeight: 600 }}>Attempt {log.attempt}</h3>
        <AttemptStatus succeeded={log.succeeded} />
        <Time at={log.meta.timestamps.created_at} />
        <span>{formatDuration(log.processing_time * 1000)}</span>
        <Copyable value={log.id} label="attempt id" />
      </Group>
      <Tabs value={shown} onChange={(next) => change({ view: next === 'request' ? null : next })}>
        <Tabs.List aria-label="Of the attempt">
          <Tabs.Tab value="request">Request</Tabs.Tab>
          <Tabs.Tab value="response">Response</Tabs.Tab>
          <Tabs.Tab value="payload">Payload</Tabs.Tab>
          {rest.length > 0 && <Tabs.Tab value="compare">Compare</Tabs.Tab>}
        </Tabs.List>
        <Tabs.Panel value="request" pt="sm">
          <AttemptRequest log={log} />
        </Tabs.Panel>
        <Tabs.Panel value="response" pt="sm">
          <AttemptResponse log={log} />
        </Tabs.Panel>
        <Tabs.Panel value="payload" pt="sm">
          <AttemptPayload log={log} />
        </Tabs.Panel>
        <Tabs.Panel value="compare" pt="sm">
          <Compare log={log} others={rest} chosen={compare} onChoose={(id) => change({ compare: id })} />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  )
}

type CompareProps = AttemptProps & { chosen: string | undefined; onChoose: (id: string | null) => void }

function Compare({ log, others, chosen, onChoose }: CompareProps) {
  const other = others.find(({ id }) => id === chosen) ?? others[0]
  if (other === undefined) return null
  return (
    <Stack gap="sm">
      <Select
        label="With"
        maw={320}
        value={other.id}
        onChange={onChoose}
        allowDeselect={false}
        data={others.map(({ id, attempt, succeeded }) => ({
          value: id,
          label: `Attempt ${attempt}, ${succeeded ? 'succeeded' : 'failed'}`,
        }))}
      />
      <AttemptDiff one={log} other={other} />
    </Stack>
  )
}
