import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type App, type Client, eventually, openApp, openTenant, webhookIntegration } from '../../support/app.ts'
import type { TestDatabase } from '../../support/database/cluster.ts'
import { testDatabase } from '../../support/database/database.ts'
import { openReceiver, type Receiver } from '../../support/servers/receiver.ts'

const SECRET = 'a secret of the test'
const OLD = { secret_key_headers: ['X-Moltin-Secret-Key'], trigger_headers: ['X-Moltin-Integration-Trigger'] }
const BOTH = {
  secret_key_headers: ['X-Integration-Secret-Key', 'X-Moltin-Secret-Key'],
  trigger_headers: ['X-Integration-Trigger', 'X-Moltin-Integration-Trigger'],
}

let database: TestDatabase
let app: App
let target: Receiver

beforeAll(async () => {
  database = await testDatabase()
  app = await openApp(database)
  target = await openReceiver()
})
afterAll(async () => {
  await app.close()
  await target.close()
  await database.close()
})

/** Creates an integration with a header that names its receiver. */
function integration(client: Client, more: object, receiver = 'one') {
  const configuration = { url: target.url, secret_key: SECRET, headers: { 'X-Receiver': receiver }, ...more }
  return client.post('/v2/integrations', webhookIntegration(target.url, ['order.paid'], { configuration }))
}

/** Publishes an event, and returns the headers of its delivery to each receiver. */
async function delivered(client: Client, ...receivers: string[]) {
  const payload = { data: { type: 'order', id: 'o1' } }
  const { body } = await client.post('/v2/events', { triggered_by: 'order.paid', payload })
  const [{ id }] = body.data
  return Promise.all(
    receivers.map(async (receiver) => {
      const isSought = ({ headers }: Received) => headers['webhook-id'] === id && headers['x-receiver'] === receiver
      const { headers } = await target.waitFor(isSought)
      return Object.fromEntries(Object.entries(headers).filter(([name]) => /secret|trigger|event/.test(name)))
    }),
  )
}

type Received = Receiver['received'][number]

describe('an integration with its own header names for the secret and the event key', () => {
  test("sends these headers, while other integrations send the server's names or both", async () => {
    const { seller } = await openTenant(app)
    await integration(seller, OLD, 'old')
    await integration(seller, {}, 'new')
    const { status, body } = await integration(seller, BOTH, 'both')
    expect(status).toBe(201)
    expect(body.data.configuration).toMatchObject(BOTH)
    const old = { 'x-moltin-secret-key': SECRET, 'x-moltin-integration-trigger': 'order.paid' }
    const usual = { 'x-integration-secret-key': SECRET, 'x-integration-trigger': 'order.paid' }
    expect(await delivered(seller, 'old', 'new', 'both')).toEqual([old, usual, { ...old, ...usual }])
  })

  test("uses the server's names again after null, and those of binary CloudEvents", async () => {
    const { seller } = await openTenant(app)
    const { body } = await integration(seller, { ...OLD, cloudevents: 'binary' }, 'changed')
    const old = { 'x-moltin-secret-key': SECRET, 'x-moltin-integration-trigger': 'order.paid' }
    expect(await delivered(seller, 'changed')).toEqual([old])
    const configuration = { secret_key_headers: null, trigger_headers: null }
    const change = { data: { type: 'integration', configuration } }
    const put = await seller.put(`/v2/integrations/${body.data.id}`, change)
    expect(put.status).toBe(200)
    expect(put.body.data.configuration).not.toHaveProperty('secret_key_headers')
    const usual = { 'x-integration-secret-key': SECRET, 'x-integration-trigger': 'order.paid' }
    expect(await delivered(seller, 'changed')).toEqual([usual])
  })

  test('shows the names and the masked secret in the request of an attempt', async () => {
    const { seller } = await openTenant(app)
    const { body } = await integration(seller, BOTH, 'logged')
    await delivered(seller, 'logged')
    const logs = `/v2/integrations/${body.data.id}/logs`
    const [log] = await eventually(
      async () => (await seller.get(logs)).body.data,
      (all: { id: string }[]) => all.length > 0,
    )
    const { headers } = (await seller.get(`${logs}/${log?.id}/request`)).body.data
    expect(headers).toMatchObject({
      'X-Integration-Secret-Key': '****************test',
      'X-Moltin-Secret-Key': '****************test',
      'X-Integration-Trigger': 'order.paid',
      'X-Moltin-Integration-Trigger': 'order.paid',
    })
  })
})

