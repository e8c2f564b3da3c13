import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import vectors from '../../../examples/signatures.json' with { type: 'json' }
import { type Client, openApp, openTenant } from '../../support/app.ts'
import { openSharedStage, type Stage } from '../../support/stage.ts'

let stage: Stage
let store: Client
beforeAll(async () => {
  stage = await openSharedStage()
  store = (await stage.tenant()).store
})
afterAll(() => stage.close())

const SQS = {
  url: 'https://queue.example.com/1/orders',
  region: 'eu-west-1',
  access_key_id: 'AKIDEXAMPLE',
  secret_access_key: 'a-secret-of-the-queue',
}
const STOMP = { addresses: ['stomp://broker.example.com:61613'], destination: '/queue/orders' }
const COMPLETE = { webhook: { url: 'https://a.example' }, cloud_sqs: SQS, aws_sqs: SQS, stomp: STOMP }

const base64 = (bytes: number) => Buffer.alloc(bytes, 0xfb).toString('base64')

function create(integration_type: string, configuration: unknown, client = store) {
  const data = { type: 'integration', integration_type, name: 'Test', observes: ['order.paid'], configuration }
  return client.post('/v2/integrations', { data })
}

describe('an unusable configuration is rejected with a pointer', () => {
  const { url, access_key_id, secret_access_key, ...roleless } = SQS
  test.each([
    ['webhook', {}, ['url']],
    ['webhook', { url: null }, ['url']],
    ['webhook', { url: 7 }, ['url']],
    ['webhook', { url: '' }, ['url']],
    ['webhook', { url: 'warehouse.example.com' }, ['url']],
    ['webhook', { url: '/hook' }, ['url']],
    ['webhook', { url: 'ftp://a.example' }, ['url']],
    ['webhook', { url: 'file:///etc/passwd' }, ['url']],
    ['webhook', { url: 'https://' }, ['url']],
    ['webhook', { url: 'https://user:word@a.example' }, ['url']],
    ['webhook', { url: `https://a.example/${'x'.repeat(4096)}` }, ['url']],
    ['webhook', { ...COMPLETE.webhook, secret_key: 7 }, ['secret_key']],
    ['webhook', { ...COMPLETE.webhook, secret_key: ['a'] }, ['secret_key']],
    ['webhook', { ...COMPLETE.webhook, secret_key: 'whsec_' }, ['secret_key']],
    ['webhook', { ...COMPLETE.webhook, secret_key: 'whsec_words are not base64' }, ['secret_key']],
    ['webhook', { ...COMPLETE.webhook, secret_key: `whsec_${base64(23)}` }, ['secret_key']],
    ['webhook', { ...COMPLETE.webhook, secret_key: `whsec_${base64(65)}` }, ['secret_key']],
    ['webhook', { ...COMPLETE.webhook, secret_key: `whsec_${base64(32).replace('=', '')}` }, ['secret_key']],
    ['webhook', { ...COMPLETE.webhook, secret_key: `whsec_${base64(32).replaceAll('+', '-')}` }, ['secret_key']],
    ['webhook', { ...COMPLETE.webhook, secret_key: `whsec_${base64(32).replace(/.=$/, '5=')}` }, ['secret_key']],
    ['webhook', { ...COMPLETE.webhook, secret_key: `whsec_${base64(32)}\n` }, ['secret_key']],
    ['webhook', { ...COMPLETE.webhook, private_key: base64(32) }, ['private_key']],
    ['webhook', { ...COMPLETE.webhook, private_key: `whsk_${base64(31)}` }, ['private_key']],
    ['webhook', { ...COMPLETE.webhook, private_key: 7 }, ['private_key']],
    ['webhook', { ...COMPLETE.webhook, cloudevents: true }, ['cloudevents']],
    ['webhook', { ...COMPLETE.webhook, cloudevents: 'batched' }, ['cloudevents']],
    ['cloud_sqs', {}, ['url', 'region', 'access_key_id', 'secret_access_key']],
    ['aws_sqs', {}, ['url', 'region', 'access_key_id', 'secret_access_key']],
    ['cloud_sqs', { ...SQS, url: 'sqs://queue' }, ['url']],
    ['cloud_sqs', { ...SQS, region: ' ' }, ['region']],
    ['cloud_sqs', { ...roleless, url }, ['access_key_id', 'secret_access_key']],
    ['cloud_sqs', { ...roleless, url, access_key_id }, ['secret_access_key']],
    ['cloud_sqs', { ...roleless, url, secret_access_key }, ['access_key_id']],
    ['cloud_sqs', { ...SQS, secret_access_key: 7 }, ['secret_access_key']],
    ['cloud_sqs', { ...SQS, session_token: {} }, ['session_token']],
    ['stomp', {}, ['addresses', 'destination']],
    ['stomp', { ...STOMP, addresses: [] }, ['addresses']],
    ['stomp', { ...STOMP, addresses: 'stomp://a.example:1' }, ['addresses']],
    ['stomp', { ...STOMP, addresses: ['stomp://a.example:1', 'http://b.example', 5] }, ['addresses/1', 'addresses/2']],
    ['stomp', { ...STOMP, addresses: ['stomp://user:word@a.example:1'] }, ['addresses/0']],
    ['stomp', { ...STOMP, destination: '' }, ['destination']],
    ['stomp', { ...STOMP, destination_type: 'Queue' }, ['destination_type']],
    ['stomp', { ...STOMP, username: 7, password: false, ca: 1 }, ['username', 'password', 'ca']],
  ])('%s %j', async (integration_type, configuration, members) => {
    const { status, body } = await create(integration_type, configuration)
    expect(status).toBe(422)
    const pointers = body.errors.map((error: { source: { pointer: string } }) => error.source.pointer)
    expect(pointers).toEqual(members.map((member) => `/data/configuration/${member}`))
  })
})

