import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { query } from '../../../src/db/database.ts'
import { type App, type Client, eventually, openApp, openTenant, webhookIntegration } from '../../support/app.ts'
import type { TestDatabase } from '../../support/database/cluster.ts'
import { testDatabase } from '../../support/database/database.ts'
import { type DnsServer, openDnsServer } from '../../support/servers/dns-server.ts'
import { mutualReceiver } from '../../support/servers/mutual-tls.ts'
import { CERTIFICATE, clientCertificate, SECURE_HOST } from '../../support/servers/tls.ts'

const WAREHOUSE = clientCertificate('warehouse')
const ACCOUNTING = clientCertificate('accounting')

let database: TestDatabase
let dns: DnsServer
let app: App
let target: Awaited<ReturnType<typeof mutualReceiver>>
let tokenServer: Awaited<ReturnType<typeof mutualReceiver>>

beforeAll(async () => {
  database = await testDatabase()
  dns = await openDnsServer(() => ['127.0.0.1'])
  app = await openApp(database, { env: { TIDINGS_DNS_SERVERS: dns.address, TIDINGS_RETRY_SCHEDULE: '600' } })
  target = await mutualReceiver('TLSv1.3')
  tokenServer = await mutualReceiver('TLSv1.3', (_, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ access_token: 'token', token_type: 'Bearer', expires_in: 3_600 }))
  })
})
afterAll(async () => {
  await app.close()
  await target.close()
  await tokenServer.close()
  await dns.close()
  await database.close()
})

function integration(client: Client, client_certificate: object, more: object = {}) {
  const url = `https://${SECURE_HOST}:${target.port}/hook`
  const configuration = { url, ca: CERTIFICATE, client_certificate, ...more }
  return client.post('/v2/integrations', webhookIntegration(url, ['order.paid'], { configuration }))
}

function put(client: Client, id: string, configuration: object) {
  return client.put(`/v2/integrations/${id}`, { data: { type: 'integration', configuration } })
}

/** Publishes an event, and returns the log of its first attempt. */
async function deliver(client: Client, integration_id: string) {
  const payload = { data: { type: 'order', id: 'o1' } }
  const { body } = await client.post('/v2/events', { triggered_by: 'order.paid', payload })
  const event_id = body.data[0].id
  const path = `/v2/integrations/${integration_id}/jobs?filter=eq(event_id,${event_id})`
  const jobs = await eventually(
    async () => (await client.get(path)).body.data,
    ([job]) => job?.attempts === 1 && job.status !== 'delivering',
  )
  const logs = await client.get(`/v2/integrations/${integration_id}/logs?filter=eq(job_id,${jobs[0].id})`)
  return logs.body.data[0]
}

const lastSender = () => target.senders.at(-1)?.name

describe('a webhook with a client certificate', () => {
  test('delivers to a receiver that requires one', async () => {
    const { seller } = await openTenant(app)
    const { status, body } = await integration(seller, WAREHOUSE)
    expect(status).toBe(201)
    expect(await deliver(seller, body.data.id)).toMatchObject({ succeeded: true, status_code: 200 })
    expect(lastSender()).toBe('warehouse')
  })

  test('shows the certificate, but keeps the key secret at rest, in responses, events and logs', async () => {
    const { seller } = await openTenant(app)
    const { body } = await integration(seller, WAREHOUSE)
    const { certificate, private_key } = WAREHOUSE
    const masked = { certificate, private_key: `${'*'.repeat(private_key.length - 4)}---\n` }
    expect(body.data.configuration).toMatchObject({ ca: CERTIFICATE, client_certificate: masked })
    expect(body.data.meta).not.toHaveProperty('ignored')
    const text = 'select configuration::text from integrations where id = $1'
    const [row] = await query<{ configuration: string }>(database.db, text, [body.data.id])
    expect(row?.configuration).not.toMatch(/PRIVATE|warehouse/)
    const events = await seller.get('/v2/events?filter=eq(triggered_by,integration.created)')
    expect(events.body.data[0].payload.data.configuration.client_certificate).toEqual(masked)
    const log = await deliver(seller, body.data.id)
    expect(JSON.stringify(log)).not.toMatch(/PRIVATE KEY/)
  })

  test('keeps a masked key, delivers with a new certificate at once, and with none after null', async () => {
    const { seller } = await openTenant(app)
    const { body } = await integration(seller, WAREHOUSE)
    const { id, configuration } = body.data
    await deliver(seller, id)
    expect((await put(seller, id, configuration)).body.data.configuration).toEqual(configuration)
    const mixed = { ...configuration.client_certificate, certificate: ACCOUNTING.certificate }
    const { status, body: refused } = await put(seller, id, { client_certificate: mixed })
    expect(status).toBe(422)
    expect(refused.errors).toMatchObject([
      {
        source: { pointer: '/data/configuration/client_certificate/private_key' },
        detail: expect.stringContaining('does not belong to'),
      },
    ])
    expect((await deliver(seller, id)).succeeded).toBe(true)
    expect(lastSender()).toBe('warehouse')
    expect((await put(seller, id, { client_certificate: ACCOUNTING })).status).toBe(200)
    expect((await deliver(seller, id)).succeeded).toBe(true)
    expect(lastSender()).toBe('accounting')
    await put(seller, id, { client_certificate: null })
    expect(await deliver(seller, id)).toMatchObject({
      succeeded: false,
      error_detail:
        `No secure connection to ${SECURE_HOST}:${target.port}: the endpoint requires a client certificate: ` +
        'put one and its key into client_certificate of the configuration',
    })
  })

  test('sends the certificate to the token endpoint too, since tokens may be bound to it', async () => {
    const { seller } = await openTenant(app)
    const token_url = `https://${SECURE_HOST}:${tokenServer.port}/token`
    const client = { client_id: 'tidings', client_secret: 'secret of the client' }
    const authentication = { type: 'oauth2_client_credentials', token_url, ...client }
    const first = await integration(seller, WAREHOUSE, { authentication })
    expect(await deliver(seller, first.body.data.id)).toMatchObject({ succeeded: true })
    const second = await integration(seller, ACCOUNTING, { authentication })
    expect(await deliver(seller, second.body.data.id)).toMatchObject({ succeeded: true })
    expect(tokenServer.senders.map(({ name }) => name)).toEqual(['warehouse', 'accounting'])
    const url = `https://${SECURE_HOST}:${target.port}/hook`
    const none = await seller.post(
      '/v2/integrations',
      webhookIntegration(url, ['order.paid'], { configuration: { url, ca: CERTIFICATE, authentication } }),
    )
    const { error_detail } = await deliver(seller, none.body.data.id)
    expect(error_detail).toMatch(/^No access token from .*: the endpoint requires a client certificate: put one/)
  })
})
