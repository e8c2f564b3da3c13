import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { query } from '../../../src/db/database.ts'
import { sealConfigurations } from '../../../src/integrations/seal.ts'
import { makeCipher } from '../../../src/secrets/cipher.ts'
import type { Client } from '../../support/app.ts'
import { openStage, publishOne, register, type Stage } from '../../support/stage.ts'

let stage: Stage
let store: Client
beforeAll(async () => {
  stage = await openStage()
  store = (await stage.tenant()).store
})
afterAll(() => stage.close())

const UNKNOWN = {
  aws_secret_access_key: 'wJalrXUtnFEMI-a-key-in-the-wrong-place',
  header_fields: { authorization: 'Bearer of-the-receiver', list: [1, null] },
  'secret-key': 'a-secret-under-another-name',
  '': false,
}
const TEXTS = ['wJalrXUtnFEMI', 'of-the-receiver', 'a-secret-under-another-name']
const COMPLETE = {
  webhook: { url: 'https://a.example/' },
  cloud_sqs: {
    url: 'https://queue.example.com/1/orders',
    region: 'eu-west-1',
    access_key_id: 'AKIDEXAMPLE',
    secret_access_key: 'a-secret-of-the-queue',
  },
  stomp: { addresses: ['stomp://broker.example.com:61613'], destination: '/queue/orders' },
}

type Row = { configuration: Record<string, unknown>; secrets: Buffer | null; version: number; sealed_version: number }

async function rowOf(id: string): Promise<Row> {
  const columns = 'configuration, secrets, version, sealed_version'
  const [row] = await query<Row>(stage.database.db, `select ${columns} from integrations where id = $1`, [id])
  return row as Row
}

async function create(integration_type: string, configuration: Record<string, unknown>, client = store) {
  const data = { type: 'integration', integration_type, name: 'Test', observes: ['order.paid'], configuration }
  const { status, body } = await client.post('/v2/integrations', { data })
  expect(status).toBe(201)
  return body.data
}

function change(id: string, attributes: Record<string, unknown>, client = store) {
  return client.put(`/v2/integrations/${id}`, { data: { type: 'integration', ...attributes } })
}

function expectNoSecret(value: unknown) {
  const text = JSON.stringify(value)
  for (const secret of TEXTS) expect(text).not.toContain(secret)
}

describe.each(Object.entries(COMPLETE))('members without effect in a %s', (integration_type, complete) => {
  test('are encrypted at rest and echoed with a notice to their owner', async () => {
    const made = await create(integration_type, {
      ...complete,
      header_fields: UNKNOWN.header_fields,
      '': false,
      color: 'blue',
    })
    expect(made.configuration).toMatchObject({ header_fields: UNKNOWN.header_fields, '': false, color: 'blue' })
    expect(made.meta.ignored).toEqual(['header_fields', '', 'color'])
    const row = await rowOf(made.id)
    expect(row.configuration).not.toHaveProperty('header_fields')
    expect(row.configuration).not.toHaveProperty('color')
    expectNoSecret([row.configuration, row.secrets?.toString('latin1')])
    const read = (await store.get(`/v2/integrations/${made.id}`)).body.data
    expect(read).toEqual(made)
  })

  test('are fully masked in every event of their integration', async () => {
    const own = (await stage.tenant()).store
    const made = await create(integration_type, { ...complete, header_fields: UNKNOWN.header_fields, retries: 3 }, own)
    await change(made.id, { configuration: { header_fields: { authorization: 'Bearer of-the-receiver 2' } } }, own)
    await own.delete(`/v2/integrations/${made.id}`)
    const { body } = await own.get('/v2/events?filter=in(triggered_by,integration.created,integration.updated)')
    expect(body.data).toHaveLength(2)
    expectNoSecret((await own.get('/v2/events')).body)
    for (const { payload } of body.data) {
      expect(payload.data.configuration).toMatchObject({ header_fields: '********', retries: '********' })
      expect(payload.data.meta).not.toHaveProperty('ignored')
    }
  })

  test('stay unchanged when sent back masked', async () => {
    const made = await create(integration_type, { ...complete, header_fields: UNKNOWN.header_fields })
    const { body } = await change(made.id, { name: 'Other', configuration: { header_fields: '********' } })
    expect(body.data.configuration.header_fields).toEqual(UNKNOWN.header_fields)
  })

  test('can be changed and removed like others', async () => {
    const made = await create(integration_type, { ...complete, header_fields: UNKNOWN.header_fields, retries: 3 })
    const { body } = await change(made.id, { configuration: { header_fields: null, retries: { most: 4 } } })
    expect(body.data.configuration).toEqual({ ...made.configuration, header_fields: undefined, retries: { most: 4 } })
    expect(body.data.meta.ignored).toEqual(['retries'])
  })
})