describe('a complete configuration is accepted and read back', () => {
  test.each([
    ['webhook', { url: 'https://webhook' }],
    ['webhook', { url: 'http://10.0.0.1:8080/hook?a=b#c' }],
    ['webhook', { url: 'https://a.example', secret_key: '' }],
    ['webhook', { url: 'https://a.example', secret_key: 'in clear for its owner' }],
    ['webhook', { url: 'https://a.example', secret_key: `whsec_${base64(24)}` }],
    ['webhook', { url: 'https://a.example', secret_key: `whsec_${base64(64)}` }],
    ['webhook', { url: 'https://a.example', secret_key: 'WHSEC_of some other system' }],
    ['stomp', STOMP],
    [
      'stomp',
      { ...STOMP, addresses: ['stomp+ssl://a.example:61614', 'stomp://[::1]:61613'], username: 'u', ca: 'PEM' },
    ],
  ])('%s %j', async (integration_type, configuration) => {
    const { status, body } = await create(integration_type, configuration)
    expect(status).toBe(201)
    expect(body.data).toMatchObject({ integration_type })
    expect(body.data.configuration).toEqual(configuration)
  })
})

test('a short secret is accepted with a warning, which only the owner sees', async () => {
  const short = await create('webhook', { url: 'https://a.example', secret_key: 'fifteen letters' })
  expect(short.status).toBe(201)
  expect(short.body.data.meta.warnings).toEqual([expect.stringContaining('fewer than 16 characters')])
  const { body } = await store.get('/v2/events?filter=eq(triggered_by,integration.created)&sort=-created_at')
  expect(body.data[0].payload.data.id).toBe(short.body.data.id)
  expect(body.data[0].payload.data.meta).not.toHaveProperty('warnings')
  const long = await create('webhook', { url: 'https://a.example', secret_key: 'sixteen letters!' })
  expect(long.body.data.meta).not.toHaveProperty('warnings')
})

test('a private key is masked, and its public key is shown for receivers', async () => {
  const [vector] = vectors.asymmetric
  const { private_key, public_key } = vector ?? { private_key: '', public_key: '' }
  const { status, body } = await create('webhook', { url: 'https://a.example', private_key })
  expect(status).toBe(201)
  expect(body.data.configuration.private_key).toMatch(/^\*{45}.{4}$/)
  expect(body.data.meta.public_key).toBe(public_key)
  const data = { type: 'integration', configuration: { ...body.data.configuration, url: 'https://b.example' } }
  const changed = await store.put(`/v2/integrations/${body.data.id}`, { data })
  expect(changed.body.data.meta.public_key).toBe(public_key)
})

