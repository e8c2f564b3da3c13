import { randomBytes } from 'node:crypto'
import { eventually, webhookIntegration } from '../../../test/support/app.ts'
import { expectStatus } from '../../../test/support/store/shop.ts'
import type { Stage } from './stage.ts'

export const SECRET = `whsec_${randomBytes(24).toString('base64')}`

/** Creates an enabled webhook of the store and returns its id. */
export async function newWebhook(
  { tenant }: Stage,
  url: string,
  {
    name = 'ERP',
    observes = ['order.*'],
    ...more
  }: { name?: string; observes?: string[]; [member: string]: unknown } = {},
): Promise<string> {
  const data = webhookIntegration(url, observes, { name, ...more })
  data.data.configuration.secret_key = SECRET
  const { body, status } = await tenant.seller.post('/v2/integrations', data)
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body.data.id
}

/** Publishes a number of events with a key and returns their ids. */
export async function publish({ tenant }: Stage, count: number, triggered_by = 'order.paid'): Promise<string[]> {
  const ids: string[] = []
  for (let left = count; left > 0; left -= 1_000) {
    const events = Array.from({ length: Math.min(left, 1_000) }, (_, index) => ({
      triggered_by,
      payload: { data: { type: 'order', id: `order-${index % 50}`, order_number: `${1_000 + index}`, number: index } },
    }))
    const { body, status } = await tenant.seller.post('/v2/events', events)
    if (status !== 201) throw new Error(JSON.stringify(body))
    ids.push(...body.data.map(({ id }: { id: string }) => id))
  }
  return ids
}

/**
 * Waits for a failed attempt of an integration, then starts a run that retries its job and a replay of everything, and
 * returns their ids.
 */
export async function retryFailed({ tenant: { seller } }: Stage, integration_id: string) {
  const path = `/v2/integrations/${integration_id}`
  const [log] = await eventually(
    async () => (await seller.get(`${path}/logs?filter=eq(succeeded,false)`)).body.data,
    (found) => found.length > 0,
  )
  const job: string = log.relationships.job.data.id
  const from = new Date(Date.now() - 60_000).toISOString()
  const begin = async (address: string, data: object): Promise<string> =>
    expectStatus(await seller.post(address, { data }), 201).body.data.id
  const run = await begin('/v2/integrations/job-runs', { action: 'retry', job_ids: [job] })
  const replay = await begin(`${path}/replays`, { from, selection: 'all' })
  return { job, log: log.id as string, run, replay }
}