test('members without effect include misspelled names', async () => {
  const misspelt = { 'secret-key': 'a', secretKey: 'b', secret: 'c', ulr: 'd', aws_secret_access_key: 'e', note: 'f' }
  const made = await create('webhook', { ...COMPLETE.webhook, ...misspelt })
  expect(made.meta.ignored).toEqual(['secret-key', 'secretKey', 'secret', 'ulr', 'aws_secret_access_key', 'note'])
  const { body } = await change(made.id, {
    configuration: Object.fromEntries(Object.keys(misspelt).map((name) => [name, null])),
  })
  expect(body.data.meta).not.toHaveProperty('ignored')
})

test('secrets of another kind are masked for other receivers of the store', async () => {
  const own = (await stage.tenant()).store
  await register(own, stage.receiver.url, ['integration.created'])
  const watched = await create('webhook', { ...COMPLETE.webhook, ...UNKNOWN }, own)
  const delivery = await stage.receiver.waitFor(
    ({ body }) => (body.payload as { data?: { id?: string } } | undefined)?.data?.id === watched.id,
  )
  expectNoSecret(delivery.body)
  const { configuration } = (delivery.body.payload as { data: { configuration: Record<string, unknown> } }).data
  expect(configuration).toMatchObject({ aws_secret_access_key: '********', 'secret-key': '********', '': '********' })
})

test('members without effect are neither delivered nor logged', async () => {
  const own = (await stage.tenant()).store
  const made = await register(own, stage.receiver.url, ['order.paid'], {
    configuration: { url: stage.receiver.url, ...UNKNOWN },
  })
  await publishOne(own, { triggered_by: 'order.paid', payload: { data: { type: 'order', id: 'o1' } } })
  const delivery = await stage.receiver.waitFor(
    ({ body }) => (body.integration as { id?: string } | undefined)?.id === made.id,
  )
  expectNoSecret([delivery.body, delivery.headers])
  expectNoSecret((await own.get(`/v2/integrations/${made.id}/logs`)).body)
})

describe('configurations of an earlier release with unencrypted members', () => {
  async function makeOld(more: Record<string, unknown> = {}) {
    const made = await create('webhook', { ...COMPLETE.webhook, secret_key: 'the known secret' })
    const configuration = JSON.stringify({ ...COMPLETE.webhook, ...UNKNOWN, ...more })
    const statement = `update integrations set configuration = $2, version = version + 1 where id = $1`
    await query(stage.database.db, statement, [made.id, configuration])
    return made
  }

  const seal = () => sealConfigurations(stage.app.foundation, AbortSignal.timeout(60_000))

  test('are encrypted, and read as before', async () => {
    const old = await makeOld()
    expect(JSON.stringify((await rowOf(old.id)).configuration)).toContain(TEXTS[0])
    await seal()
    const row = await rowOf(old.id)
    expect(row.configuration).toEqual(COMPLETE.webhook)
    expect(row).toMatchObject({ version: 2, sealed_version: 2 })
    const { headers, body } = await store.get(`/v2/integrations/${old.id}`)
    expect(headers.get('etag')).toBe('"2"')
    expect(body.data.configuration).toEqual({ ...COMPLETE.webhook, ...UNKNOWN, secret_key: 'the known secret' })
  })

  test('are all encrypted over several steps, resuming after an interruption', async () => {
    const olds = await Promise.all(Array.from({ length: 120 }, () => makeOld()))
    await sealConfigurations(stage.app.foundation, AbortSignal.abort())
    await seal()
    for (const { id } of olds) expect((await rowOf(id)).configuration).toEqual(COMPLETE.webhook)
  })

  test('are encrypted beside an undecryptable configuration, which is named', async () => {
    const before = await makeOld()
    const lost = await makeOld()
    const after = await makeOld()
    const foreign = makeCipher(randomBytes(32).toString('base64'), []).seal('{"members":{}}', lost.id)
    await query(stage.database.db, 'update integrations set secrets = $2 where id = $1', [lost.id, foreign])
    await expect(seal()).rejects.toThrow(lost.id)
    for (const { id } of [before, after]) expect((await rowOf(id)).configuration).toEqual(COMPLETE.webhook)
    await query(stage.database.db, 'delete from integrations where id = $1', [lost.id])
  })
})