test('a secret that libraries decode differently is rejected with a command for a valid one', async () => {
  const { body } = await create('webhook', { url: 'https://a.example', secret_key: 'whsec_abc' })
  expect(body.errors[0].detail).toBe(
    'secret_key starts with whsec_, so that padded standard base64 of 24 to 64 bytes must follow. ' +
      'Make one with: echo "whsec_$(openssl rand -base64 32)"',
  )
})

test('unknown members are stored and echoed, whatever they contain', async () => {
  const unknown = { secret: 'not a secret of ours', retries: 3, nested: { deep: [1, null, { a: 'ü' }] }, '': false }
  for (const [integration_type, complete] of Object.entries(COMPLETE)) {
    const { status, body } = await create(integration_type, { ...complete, ...unknown })
    expect(status, integration_type).toBe(201)
    expect(body.data.configuration).toMatchObject(unknown)
    expect((await store.get(`/v2/integrations/${body.data.id}`)).body).toEqual(body)
  }
})

test('the aws_sqs spelling of a queue and its keys is echoed as sent, with masked keys', async () => {
  const { status, body } = await create('aws_sqs', {
    url: SQS.url,
    region: SQS.region,
    aws_access_key_id: 'AKIAABCDEFGHIJKLJIMB',
    aws_secret_access_key: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  })
  expect(status).toBe(201)
  expect(body.data.integration_type).toBe('aws_sqs')
  expect(body.data.configuration).toEqual({
    url: SQS.url,
    region: SQS.region,
    aws_access_key_id: '****************JIMB',
    aws_secret_access_key: `${'*'.repeat(36)}EKEY`,
  })
  const { body: listed } = await store.get('/v2/integrations?filter=eq(integration_type,aws_sqs)')
  expect(listed.data.map((one: { id: string }) => one.id)).toContain(body.data.id)
})

test.each([
  ['', ''],
  ['a', '*'],
  ['12345678', '********'],
  ['123456789', '*****6789'],
  ['correct horse battery', '*****************tery'],
])('the password %j of a broker reads back as %j everywhere', async (password, shown) => {
  const { body } = await create('stomp', { ...STOMP, username: 'guest', password })
  const path = `/v2/integrations/${body.data.id}`
  const update = await store.put(path, { data: { type: 'integration', description: password.length.toString() } })
  for (const response of [body, update.body, (await store.get(path)).body]) {
    expect(response.data.configuration).toEqual({ ...STOMP, username: 'guest', password: shown })
  }
})

test('keys and session token of a queue are masked in responses, lists and events', async () => {
  const { store: own } = await stage.tenant()
  const { body } = await create('cloud_sqs', { ...SQS, session_token: 'token-of-one-session' }, own)
  const masked = {
    url: SQS.url,
    region: SQS.region,
    access_key_id: '*******MPLE',
    secret_access_key: '*****************ueue',
    session_token: '****************sion',
  }
  expect(body.data.configuration).toEqual(masked)
  const list = await own.get('/v2/integrations')
  expect(list.body.data[0].configuration).toEqual(masked)
  const events = await own.get('/v2/events?filter=eq(triggered_by,integration.created)')
  expect(events.body.data[0].payload.data.configuration).toEqual(masked)
})

test('a webhook secret is masked in the events of its integration', async () => {
  const { store: own } = await stage.tenant()
  const { body } = await create('webhook', { url: 'https://a.example', secret_key: 'for its owner alone' }, own)
  expect(body.data.configuration.secret_key).toBe('for its owner alone')
  const events = await own.get('/v2/events?filter=eq(triggered_by,integration.created)')
  expect(JSON.stringify(events.body)).not.toContain('for its')
  expect(events.body.data[0].payload.data.configuration.secret_key).toBe('***************lone')
})

test('a queue without keys is accepted only if a setting allows the role of the machine', async () => {
  const lending = await openApp(stage.database, { env: { TIDINGS_SQS_MACHINE_ROLE: 'true' } })
  try {
    const { seller } = await openTenant(lending)
    const { url, region } = SQS
    const { status, body } = await create('cloud_sqs', { url, region }, seller)
    expect(status).toBe(201)
    expect(body.data.configuration).toEqual({ url, region })
    expect((await create('cloud_sqs', { url, region, access_key_id: 'half' }, seller)).status).toBe(422)
  } finally {
    await lending.close()
  }
})
