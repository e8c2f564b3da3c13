import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isFirst, isNewest } from '../../examples/apply-once.ts'
import { query } from '../../src/db/database.ts'
import { signer } from '../../src/deliveries/rules/sign.ts'
import { type App, type Client, eventually, openApp, openTenant, webhookIntegration } from '../support/app.ts'
import type { TestDatabase } from '../support/database/cluster.ts'
import { testDatabase } from '../support/database/database.ts'
import { type ExampleReceiver, runExample, startExample } from '../support/documents/example.ts'
import { openReceiver } from '../support/servers/receiver.ts'

let database: TestDatabase
let app: App

beforeAll(async () => {
  database = await testDatabase()
  app = await openApp(database)
})

afterAll(async () => {
  await app.close()
  await database.close()
})

const EVENT = { triggered_by: 'order.paid', payload: { data: { type: 'order', id: 'o1', payment: 'paid' } } }

async function integrate(client: Client, url: string, secret_key: string, observes = ['order.paid']): Promise<string> {
  const configuration = { url, secret_key }
  const { status, body } = await client.post('/v2/integrations', webhookIntegration(url, observes, { configuration }))
  expect(status).toBe(201)
  return body.data.id
}

/** Publishes one event and waits for the log of its first attempt. */
async function deliver(client: Client, integration_id: string) {
  expect((await client.post('/v2/events', EVENT)).status).toBe(201)
  const logs = () => client.get(`/v2/integrations/${integration_id}/logs?sort=id`).then(({ body }) => body.data)
  const [first] = await eventually(logs, (found) => found.length > 0)
  return first
}

/** A delivery as received, with the headers relevant to signing. */
async function captureDelivery(client: Client, secret: string) {
  const receiver = await openReceiver()
  await deliver(client, await integrate(client, receiver.url, secret))
  const [delivery] = receiver.received
  await receiver.close()
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const
  const headers = Object.fromEntries(names.map((name) => [name, String(delivery?.headers[name])]))
  return { headers, text: delivery?.text ?? '' }
}

async function post(url: string, body: string, headers: Record<string, string>): Promise<number> {
  return (await fetch(url, { method: 'POST', body, headers })).status
}

const SECRETS = [`whsec_${Buffer.alloc(32, 5).toString('base64')}`, 'any other text', 'Schlüssel für Grüße, 5 €']
const RECEIVERS = ['verify-with-library.ts', 'verify-without-library.ts']

describe.each(RECEIVERS)('the receiver of %s', (file) => {
  describe.each(SECRETS)('secret %s', (secret) => {
    let receiver: ExampleReceiver
    beforeAll(async () => {
      receiver = await startExample(file, { WEBHOOK_SECRET: secret })
    })
    afterAll(() => receiver.close())

    test('accepts a real delivery', async () => {
      const { seller } = await openTenant(app)
      const log = await deliver(seller, await integrate(seller, receiver.url, secret))
      expect(log).toMatchObject({ succeeded: true, status_code: 204, attempt: 1 })
    })

    test('rejects a signature with another secret', async () => {
      const { seller } = await openTenant(app)
      const log = await deliver(seller, await integrate(seller, receiver.url, 'of somebody else'))
      expect(log).toMatchObject({ succeeded: false, status_code: 401 })
    })

    test('rejects a delivery that was changed in transit, and an unsigned one', async () => {
      const { headers, text } = await captureDelivery((await openTenant(app)).seller, secret)
      expect(await post(receiver.url, text, headers)).toBe(204)
      expect(await post(receiver.url, text.replace('"paid"', '"void"'), headers)).toBe(401)
      expect(await post(receiver.url, text, { ...headers, 'webhook-id': 'another' })).toBe(401)
      expect(await post(receiver.url, text, {})).toBe(401)
    })

    test('accepts both secrets during a rotation, and rejects a delivery ten minutes old', async () => {
      const now = Date.now()
      const rotating = {
        configuration: { url: receiver.url, secret_key: 'the new one' },
        previous_secret_key: secret,
        previous_secret_until: now + 1000,
      }
      const sign = signer(rotating)
      const fresh = sign({ headers: {}, body: '{"id":"e"}' }, 'e', now)
      expect(await post(receiver.url, fresh.body, fresh.headers)).toBe(204)
      const old = sign({ headers: {}, body: '{"id":"e"}' }, 'e', now - 600_000)
      expect(await post(receiver.url, old.body, old.headers)).toBe(401)
    })
  })

  test('does not start without a secret', async () => {
    await expect(startExample(file, { WEBHOOK_SECRET: '' })).rejects.toThrow(/ended without listening/)
  })
})

