import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { verify } from '../../../src/deliveries/rules/sign.ts'
import { type App, type Client, eventually, openApp, openTenant, webhookIntegration } from '../../support/app.ts'
import type { TestDatabase } from '../../support/database/cluster.ts'
import { testDatabase } from '../../support/database/database.ts'
import { openReceiver, type Receiver } from '../../support/servers/receiver.ts'

const SECRET = 'a secret of the test'

let database: TestDatabase
let app: App
let target: Receiver

beforeAll(async () => {
  database = await testDatabase()
  app = await openApp(database, {
    env: { TIDINGS_BASE_URL: 'https://tidings.example.com', TIDINGS_RETRY_SCHEDULE: '600' },
  })
  target = await openReceiver()
})
afterEach(() => {
  target.answer = (response) => response.end()
})
afterAll(async () => {
  await app.close()
  await target.close()
  await database.close()
})

function integration(client: Client, more: object) {
  const configuration = { url: target.url, secret_key: SECRET, ...more }
  return client.post('/v2/integrations', webhookIntegration(target.url, ['order.paid'], { configuration }))
}

async function publish(client: Client) {
  const payload = { data: { type: 'order', id: 'o1', name: 'Größe 😀' }, included: { items: [{ id: 'i1' }] } }
  const event = { triggered_by: 'order.paid', payload, resource_version: 3 }
  const { body } = await client.post('/v2/events', event)
  return body.data[0].id as string
}

const delivered = (id: string) => target.waitFor(({ headers }) => headers['webhook-id'] === id)

const ORDER = { type: 'order', id: 'o1', name: 'Größe 😀', included: { items: [{ id: 'i1' }] } }

describe('a webhook with CloudEvents', () => {
  test('gets the event as a signed body', async () => {
    const { seller, store_id, organization_id } = await openTenant(app)
    const { status, body } = await integration(seller, { cloudevents: 'structured' })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({ configuration: { cloudevents: 'structured' } })
    expect(body.data.meta).not.toHaveProperty('ignored')
    const id = await publish(seller)
    const { headers, text } = await delivered(id)
    expect(JSON.parse(text)).toStrictEqual({
      specversion: '1.0',
      id,
      source: 'https://tidings.example.com/v2',
      type: 'order.paid',
      datacontenttype: 'application/json',
      integrationid: body.data.id,
      storeid: store_id,
      orgid: organization_id,
      resourceversion: 3,
      data: ORDER,
    })
    expect(headers).toMatchObject({
      'content-type': 'application/cloudevents+json; charset=utf-8',
      'x-integration-trigger': 'order.paid',
      'x-integration-secret-key': SECRET,
    })
    expect(verify(headers, text, [SECRET], Date.now())).toStrictEqual({ valid: true })
  })

  test('gets the resource as a signed body, and the attributes as headers', async () => {
    const { seller, store_id, organization_id } = await openTenant(app)
    const { body } = await integration(seller, { cloudevents: 'binary' })
    const id = await publish(seller)
    const { headers, text } = await delivered(id)
    expect(JSON.parse(text)).toStrictEqual(ORDER)
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'ce-specversion': '1.0',
      'ce-id': id,
      'ce-source': 'https://tidings.example.com/v2',
      'ce-type': 'order.paid',
      'ce-integrationid': body.data.id,
      'ce-storeid': store_id,
      'ce-orgid': organization_id,
      'ce-resourceversion': '3',
      'x-integration-trigger': 'order.paid',
    })
    expect(verify(headers, text, [SECRET], Date.now())).toStrictEqual({ valid: true })
  })

  test('gets the native body again when the member is removed', async () => {
    const { seller } = await openTenant(app)
    const { body } = await integration(seller, { cloudevents: 'structured' })
    const data = { type: 'integration', configuration: { cloudevents: null } }
    expect((await seller.put(`/v2/integrations/${body.data.id}`, { data })).status).toBe(200)
    const id = await publish(seller)
    const { headers, body: delivery } = await delivered(id)
    expect(headers['content-type']).toBe('application/json')
    expect(delivery).toMatchObject({ id, triggered_by: 'order.paid', payload: { data: { id: 'o1' } } })
  })
})

describe('the handshake', () => {
  test('is part of a test delivery, which reports the missing grant and succeeds with it', async () => {
    const { seller } = await openTenant(app)
    const { body } = await integration(seller, { cloudevents: 'structured', handshake: true })
    expect(body.data.configuration).toMatchObject({ cloudevents: 'structured', handshake: true })
    const path = `/v2/integrations/${body.data.id}`
    const logOf = async (count: number) => {
      expect((await seller.post(`${path}/test`)).status).toBe(201)
      const read = async () => (await seller.get(`${path}/logs?sort=created_at`)).body.data
      return (await eventually(read, (logs) => logs.length === count)).at(-1)
    }
    target.answer = (response, { headers }) => {
      response.statusCode = 'webhook-id' in headers ? 200 : 405
      response.end()
    }
    expect(await logOf(1)).toMatchObject({
      succeeded: false,
      status_code: 405,
      request: { headers: { 'webhook-request-origin': 'tidings.example.com' } },
      error_detail:
        'The receiver did not grant deliveries: the handshake, OPTIONS with WebHook-Request-Origin: tidings.example.com, got ' +
        '405: the receiver does not handle OPTIONS. It must respond with WebHook-Allowed-Origin: tidings.example.com or *; ' +
        'else remove handshake from the configuration',
    })
    target.answer = (response) => {
      response.setHeader('WebHook-Allowed-Origin', 'tidings.example.com')
      response.setHeader('WebHook-Allowed-Rate', '120')
      response.end()
    }
    expect(await logOf(2)).toMatchObject({
      succeeded: true,
      request: { headers: { 'webhook-request-origin': 'tidings.example.com' } },
      response: { headers: { 'webhook-allowed-origin': 'tidings.example.com', 'webhook-allowed-rate': '120' } },
    })
  })

  test.each([
    [{ handshake: true }, 'handshake is only for CloudEvents: set cloudevents to structured or binary'],
    [{ handshake: true, cloudevents: null }, 'handshake is only for CloudEvents'],
    [{ handshake: 'yes', cloudevents: 'binary' }, 'handshake must be true or false.'],
  ])('rejects %j', async (configuration, detail) => {
    const { seller } = await openTenant(app)
    const { status, body } = await integration(seller, configuration)
    expect(status).toBe(422)
    const pointer = '/data/configuration/handshake'
    expect(body.errors).toEqual([
      expect.objectContaining({ detail: expect.stringContaining(detail), source: { pointer } }),
    ])
  })
})
