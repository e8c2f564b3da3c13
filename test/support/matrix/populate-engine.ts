import { query } from '../../../src/db/database.ts'
import { type App, type Client, eventually, webhookIntegration } from '../app.ts'
import { expectStatus } from '../store/shop.ts'
import type { Ground } from './population.ts'

const OBSERVED = 'catalog-release.updated'

/**
 * Populates a store or an organization: an integration with finished jobs, logs and replays, events, an alert with an
 * incident, and an audit entry.
 */
export async function populateEngine({ app, receiver }: Ground, client: Client): Promise<void> {
  const integration = (more = {}) => webhookIntegration(receiver.url, [OBSERVED], more)
  const { id } = expectStatus(await client.post('/v2/integrations', integration()), 201).body.data
  const path = `/v2/integrations/${id}`
  expectStatus(await client.get(`/v2/stores/${client.store_id}`), 200)
  expectStatus(await client.put(path, integration({ description: 'Depot' })), 200)
  const event = {
    id: 'own-1',
    triggered_by: OBSERVED,
    payload: { data: { type: 'catalog-release', id: 'r1', name: 'Spring' } },
  }
  const published = expectStatus(await client.post('/v2/events', event), 201)
  expectStatus(await client.get(`/v2/events/${published.body.data[0].id}`), 200)
  expectStatus(await client.post(`${path}/test`, { data: { triggered_by: OBSERVED } }), 201)
  await jobsOver(client, path, 2)
  const from = new Date(Date.now() - 60_000).toISOString()
  const body = { data: { from, selection: 'all', target_id: id } }
  expectStatus(await client.post(`${path}/replays/preview`, body), 200)
  const replay = expectStatus(await client.post(`${path}/replays`, body), 201)
  await eventually(
    () => client.get(`${path}/replays/${replay.body.data.id}`),
    ({ body }) => body.data.status === 'completed',
  )
  const [job] = await jobsOver(client, path, 3)
  await populateActs(client, path, { id, url: receiver.url, job_id: job?.id ?? '' })
  await populateAlerts(app, client, { id, url: receiver.url })
  const logs = expectStatus(await client.get(`${path}/jobs/${job?.id}/logs`), 200)
  expectStatus(await client.get(`${path}/logs/${logs.body.data[0].id}`), 200)
  const [entry] = expectStatus(await client.get('/v2/audit/entries'), 200).body.data
  expectStatus(await client.get(`/v2/audit/entries/${entry.id}`), 200)
}

/** Tests of a change and of a filter, a rotated secret, and a finished job run. */
async function populateActs(client: Client, path: string, known: { id: string; url: string; job_id: string }) {
  const draft = { integration_type: 'webhook', integration_id: known.id, configuration: { url: known.url } }
  expectStatus(await client.post('/v2/integrations/test', { data: draft }), 200)
  const filter = { filter: 'eq(data.status,complete)', observes: [OBSERVED] }
  expectStatus(await client.post('/v2/integrations/test-filter', { data: filter }), 200)
  const rotation = { data: { secret_key: 'another secret of the test', force: true } }
  expectStatus(await client.post(`${path}/secret/rotate`, rotation), 200)
  expectStatus(await client.get(`${path}/secret`), 200)
  expectStatus(await client.post(`${path}/secret/end-previous`), 200)
  const cancelling = { data: { action: 'cancel', job_ids: [known.job_id] } }
  expectStatus(await client.post('/v2/integrations/job-runs/preview', cancelling), 200)
  const run = expectStatus(await client.post('/v2/integrations/job-runs', cancelling), 201)
  await eventually(
    () => client.get(`/v2/integrations/job-runs/${run.body.data.id}`),
    ({ body }) => body.data.status === 'completed',
  )
}

/** An alert that has reported the integration, which normally takes seconds after the failure. */
async function populateAlerts({ foundation }: App, client: Client, known: { id: string; url: string }): Promise<void> {
  const data = { type: 'alert', name: 'On call', channel: 'chat', url: known.url, integration_ids: [known.id] }
  const { id, links } = expectStatus(await client.post('/v2/alerts', { data }), 201).body.data
  expectStatus(await client.put(new URL(links.self).pathname, { data: { type: 'alert', remind_hours: 12 } }), 200)
  const incident = `insert into alert_incidents
      (owner_id, id, updated_at, alert_id, integration_id, problem, detail, since, opened_at, resolved_at)
    select owner_id, gen_random_uuid(), now(), id, $2, 'failing', 'Every attempt failed.', now(), now(), now()
      from alerts where id = $1`
  await query(foundation.db, incident, [id, known.id])
  // Confirming normally needs a mail server.
  const confirmed = `with recipient as (
      insert into alert_recipients select owner_id, id || '@example.com', now() from alerts where id = $1 returning owner_id, address)
    insert into alert_confirmations (id, owner_id, address, mailbox, day, code_hash, expires_at)
    select gen_random_uuid(), owner_id, address, address, now(), address, now() + interval '7 days' from recipient`
  await query(foundation.db, confirmed, [id])
  expectStatus(await client.get(`/v2/alerts/${id}/incidents`), 200)
}

type Job = { id: string; status: string }

function jobsOver(client: Client, path: string, least: number): Promise<Job[]> {
  const isOver = ({ status }: Job) => status === 'succeeded' || status === 'failed'
  return eventually(
    async () => (await client.get(`${path}/jobs?page[limit]=100`)).body.data as Job[],
    (jobs) => jobs.length >= least && jobs.every(isOver),
  )
}
