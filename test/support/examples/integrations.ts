import { HOUR } from '../../../src/kernel/duration.ts'
import { type Client, eventually } from '../app.ts'
import type { TourContext } from './context.ts'

/** An integration that gets events, its deliveries, and a replay of past events. */
export async function showIntegrations(context: TourContext): Promise<void> {
  await showTypes(context)
  const integration_id = await showOne(context)
  await showDeliveries(context, integration_id)
  await showReplays(context)
  await showJobRuns(context)
  await showAlerts(context, integration_id)
  for (const under of ['/v2/integrations', '/v2/events', '/v2/alerts']) await context.read(under)
}

async function showTypes({ seller }: TourContext): Promise<void> {
  await seller(
    'PutEventType',
    {
      data: {
        type: 'event-type',
        description: 'A buyer approved a quote.',
        payload: {
          type: 'object',
          properties: { data: { type: 'object', properties: { number: { type: 'string' } }, required: ['number'] } },
          required: ['data'],
        },
        sample: { data: { type: 'quote', id: 'quote-118', number: 'Q-118' } },
      },
    },
    { at: { event_key: 'larch.quote_approved' } },
  )
}

async function showOne({ seller, receiver }: TourContext): Promise<string> {
  const integration = await seller('CreateIntegration', {
    data: {
      type: 'integration',
      integration_type: 'webhook',
      name: 'Warehouse',
      enabled: true,
      observes: ['order.paid', 'larch.quote_approved'],
      configuration: { url: receiver.url, secret_key: 'example-secret-of-the-warehouse' },
    },
  })
  await seller('TestDraft', {
    data: {
      integration_type: 'webhook',
      observes: ['order.paid'],
      configuration: { url: receiver.url, secret_key: 'example-secret-of-the-warehouse' },
    },
  })
  await seller('TestFilter', {
    data: { filter: 'gt(data.meta.display_price.with_tax.amount,10000)', observes: ['order.paid'] },
  })
  await seller('RotateSecret', { data: { secret_key: 'second-example-secret-of-the-warehouse' } })
  await seller('EndPreviousSecret')
  await seller('UpdateIntegration', {
    data: { type: 'integration', description: 'Packs and ships what was paid', rate_limit: 50, concurrency: 8 },
  })
  return integration.data.id
}

async function showAlerts(
  { seller, aside, receiver, evaluateAlerts }: TourContext,
  integration_id: string,
): Promise<void> {
  const url = `${receiver.url}/services/example-secret-of-the-chat`
  const alert = await seller('CreateAlert', { data: { type: 'alert', name: 'On call', channel: 'chat', url } })
  // Few jobs wait, so the threshold for an incident is one.
  await aside.put(`/v2/alerts/${alert.data.id}`, { data: { backlog: 1 } })
  await evaluateAlerts()
  await seller('UpdateAlert', {
    data: { type: 'alert', failing_minutes: 5, backlog: 500, integration_ids: [integration_id] },
  })
  await seller('TestAlert')
}

async function showDeliveries(
  { seller, operator, aside, stopWorker }: TourContext,
  integration_id: string,
): Promise<void> {
  const published = await seller('PublishEvents', {
    data: {
      triggered_by: 'larch.quote_approved',
      id: 'quote-118-approved',
      payload: { data: { type: 'quote', id: 'quote-118', number: 'Q-118' } },
    },
  })
  const event_id = published.data[0].id
  await seller('GetEvent', undefined, { at: { event_id } })
  await seller('ListEventSubjects', undefined, { query: { ids: event_id } })
  const [job] = await whenDelivered(aside, integration_id, 1)
  const body = { data: { from: hourAgo(), selection: 'all', keys: ['larch.*'] } }
  await aside.post(`/v2/integrations/${integration_id}/replays`, body)
  await whenDelivered(aside, integration_id, 2)
  await operator('ListWorkers')
  await stopWorker()
  const at = { integration_id, job_id: job?.id ?? '' }
  const reads = ['ListIntegrationJobs', 'ListIntegrationLogs', 'ListStoreLogs', 'GetIntegrationHealth', 'ListReplays']
  for (const operationId of reads) await seller(operationId)
  const { data: logs } = await seller('ListJobLogs', undefined, { at })
  for (const operationId of ['GetLog', 'GetLogRequestBody'])
    await seller(operationId, undefined, { at: { integration_id, log_id: logs[0].id } })
  for (const operationId of ['ListEventJobs', 'ExplainEvent'])
    await seller(operationId, undefined, { at: { event_id } })
  await seller('ListJobs')
  await seller('GetRetrySchedule')
  const series = { metrics: 'attempts,attempts_failed,duration_p95', step: '1h', from: hourAgo() }
  await seller('GetDeliverySeries', undefined, { query: series })
  await seller('ListDeliverySeries', undefined, { query: { ...series, metrics: 'jobs_succeeded,jobs_failed' } })
  await operator('GetOperationsSeries', undefined, { query: { ...series, metrics: 'attempts,latency_p99' } })
  for (const operationId of ['GetOperations', 'GetTransport', 'ListPartitions']) await operator(operationId)
  await seller('RetryJob', undefined, { at })
  await seller('GetJob', undefined, { at })
  await seller('TestIntegration', { data: { triggered_by: 'order.paid' } })
}

type Job = { id: string; status: string }

function whenDelivered(aside: Client, integration_id: string, count: number): Promise<Job[]> {
  return eventually(
    async () => (await aside.get(`/v2/integrations/${integration_id}/jobs?filter=eq(status,succeeded)`)).body.data,
    (jobs: Job[]) => jobs.length === count,
  )
}

/** No worker runs, so the replay stays as it is. */
async function showReplays({ seller }: TourContext): Promise<void> {
  const data = {
    type: 'integration-replay',
    from: hourAgo(),
    selection: 'all',
    keys: ['larch.quote_approved'],
    rate: 100,
  }
  await seller('PreviewReplay', { data })
  const replay = await seller('CreateReplay', { data })
  for (const operationId of ['PauseReplay', 'ResumeReplay', 'GetReplay', 'CancelReplay'])
    await seller(operationId, undefined, { at: { replay_id: replay.data.id } })
}

/** No worker runs, so the job run stays as it is. */
async function showJobRuns({ seller }: TourContext): Promise<void> {
  const data = { type: 'integration-job-run', action: 'cancel', keys: ['order.paid'], from: hourAgo() }
  await seller('PreviewJobRun', { data })
  const run = await seller('CreateJobRun', {
    data: { ...data, action: 'retry', statuses: ['failed', 'cancelled'], rate: 100 },
  })
  for (const operationId of ['PauseJobRun', 'ResumeJobRun', 'GetJobRun', 'CancelJobRun'])
    await seller(operationId, undefined, { at: { job_run_id: run.data.id } })
}

function hourAgo(): string {
  return new Date(Date.now() - HOUR).toISOString()
}
