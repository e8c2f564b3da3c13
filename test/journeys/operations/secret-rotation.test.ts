import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { query } from '../../../src/db/database.ts'
import { type Client, webhookIntegration } from '../../support/app.ts'
import { openStage, publishOne, type Stage } from '../../support/stage.ts'

let stage: Stage
let store: Client
beforeAll(async () => {
  stage = await openStage()
  store = (await stage.tenant()).store
})
afterAll(() => stage.close())

const OLD = 'whsec_b2xkIHNlY3JldCBvZiB0aGUgdGVzdCwgMzIgYnl0ZXM='

async function newWebhook(secret_key: string | null = OLD): Promise<string> {
  const configuration = { url: stage.receiver.url, ...(secret_key !== null && { secret_key }) }
  const body = webhookIntegration(stage.receiver.url, ['order.paid'], { configuration })
  return (await store.post('/v2/integrations', body)).body.data.id
}

/** Secrets that verify the next delivery of the integration. */
async function verifying(integration_id: string, secrets: readonly string[]): Promise<boolean[]> {
  const event_id = await publishOne(store, {
    triggered_by: 'order.paid',
    payload: { data: { type: 'order', id: 'o' } },
  })
  const { headers, text } = await stage.receiver.waitFor(
    ({ body }) => body.id === event_id && (body.integration as { id: string }).id === integration_id,
  )
  return secrets.map((secret) => {
    try {
      new Webhook(secret).verify(text, headers as Record<string, string>)
      return true
    } catch {
      return false
    }
  })
}

function rotate(id: string, data?: object) {
  return store.post(`/v2/integrations/${id}/secret/rotate`, data === undefined ? undefined : { data })
}

test('both secrets verify after a rotation, and only the new one after its grace period', async () => {
  const id = await newWebhook()
  const { status, body } = await rotate(id)
  expect(status).toBe(200)
  const { secret_key, since, previous_until } = body.data
  expect(secret_key).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(Date.parse(previous_until) - Date.parse(since)).toBe(86_400_000)
  expect(await verifying(id, [secret_key, OLD])).toEqual([true, true])
  const shown = (await store.get(`/v2/integrations/${id}`)).body.data
  expect(shown.meta.secret).toEqual({ since, previous_until })
  const ended = await store.post(`/v2/integrations/${id}/secret/end-previous`)
  expect(ended.body.data).toEqual({ id, type: 'integration-secret', since, previous_until: null })
  expect(await verifying(id, [secret_key, OLD])).toEqual([true, false])
  expect((await store.get(`/v2/integrations/${id}/secret`)).body.data).toEqual({ ...ended.body.data, secret_key })
})

test('a rotation while the previous secret signs is rejected unless forced, which drops that secret', async () => {
  const id = await newWebhook()
  const first = (await rotate(id)).body.data.secret_key
  const refused = await rotate(id)
  expect(refused.status).toBe(409)
  expect(refused.body.errors[0].detail).toMatch(
    /^The previous secret still signs until .*: end it first, or send force/,
  )
  const second = (await rotate(id, { force: true })).body.data.secret_key
  expect(await verifying(id, [second, first, OLD])).toEqual([true, true, false])
})

test('a supplied secret is validated as in a configuration, and a kind without secrets is rejected', async () => {
  const id = await newWebhook()
  const wrong = await rotate(id, { secret_key: 'whsec_short' })
  expect(wrong.status).toBe(422)
  expect(wrong.body.errors[0].source.pointer).toBe('/data/secret_key')
  expect((await rotate(id, { secret_key: OLD })).body.errors[0].detail).toMatch(
    /^secret_key must differ from the current/,
  )
  const configuration = {
    url: 'https://queue.example.com/1/orders',
    region: 'eu-west-1',
    access_key_id: 'AKIDEXAMPLE',
    secret_access_key: 'secret-of-a-queue',
  }
  const queue = { integration_type: 'cloud_sqs', name: 'Queue', observes: ['order.paid'], configuration }
  const { body } = await store.post('/v2/integrations', { data: queue })
  expect((await rotate(body.data.id)).body.errors[0].detail).toMatch(/only a webhook has one/)
  expect((await store.post('/v2/integrations/00000000-0000-7000-8000-000000000000/secret/rotate')).status).toBe(404)
})

test('the server generates a secret on creation if requested, and shows it in the response', async () => {
  const configuration = { url: stage.receiver.url }
  const body = webhookIntegration('', ['order.paid'], { configuration, generate_secret: true })
  const { data } = (await store.post('/v2/integrations', body)).body
  expect(await verifying(data.id, [data.configuration.secret_key])).toEqual([true])
  expect(data.meta.secret).toEqual({ since: data.meta.timestamps.created_at, previous_until: null })
  const without = (await store.get(`/v2/integrations/${await newWebhook(null)}`)).body.data
  expect(without.meta.secret).toBeUndefined()
})

test('events never contain a secret that a rotation generated or replaced', async () => {
  const id = await newWebhook()
  const made = (await rotate(id)).body.data.secret_key
  const events = await query<{ payload: string; triggered_by: string }>(
    stage.database.db,
    `select payload, triggered_by from events where payload like '%' || $1 || '%'`,
    [id],
  )
  expect(events.map(({ triggered_by }) => triggered_by).toSorted()).toEqual([
    'integration.created',
    'integration.updated',
  ])
  for (const secret of [OLD, made]) for (const { payload } of events) expect(payload).not.toContain(secret.slice(6, -4))
})
