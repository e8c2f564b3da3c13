import { Group, Modal, NumberInput, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CreateJobRunRequest, IntegrationJobRunPreview } from '../../../generated/schema.ts'
import { useAddressState } from '../../../kit/address-state.ts'
import { useGoTo } from '../../../kit/link.tsx'
import { AsRequest } from '../../../kit/requests/as-request-button.tsx'
import { useChange } from '../../../kit/requests/use-change.ts'
import { useScope } from '../../../kit/scope.ts'
import { Loaded } from '../../../kit/states.tsx'
import { usePaths } from '../../../kit/use-paths.ts'
import { parseRange } from '../../../kit/values/time.ts'
import { NO_JOBS_MATCH } from '../../../messages/en.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { ReturnFocus } from '../../../ui/return-focus.tsx'
import { useIntegrationId } from '../integration-id.ts'
import { type RunAction, type RunOfList, runOfList } from '../rules/run-of-list.ts'
import { retrySentences, totalOf } from '../rules/run-words.ts'

type RunCreate = CreateJobRunRequest['data']

/** Dialog over the list of jobs: retries or cancels selected jobs, or all jobs of the list. */
export function JobRunCreatePage() {
  const paths = usePaths()
  const goTo = useGoTo()
  const integration = useIntegrationId()
  const [{ action: _action, jobs: _jobs, rate: _rate, ...list }] = useAddressState()
  const run = useRunOfAddress()
  const preview = usePreview('reason' in run ? null : run.data)
  const close = () => goTo(paths.jobs(integration, list), 'replace')
  if ('reason' in run) return <Nothing onClose={close}>{run.reason}</Nothing>
  if (preview.data?.total.count === 0) return <Nothing onClose={close}>{NO_JOBS_MATCH}</Nothing>
  return <RunDialog data={run.data} preview={preview} onClose={close} />
}

function Nothing({ onClose, children }: { onClose: () => void; children: string }) {
  return (
    <Modal opened onClose={onClose} title="No job to change" closeButtonProps={{ 'aria-label': 'Close' }}>
      <ReturnFocus />
      <Text size="sm">{children}</Text>
    </Modal>
  )
}

type RunDialogProps = { data: RunCreate; preview: ReturnType<typeof usePreview>; onClose: () => void }

function RunDialog({ data, preview, onClose }: RunDialogProps) {
  const paths = usePaths()
  const goTo = useGoTo()
  const [{ rate = String(DEFAULT_RATE) }, change] = useAddressState()
  const isCancel = data.action === 'cancel'
  const body = isCancel ? data : { ...data, rate: Number(rate) }
  const total = preview.data?.total
  const verb = isCancel ? 'Cancel' : 'Retry'
  const create = useChange<RunCreate, { data: { id: string } }>({
    stale: ['/v2/integrations'],
    run: (api, sent) => api.POST('/v2/integrations/job-runs', { body: { data: sent } }),
    onDone: ({ data: created }) => goTo(paths.jobRun(created.id), 'replace'),
  })
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={() => total !== undefined && create.mutate(body)}
      title={total === undefined ? `${verb} jobs?` : `${verb} ${totalOf(total)}?`}
      confirmLabel={total === undefined ? verb : `${verb} ${totalOf(total)}`}
      danger={isCancel}
      busy={create.isPending}
      {...(isCancel && total !== undefined && total.count > CONFIRM_ABOVE ? { typeToConfirm: 'cancel' } : {})}
      {...(isCancel ? { irreversible: 'They are not delivered unless they are retried or replayed.' } : {})}
      {...(create.error === null ? {} : { error: create.error.message })}
    >
      <Loaded query={preview} what="run">
        {(found) => (
          <Preview preview={found} rate={Number(rate)} onRate={(next) => change({ rate: String(next) })} body={body} />
        )}
      </Loaded>
    </ConfirmDialog>
  )
}

const DEFAULT_RATE = 200
const MAX_RATE = 5_000
const CONFIRM_ABOVE = 100

/** Run described by the address: its jobs, or all that match its filter and range. */
function useRunOfAddress(): RunOfList {
  const integration = useIntegrationId()
  const [{ action: text, jobs, filter = '', range = '24h' }] = useAddressState()
  // The end of the range stays fixed while the dialog is open.
  const [now] = useState(() => Date.now())
  const action: RunAction = text === 'cancel' ? 'cancel' : 'retry'
  if (jobs !== undefined) return { data: { action, job_ids: jobs.split(',') } }
  return runOfList({ action, integration, filter, range: parseRange(range) ?? 'all', now })
}

function usePreview(data: RunCreate | null) {
  const { api, id } = useScope()
  return useQuery({
    queryKey: ['/v2/integrations/job-runs/preview', id, data],
    queryFn: async ({ signal }) => {
      const body = { data: data as RunCreate }
      const { data: found } = await api.POST('/v2/integrations/job-runs/preview', { body, signal })
      return found?.data as IntegrationJobRunPreview
    },
    enabled: data !== null,
  })
}

type PreviewProps = {
  preview: IntegrationJobRunPreview
  rate: number
  onRate: (rate: number) => void
  body: RunCreate
}

function Preview({ preview, rate, onRate, body }: PreviewProps) {
  return (
    <Stack gap="sm">
      {preview.action === 'retry' ? (
        <>
          <NumberInput
            label="Jobs a second"
            description="At most. The receiver gets these requests in addition to those of new events."
            value={rate}
            onChange={(next) => typeof next === 'number' && onRate(next)}
            min={1}
            max={MAX_RATE}
            clampBehavior="strict"
            allowDecimal={false}
            maw={200}
          />
          {retrySentences(preview, rate).map((sentence) => (
            <Text key={sentence} size="sm">
              {sentence}
            </Text>
          ))}
        </>
      ) : (
        <Text size="sm">
          Attempts in flight are not interrupted. Later jobs of the same resource no longer wait for these.
        </Text>
      )}
      <Group justify="flex-start">
        <AsRequest method="POST" path="/v2/integrations/job-runs" body={{ data: body }} />
      </Group>
    </Stack>
  )
}