test("a header name that the server's settings assign keeps that purpose", async () => {
  const own = await testDatabase()
  const renamed = await openApp(own, {
    env: { TIDINGS_TRIGGER_HEADER: 'X-Event', TIDINGS_SECRET_KEY_HEADER: 'X-Secret' },
  })
  const { seller } = await openTenant(renamed)
  await integration(seller, { secret_key_headers: ['x-event', 'X-My-Secret'] }, 'renamed')
  await integration(seller, { headers: { 'x-secret': 'of the owner', 'X-Receiver': 'owned' } })
  expect(await delivered(seller, 'renamed', 'owned')).toEqual([
    { 'x-event': 'order.paid', 'x-my-secret': SECRET },
    { 'x-event': 'order.paid', 'x-secret': SECRET },
  ])
  await renamed.close()
  await own.close()
})

describe('rejects header names that cannot be sent, with a pointer', () => {
  const LIST = /_headers must be a list of 1 to 3 header names; null removes it\.$/
  const NAME = /^The header X-\u212aey must be 1 to 100 letters, digits or -_\. as in HTTP\.$/
  test.each<[object, string, RegExp]>([
    [{ secret_key_headers: 'X-Moltin-Secret-Key' }, 'secret_key_headers', LIST],
    [{ trigger_headers: [] }, 'trigger_headers', LIST],
    [{ trigger_headers: ['X-1', 'X-2', 'X-3', 'X-4'] }, 'trigger_headers', LIST],
    [{ trigger_headers: [5] }, 'trigger_headers', LIST],
    [{ trigger_headers: ['X-A', 'b c'] }, 'trigger_headers/1', /^The header b c must be 1 to 100 letters, digits/],
    // The Kelvin sign, whose lower case is the letter k.
    [{ headers: { 'X-\u212aey': 'a' } }, 'headers/X-\u212aey', NAME],
    [{ secret_key_headers: ['X-\u212aey'] }, 'secret_key_headers/0', NAME],
    [{ trigger_headers: ['X-\u212aey'] }, 'trigger_headers/0', NAME],
    [{ secret_key_headers: ['__proto__'] }, 'secret_key_headers/0', /is lost in many programs: choose another name\.$/],
    [{ trigger_headers: ['__PROTO__'] }, 'trigger_headers/0', /is lost in many programs: choose another name\.$/],
    [{ trigger_headers: ['Content-Type'] }, 'trigger_headers/0', /is set by each delivery itself\.$/],
    [{ secret_key_headers: ['webhook-signature'] }, 'secret_key_headers/0', /is set by each delivery itself\.$/],
    [{ secret_key_headers: ['X-Integration-Trigger'] }, 'secret_key_headers/0', /is set by each delivery itself\.$/],
    [
      { secret_key_headers: ['X-Integration-Resource-Version'] },
      'secret_key_headers/0',
      /is set by each delivery itself\.$/,
    ],
    [{ secret_key_headers: ['X-A', 'x-a'] }, 'secret_key_headers/1', /^The header x-a is also in secret_key_headers: /],
    [
      { secret_key_headers: ['X-A'], trigger_headers: ['x-a'] },
      'trigger_headers/0',
      /^The header x-a is also in secret_key_headers: /,
    ],
    [
      { secret_key_headers: ['X-Api-Key'], headers: { 'x-api-key': 'a' } },
      'secret_key_headers/0',
      /^The header X-Api-Key is also in headers: each header has one value\.$/,
    ],
    [
      { secret_key_headers: ['Authorization'], authentication: { type: 'bearer', token: 'abcdefgh' } },
      'secret_key_headers/0',
      /is set by authentication: use one of the two\.$/,
    ],
  ])('%j', async (more, member, detail) => {
    const { seller } = await openTenant(app)
    const { status, body } = await integration(seller, more)
    expect(status).toBe(422)
    expect(body.errors).toEqual([
      expect.objectContaining({
        detail: expect.stringMatching(detail),
        source: { pointer: `/data/configuration/${member}` },
      }),
    ])
  })
})
