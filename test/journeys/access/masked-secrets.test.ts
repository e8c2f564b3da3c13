import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createKey } from '../../../src/access/keys.ts'
import { OWNER_PERMISSIONS } from '../../../src/kernel/permissions.ts'
import { mask } from '../../../src/kernel/text/mask.ts'
import { type Answered, type Client, openClient, webhookIntegration } from '../../support/app.ts'
import { exchange } from '../../support/exchange.ts'
import { jobsOnce, openSharedStage, publishOne, type Stage } from '../../support/stage.ts'

/** One secret of each kind that a configuration may contain. */
const SECRETS = {
  signing: `whsec_${Buffer.from('a signing key of this test, 32 b').toString('base64')}`,
  header: 'header-3f1b6e0d77',
  client: 'client-4c2f8a1e90',
  broker: 'broker-9d8c7b6a54',
  queue: 'queue-0a1b2c3d4e',
  ignored: 'ignored-5e6f7a8b9c',
  address: 'token-6b7c8d9e0f',
}
/** Reads that return integrations, their events or deliveries. */
const SHOWN = [
  'ListIntegrations',
  'GetIntegration',
  'ListEvents',
  'GetEvent',
  'ListStoreLogs',
  'ListJobLogs',
  'GetLog',
  'GetLogRequestBody',
  'ExplainEvent',
  'ListAuditEntries',
  'GetAuditEntry',
  'ExportAuditEntries',
  'Search',
]
/** Secrets without their last four characters, which a mask may show. */
const UNSEEN = Object.values(SECRETS).map((secret) => secret.slice(0, -4))

let stage: Stage
let seller: Client
let reader: Client
let ids: string[]
beforeAll(async () => {
  stage = await openSharedStage()
  seller = (await stage.tenant()).store
  const { organization_id, store_id } = seller
  const permissions = [...OWNER_PERMISSIONS].filter((permission) => permission !== 'integrations:secrets')
  const key = await createKey(
    stage.database.db,
    { organization_id, store_id, name: 'without secrets', permissions },
    Date.now(),
  )
  reader = stage.contract.watch(await openClient(stage.app, seller, key, 'client_credentials'))
  stage.receiver.answer = (response) => response.end('ok')
  ids = await Promise.all(configurations().map((configuration) => create(seller, configuration)))
})
afterAll(() => stage.close())

function configurations(): [integration_type: string, configuration: Record<string, unknown>][] {
  const { signing, header, client, broker, queue, ignored, address } = SECRETS
  const url = `${stage.receiver.url}/in?token=${address}`
  const oauth = {
    type: 'oauth2_client_credentials',
    client_id: 'x',
    client_secret: client,
    token_url: 'https://auth.example.com/token',
  }
  return [
    ['webhook', { url, secret_key: signing, headers: { 'x-key': header }, unknown: ignored }],
    ['webhook', { url: stage.receiver.url, secret_key: signing, authentication: oauth }],
    ['stomp', { addresses: [`stomp://mq.example.com:61613?key=${address}`], destination: '/q', password: broker }],
    ['aws_sqs', { url: 'https://q.example.com/1/x', region: 'r', access_key_id: 'AKID', secret_access_key: queue }],
  ]
}

async function create(client: Client, [integration_type, configuration]: [string, Record<string, unknown>]) {
  const observes = ['order.paid', 'integration.updated']
  const data = { type: 'integration', integration_type, name: 'Test', enabled: true, observes, configuration }
  const { status, body } = await client.post('/v2/integrations', { data })
  expect(body.errors).toBeUndefined()
  expect(status).toBe(201)
  if (client === reader) expectMasked({ body }, 'CreateIntegration')
  return body.data.id as string
}

function expectMasked({ body }: Pick<Answered, 'body'>, what: string): void {
  expectMaskedIn(JSON.stringify(body), what)
}

function expectMaskedIn(text: string, what: string): void {
  expect(
    UNSEEN.filter((secret) => text.includes(secret)),
    what,
  ).toEqual([])
}

