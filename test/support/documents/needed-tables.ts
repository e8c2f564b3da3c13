import type { Answered, Client } from '../app.ts'

/** Clients, and the ids that their requests name. */
export type Sender = {
  store: Client
  organization: Client
  operator: Client
  /** Path of the integration. */
  one: string
  integration_id: string
  job_id: string
  event_id: string
}

const UNKNOWN_ID = '0199f3a0-7c00-7000-8000-000000000001'
const RUNS = '/v2/integrations/job-runs'
const ORDER_PAID = { triggered_by: 'order.paid', payload: { data: { type: 'order', id: 'o1' } } }
const alert = {
  data: { type: 'alert', name: 'Half made', channel: 'chat', url: 'https://a.example/hooks/must-not-leak' },
}
const create = {
  data: {
    type: 'integration',
    integration_type: 'webhook',
    name: 'Half made',
    observes: ['order.paid'],
    configuration: { url: 'https://a.example', secret_key: 'a secret that must not leak' },
  },
}

const organizationOf = ({ organization }: Sender) => `/v2/organizations/${organization.organization_id}`

/** Requests that fail if the database lacks a table, for each operation outside the store that reads it. */
export const needy: readonly [operationId: string, table: string, request: (at: Sender) => Promise<Answered>][] = [
  ['ListIntegrations', 'integrations', (at) => at.store.get('/v2/integrations')],
  ['CreateIntegration', 'integrations', (at) => at.store.post('/v2/integrations', create)],
  ['CreateIntegration', 'events', (at) => at.store.post('/v2/integrations', create)],
  ['GetIntegration', 'integrations', (at) => at.store.get(at.one)],
  ['UpdateIntegration', 'integrations', (at) => at.store.put(at.one, { data: { type: 'integration', name: 'x' } })],
  ['UpdateIntegration', 'jobs', (at) => at.store.put(at.one, { data: { type: 'integration', enabled: false } })],
  ['DeleteIntegration', 'integrations', (at) => at.store.delete(at.one)],
  ['DeleteIntegration', 'revisions', (at) => at.store.delete(at.one)],
  ['ListStoreLogs', 'logs', (at) => at.store.get('/v2/integrations/logs')],
  ['ListIntegrationLogs', 'logs', (at) => at.store.get(`${at.one}/logs`)],
  ['ListIntegrationLogs', 'integrations', (at) => at.store.get(`${at.one}/logs`)],
  ['ListIntegrationJobs', 'jobs', (at) => at.store.get(`${at.one}/jobs`)],
  ['ListJobLogs', 'logs', (at) => at.store.get(`${at.one}/jobs/${at.job_id}/logs`)],
  ['RetryJob', 'jobs', (at) => at.store.post(`${at.one}/jobs/${at.job_id}/retry`)],
  ['TestIntegration', 'events', (at) => at.store.post(`${at.one}/test`, { data: { triggered_by: 'order.paid' } })],
  ['GetIntegrationHealth', 'logs', (at) => at.store.get(`${at.one}/health`)],
  ['CreateReplay', 'replays', (at) => at.store.post(`${at.one}/replays`, { data: { from: '2026-01-01T00:00:00Z' } })],
  [
    'PreviewReplay',
    'jobs',
    (at) => at.store.post(`${at.one}/replays/preview`, { data: { from: '2026-01-01T00:00:00Z' } }),
  ],
  ['ListReplays', 'replays', (at) => at.store.get(`${at.one}/replays`)],
  ['GetReplay', 'replays', (at) => at.store.get(`${at.one}/replays/${at.job_id}`)],
  ['PauseReplay', 'replays', (at) => at.store.post(`${at.one}/replays/${at.job_id}/pause`)],
  ['ResumeReplay', 'replays', (at) => at.store.post(`${at.one}/replays/${at.job_id}/resume`)],
  ['CancelReplay', 'replays', (at) => at.store.post(`${at.one}/replays/${at.job_id}/cancel`)],
  ['GetSecret', 'integrations', (at) => at.store.get(`${at.one}/secret`)],
  ['RotateSecret', 'events', (at) => at.store.post(`${at.one}/secret/rotate`)],
  ['EndPreviousSecret', 'integrations', (at) => at.store.post(`${at.one}/secret/end-previous`)],
  [
    'TestDraft',
    'integrations',
    (at) =>
      at.store.post('/v2/integrations/test', {
        data: { integration_type: 'webhook', integration_id: at.integration_id, configuration: {} },
      }),
  ],
  [
    'TestFilter',
    'event_types',
    (at) => at.store.post('/v2/integrations/test-filter', { data: { filter: 'eq(data.a,1)', observes: ['own.key'] } }),
  ],
  ['CreateJobRun', 'job_runs', (at) => at.store.post(RUNS, { data: { action: 'cancel' } })],
  ['PreviewJobRun', 'jobs', (at) => at.store.post(`${RUNS}/preview`, { data: { action: 'cancel' } })],
  ['ListJobRuns', 'job_runs', (at) => at.store.get(RUNS)],
  ['GetJobRun', 'job_runs', (at) => at.store.get(`${RUNS}/${at.job_id}`)],
  ['PauseJobRun', 'job_runs', (at) => at.store.post(`${RUNS}/${at.job_id}/pause`)],
  ['ResumeJobRun', 'job_runs', (at) => at.store.post(`${RUNS}/${at.job_id}/resume`)],
  ['CancelJobRun', 'job_runs', (at) => at.store.post(`${RUNS}/${at.job_id}/cancel`)],
  ['PublishEvents', 'events', (at) => at.store.post('/v2/events', ORDER_PAID)],
  ['PublishEvents', 'event_keys', (at) => at.store.post('/v2/events', { ...ORDER_PAID, id: 'mine' })],
  ['ListEvents', 'events', (at) => at.store.get('/v2/events')],
  ['ListEventSubjects', 'events', (at) => at.store.get(`/v2/events/subjects?ids=${UNKNOWN_ID}`)],
  ['GetEvent', 'events', (at) => at.store.get(`/v2/events/${UNKNOWN_ID}`)],
  ['ListAuditEntries', 'audit_entries', (at) => at.store.get('/v2/audit/entries')],
  ['ExportAuditEntries', 'audit_entries', (at) => at.store.get('/v2/audit/export')],
  ['GetAuditEntry', 'audit_entries', (at) => at.store.get(`/v2/audit/entries/${UNKNOWN_ID}`)],
  ['GetSettings', 'settings', (at) => at.store.get('/v2/settings')],
  ['UpdateSettings', 'settings', (at) => at.store.put('/v2/settings', { data: { type: 'settings' } })],
  ['GetCartSettings', 'settings', (at) => at.store.get('/v2/settings/cart')],
  ['UpdateCartSettings', 'settings', (at) => at.store.put('/v2/settings/cart', { data: {} })],
  ['GetAccountMembershipSettings', 'settings', (at) => at.store.get('/v2/settings/account-membership')],
  [
    'UpdateAccountMembershipSettings',
    'settings',
    (at) => at.store.put('/v2/settings/account-membership', { data: {} }),
  ],
  ['ResetSettings', 'settings', (at) => at.store.delete('/v2/settings')],
  ['ListEventTypes', 'event_types', (at) => at.store.get('/v2/events/types')],
  ['GetEventType', 'event_types', (at) => at.store.get('/v2/events/types/acme.approved')],
  [
    'PutEventType',
    'event_types',
    (at) => at.store.put('/v2/events/types/acme.approved', { data: { sample: { data: {} } } }),
  ],
  ['DeleteEventType', 'event_types', (at) => at.store.delete('/v2/events/types/acme.approved')],
  [
    'StreamDeliveries',
    'delivery_streams',
    (at) => at.store.call('GET', '/v2/deliveries/stream', undefined, { accept: 'text/event-stream' }),
  ],
  ['GetStore', 'stores', (at) => at.store.get(`/v2/stores/${at.store.store_id}`)],
  ['ListStores', 'stores', (at) => at.store.get('/v2/stores')],
  ['CreateStore', 'stores', (at) => at.organization.post('/v2/stores', { data: { name: 'x', scope: 'half-made' } })],
  ['UpdateStore', 'stores', (at) => at.store.put(`/v2/stores/${at.store.store_id}`, { data: { name: 'x' } })],
  ['GetOrganization', 'organizations', (at) => at.organization.get(organizationOf(at))],
  ['UpdateOrganization', 'organizations', (at) => at.organization.put(organizationOf(at), { data: { name: 'x' } })],
  ['ListKeys', 'api_keys', (at) => at.store.get('/v2/keys')],
  ['CreateKey', 'api_keys', (at) => at.store.post('/v2/keys', { data: { name: 'x' } })],
  ['GetKey', 'api_keys', (at) => at.store.get(`/v2/keys/${at.job_id}`)],
  ['RevokeKey', 'api_keys', (at) => at.store.delete(`/v2/keys/${at.job_id}`)],
  ['ListIntegrationHealth', 'series_minutes', (at) => at.store.get('/v2/integrations/health')],
  ['ListJobs', 'jobs', (at) => at.store.get('/v2/integrations/jobs')],
  ['GetJob', 'logs', (at) => at.store.get(`${at.one}/jobs/${at.job_id}`)],
  ['GetLog', 'logs', (at) => at.store.get(`${at.one}/logs/${UNKNOWN_ID}`)],
  ['GetLogRequestBody', 'logs', (at) => at.store.get(`${at.one}/logs/${UNKNOWN_ID}/request`)],
  ['ListEventJobs', 'jobs', (at) => at.store.get(`/v2/events/${at.event_id}/jobs`)],
  ['ExplainEvent', 'logs', (at) => at.store.get(`/v2/events/${at.event_id}/deliveries`)],
  ['ListDeliverySeries', 'series_minutes', (at) => at.store.get('/v2/integrations/series')],
  ['GetDeliverySeries', 'series_hours', (at) => at.store.get(`${at.one}/series`)],
  ['Search', 'integrations', (at) => at.store.get('/v2/search?q=half')],
  ['ListAlerts', 'alerts', (at) => at.store.get('/v2/alerts')],
  ['CreateAlert', 'alerts', (at) => at.store.post('/v2/alerts', alert)],
  ['GetAlert', 'alerts', (at) => at.store.get(`/v2/alerts/${UNKNOWN_ID}`)],
  ['UpdateAlert', 'alerts', (at) => at.store.put(`/v2/alerts/${UNKNOWN_ID}`, alert)],
  ['DeleteAlert', 'alerts', (at) => at.store.delete(`/v2/alerts/${UNKNOWN_ID}`)],
  ['TestAlert', 'alerts', (at) => at.store.post(`/v2/alerts/${UNKNOWN_ID}/test`)],
  ['ListIncidents', 'alerts', (at) => at.store.get(`/v2/alerts/${UNKNOWN_ID}/incidents`)],
  ['GetOperations', 'series_minutes', (at) => at.operator.get('/v2/operations')],
  ['GetOperationsSeries', 'series_hours', (at) => at.operator.get('/v2/operations/series')],
  ['ListWorkers', 'worker_sweeps', (at) => at.operator.get('/v2/operations/workers')],
  ['ListOrganizations', 'organizations', (at) => at.operator.get('/v2/organizations')],
  ['CreateOrganization', 'organizations', (at) => at.operator.post('/v2/organizations', { data: { name: 'x' } })],
]