test('a repeated delivery is applied once, and an older state never replaces a newer one', () => {
  const delivery = (id: string) => ({ id, payload: { data: { type: 'order', id: 'o1' } } })
  expect([isFirst(delivery('e1')), isFirst(delivery('e2')), isFirst(delivery('e1'))]).toEqual([true, true, false])
  const deleted = { id: 'e5', payload: { type: 'order', id: 'o1' } }
  expect(isNewest(delivery('e1'), '2')).toBe(true)
  expect(isNewest(delivery('e2'), '1')).toBe(false)
  expect(isNewest(deleted, '3')).toBe(true)
  expect(isNewest(delivery('e3'), '2')).toBe(false)
  expect(isNewest(delivery('e4'), undefined)).toBe(true)
})

test('reading all logs yields each log once, in order, and resumes from the last', async () => {
  const { seller } = await openTenant(app)
  const receiver = await openReceiver()
  const integration_id = await integrate(seller, receiver.url, SECRETS[0] ?? '')
  const publish = async (count: number) => {
    expect(
      (
        await seller.post(
          '/v2/events',
          Array.from({ length: count }, () => EVENT),
        )
      ).status,
    ).toBe(201)
  }
  const logs = async (least: number) => {
    const read = () => seller.get(`/v2/integrations/${integration_id}/logs?page[total_method]=exact`)
    await eventually(read, ({ body }) => body.meta.results.total >= least)
  }
  const env = { BASE_URL: `${app.origin}/v2`, TOKEN: seller.token, BUFFER_SECONDS: '0' }
  await publish(250)
  await logs(250)
  const ids = await readIds('read-all-logs.ts', [], env)
  expect(ids).toHaveLength(250)
  expect(ids).toEqual([...new Set(ids)].sort())
  await publish(3)
  await logs(253)
  expect(await readIds('read-all-logs.ts', [ids.at(-1) ?? ''], env)).toHaveLength(3)
  expect(await readIds('read-all-logs.ts', [], { ...env, BUFFER_SECONDS: '3600' })).toEqual([])
  await receiver.close()
})

test('reading changes yields each row once when many rows have the same time', async () => {
  const { seller, store_id } = await openTenant(app)
  const made: string[] = []
  for (let index = 0; index < 205; index += 1) made.push(await integrate(seller, 'http://127.0.0.1:9/', 'x'))
  const { db } = app.foundation
  const updated_at = new Date(Date.now() - 60_000)
  await query(db, 'update integrations set updated_at = $2 where owner_id = $1', [store_id, updated_at])
  const env = { BASE_URL: `${app.origin}/v2`, TOKEN: seller.token, BUFFER_SECONDS: '30' }
  expect(await readIds('read-changes.ts', [], env)).toEqual(made.sort())
  expect(await readIds('read-changes.ts', [updated_at.toISOString()], env)).toHaveLength(205)
  expect(await readIds('read-changes.ts', [new Date(updated_at.getTime() + 1).toISOString()], env)).toEqual([])
})

async function readIds(file: string, args: readonly string[], env: Record<string, string>): Promise<string[]> {
  return (await runExample(file, args, env)).map((line) => JSON.parse(line).id)
}