describe('a caller without integrations:secrets', () => {
  test('sees no secret in any response about integrations, their events and deliveries', async () => {
    const [id = ''] = ids
    const event_id = await publishOne(seller, {
      triggered_by: 'order.paid',
      payload: { data: { type: 'order', id: 'o' } },
    })
    const [job] = await jobsOnce(seller, id, (jobs) => jobs.some(({ status }) => status === 'succeeded'))
    const from = new Date(Date.now() - 60_000).toISOString()
    const replay = await reader.post(`/v2/integrations/${id}/replays`, { data: { from, selection: 'all' } })
    expectMasked(replay, 'CreateReplay')
    const [log] = (await seller.get(`/v2/integrations/${id}/logs`)).body.data
    const [entry] = (await seller.get('/v2/audit/entries')).body.data
    const known: Record<string, string> = {
      integration_id: id,
      job_id: String(job?.id),
      log_id: log.id,
      audit_entry_id: entry.id,
      event_id,
      replay_id: replay.body.data.id,
      event_key: 'integration.updated',
      store_id: String(seller.store_id),
    }
    const reads = stage.contract.operations.flatMap(({ operationId, method, path, permission }) => {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
      const isKnown = names.every((name) => known[name] !== undefined) && path.startsWith('/v2/')
      return method === 'GET' && isKnown && !permission?.startsWith('deployment:') ? [{ operationId, path }] : []
    })
    const statuses = new Map<string, number>()
    for (const { operationId, path } of reads) {
      const address = path.replace(/\{(\w+)\}/g, (_, name: string) => known[name] ?? '')
      // Text, since exports are not JSON.
      const headers = { authorization: `Bearer ${reader.token}` }
      const query = operationId === 'Search' ? '?q=Test' : ''
      const { status, text } = await exchange(`${stage.app.origin}${address}${query}`, { headers })
      expectMaskedIn(text, operationId)
      statuses.set(operationId, status)
    }
    const shown = [...statuses].filter(([, status]) => status === 200).map(([operationId]) => operationId)
    expect(shown).toEqual(expect.arrayContaining([...SHOWN]))
    expect(statuses.get('GetSecret')).toBe(403)
    expect((await reader.get('/v2/integrations')).body.data).toHaveLength(ids.length)
  })

  test('sees no secret of integrations that it creates and changes', async () => {
    const created = await Promise.all(configurations().map((configuration) => create(reader, configuration)))
    for (const id of created) {
      const path = `/v2/integrations/${id}`
      const renamed = await reader.put(path, { data: { type: 'integration', name: 'Renamed' } })
      expect(renamed.status).toBe(200)
      expectMasked(renamed, 'UpdateIntegration')
      expectMasked(await reader.get(path), 'GetIntegration')
      expect((await reader.delete(path)).status).toBe(200)
    }
  })

  test('sees no secret that the server generates on creation or rotation', async () => {
    const generated = { ...webhookIntegration(stage.receiver.url, ['order.paid']).data, generate_secret: true }
    const { body } = await reader.post('/v2/integrations', {
      data: { ...generated, configuration: { url: stage.receiver.url } },
    })
    const path = `/v2/integrations/${body.data.id}`
    const made = async () => (await seller.get(path)).body.data.configuration.secret_key
    const first = await made()
    expect(first).toMatch(/^whsec_/)
    expect(body.data.configuration.secret_key).toBe(mask(first))
    const rotated = (await reader.post(`${path}/secret/rotate`)).body.data.secret_key
    const second = await made()
    expect([second !== first, rotated]).toEqual([true, mask(second)])
    const ended = (await reader.post(`${path}/secret/end-previous`)).body
    expect(JSON.stringify(ended)).not.toContain('secret_key')
    expect((await reader.get(`${path}/secret`)).status).toBe(403)
  })

  test('changes no secret by sending back a response', async () => {
    for (const id of ids) {
      const path = `/v2/integrations/${id}`
      const before = (await seller.get(path)).body.data.configuration
      const { configuration } = (await reader.get(path)).body.data
      const sent = await reader.put(path, { data: { type: 'integration', name: 'Sent back', configuration } })
      expect(sent.status).toBe(200)
      expectMasked(sent, 'UpdateIntegration')
      expect((await seller.get(path)).body.data.configuration).toEqual(before)
    }
  })
})

test('a caller with integrations:secrets sees the secrets that its kind shows in clear, no others', async () => {
  const { configuration } = (await seller.get(`/v2/integrations/${ids[0]}`)).body.data
  expect(configuration).toMatchObject({ secret_key: SECRETS.signing, unknown: SECRETS.ignored })
  expect(configuration.url).toContain(SECRETS.address)
  expect(JSON.stringify(configuration)).not.toContain(SECRETS.header)
})
