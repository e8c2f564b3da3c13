import { afterAll, beforeAll, expect, test } from 'vitest'
import { query } from '../../../src/db/database.ts'
import type { Client } from '../../support/app.ts'
import { openSharedStage, publishOne, register, type Stage } from '../../support/stage.ts'

let stage: Stage
let store: Client
beforeAll(async () => {
  stage = await openSharedStage()
  store = (await stage.tenant()).store
})
afterAll(() => stage.close())

type Row = { configuration: unknown; secrets: Buffer | null }

async function rowOf(id: string): Promise<Row> {
  const rows = await query<Row>(stage.database.db, `select configuration, secrets from integrations where id = $1`, [
    id,
  ])
  return rows[0] as Row
}

/** Secrets as decrypted by the app. */
async function storedSecrets(id: string): Promise<Record<string, string>> {
  const { secrets } = await rowOf(id)
  return secrets === null ? {} : JSON.parse(stage.app.foundation.cipher.open(secrets, id)).members
}

async function createQueue(integration_type: string, configuration: Record<string, unknown>) {
  const data = { type: 'integration', integration_type, name: 'Queue', observes: ['order.paid'], configuration }
  const { status, body } = await store.post('/v2/integrations', { data })
  expect(status).toBe(201)
  return body.data
}

function change(id: string, attributes: Record<string, unknown>) {
  return store.put(`/v2/integrations/${id}`, { data: { type: 'integration', ...attributes } })
}

async function delivered(id: string) {
  const event = { triggered_by: 'order.paid', payload: { data: { type: 'order', id: 'o' } } }
  const event_id = await publishOne(store, event)
  return stage.receiver.waitFor(
    ({ body }) => body.id === event_id && (body.integration as { id: string } | undefined)?.id === id,
  )
}

const SQS = {
  url: 'https://queue.example.com/1/orders',
  region: 'eu-west-1',
  access_key_id: 'AKIDEXAMPLE',
  secret_access_key: 'a-secret-of-the-queue',
}
const STOMP = {
  addresses: ['stomp://broker.example.com:61613'],
  destination: '/queue/orders',
  username: 'guest',
  password: 'a-word-of-the-broker',
}

test('no secret is stored unencrypted in the database', async () => {
  const webhook = await register(store, stage.receiver.url, ['order.paid'], { enabled: false })
  const queue = await createQueue('cloud_sqs', SQS)
  const broker = await createQueue('stomp', STOMP)
  for (const id of [webhook.id, queue.id, broker.id]) {
    const { configuration, secrets } = await rowOf(id)
    const text = JSON.stringify(configuration) + secrets?.toString('latin1')
    for (const secret of ['a secret of the test', 'a-secret-of', 'AKIDEXAMPLE', 'a-word-of']) {
      expect(text).not.toContain(secret)
    }
  }
  expect(await storedSecrets(queue.id)).toEqual({
    access_key_id: SQS.access_key_id,
    secret_access_key: SQS.secret_access_key,
  })
  expect(await storedSecrets(broker.id)).toEqual({ password: STOMP.password })
})

test('a secret encrypted for one integration cannot be decrypted for another', async () => {
  const one = await createQueue('stomp', STOMP)
  const other = await createQueue('stomp', STOMP)
  const { secrets } = await rowOf(one.id)
  expect(() => stage.app.foundation.cipher.open(secrets as Buffer, other.id)).toThrow('corrupt')
})

test.each([
  ['cloud_sqs', SQS],
  [
    'aws_sqs',
    { url: SQS.url, region: SQS.region, aws_access_key_id: 'AKIA0123456789', aws_secret_access_key: 'short' },
  ],
  ['stomp', STOMP],
])('reading and writing back a %s keeps its masked secrets as stored', async (integration_type, given) => {
  const queue = await createQueue(integration_type, given)
  const before = await storedSecrets(queue.id)
  const read = (await store.get(`/v2/integrations/${queue.id}`)).body.data
  const { status, body } = await store.put(`/v2/integrations/${queue.id}`, { data: { ...read, name: 'Renamed' } })
  expect(status).toBe(200)
  expect(body.data).toMatchObject({ name: 'Renamed', configuration: read.configuration })
  expect(await storedSecrets(queue.id)).toEqual(before)
})

test('a masked secret stays while another secret in the same request is replaced', async () => {
  const queue = await createQueue('cloud_sqs', SQS)
  const { configuration } = queue
  await change(queue.id, { configuration: { ...configuration, secret_access_key: 'another secret' } })
  expect(await storedSecrets(queue.id)).toEqual({
    access_key_id: SQS.access_key_id,
    secret_access_key: 'another secret',
  })
})

test('a value that only resembles a mask is a new secret', async () => {
  const broker = await createQueue('stomp', STOMP)
  await change(broker.id, { configuration: { password: '****************OKER' } })
  expect(await storedSecrets(broker.id)).toEqual({ password: '****************OKER' })
})

test('null removes a secret, and omitted members stay', async () => {
  const broker = await createQueue('stomp', STOMP)
  const { body } = await change(broker.id, { configuration: { password: null } })
  const { password: _, ...rest } = STOMP
  expect(body.data.configuration).toEqual(rest)
  expect(await rowOf(broker.id)).toMatchObject({ secrets: null })
})

test('a webhook keeps signing with its stored secret after a masked one is sent back', async () => {
  const webhook = await register(store, stage.receiver.url, ['order.paid'])
  const masked = '****************test'
  const { status, body } = await change(webhook.id, { configuration: { url: stage.receiver.url, secret_key: masked } })
  expect(status).toBe(200)
  expect(body.data.configuration.secret_key).toBe('a secret of the test')
  const { headers, body: event } = await delivered(webhook.id)
  expect(headers['x-integration-secret-key']).toBe('a secret of the test')
  expect(event.configuration).toEqual({ url: stage.receiver.url, secret_key: 'a secret of the test' })
  expect(String(headers['webhook-signature']).split(' ')).toHaveLength(1)
})

test('a webhook without a secret sends an empty one in the body, and no secret header or signature', async () => {
  const webhook = await register(store, stage.receiver.url, ['order.paid'])
  const { body } = await change(webhook.id, { configuration: { secret_key: null } })
  expect(body.data.configuration).toEqual({ url: stage.receiver.url })
  const { headers, body: event } = await delivered(webhook.id)
  expect(event.configuration).toEqual({ url: stage.receiver.url, secret_key: '' })
  expect(headers).not.toHaveProperty('x-integration-secret-key')
  expect(headers).not.toHaveProperty('webhook-signature')
})

test('deleting an integration deletes its secrets from the database', async () => {
  const broker = await createQueue('stomp', STOMP)
  await store.delete(`/v2/integrations/${broker.id}`)
  expect(await rowOf(broker.id)).toEqual({ configuration: {}, secrets: null })
})

test('a new secret starts a rotation, and the old one is kept encrypted and never shown', async () => {
  const webhook = await register(store, stage.receiver.url, ['order.paid'])
  const { body } = await change(webhook.id, { configuration: { secret_key: 'the successor' } })
  expect(body.data.configuration).toEqual({ url: stage.receiver.url, secret_key: 'the successor' })
  const { secrets } = await rowOf(webhook.id)
  const opened = stage.app.foundation.cipher.open(secrets as Buffer, webhook.id)
  expect(JSON.parse(opened)).toEqual({
    members: { secret_key: 'the successor' },
    previous_secret_key: 'a secret of the test',
  })
  const read = await store.get(`/v2/integrations/${webhook.id}`)
  expect(JSON.stringify(read.body)).not.toContain('a secret of the test')
})
