import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../../support/app.ts'
import { openSharedStage, register, type Stage } from '../../support/stage.ts'

let stage: Stage
let store: Client
beforeAll(async () => {
  stage = await openSharedStage()
  store = (await stage.tenant()).store
})
afterAll(() => stage.close())

const URL_OF_ONE = 'https://hooks.example.com/in/T0/9f86d081884c7d659a2feaa0c55ad015?token=tok-of-the-receiver'
const MASKED = 'https://hooks.example.com/in/T0/********?********'

function create(configuration: Record<string, unknown>, integration_type = 'webhook') {
  const data = { type: 'integration', integration_type, name: 'Test', observes: ['order.paid'], configuration }
  return store.post('/v2/integrations', { data })
}

async function deliveredConfiguration(id: string) {
  const { body } = await stage.receiver.waitFor(
    (delivery) => (delivery.body.payload as { data?: { id?: string } } | undefined)?.data?.id === id,
  )
  return (body.payload as { data: { configuration: Record<string, unknown> } }).data.configuration
}

test('webhook URLs reach other receivers without secrets, and their owner in full', async () => {
  await register(store, stage.receiver.url, ['integration.created'])
  const { body } = await create({ url: URL_OF_ONE })
  expect(body.data.configuration).toEqual({ url: URL_OF_ONE })
  expect(await deliveredConfiguration(body.data.id)).toEqual({ url: MASKED })
  const events = await store.get('/v2/events?filter=eq(triggered_by,integration.created)')
  expect(JSON.stringify(events.body)).not.toMatch(/9f86d0|tok-of/)
  expect((await store.get(`/v2/integrations/${body.data.id}`)).body.data.configuration).toEqual({ url: URL_OF_ONE })
})

test('broker addresses reach other receivers without secrets', async () => {
  const addresses = ['stomp://mq-1.example.com:61613', 'stomp://mq-2.example.com:61613?login=of-the-broker']
  const { status, body } = await create({ addresses, destination: '/queue/orders' }, 'stomp')
  expect(status).toBe(201)
  expect(body.data.configuration.addresses).toEqual(addresses)
  expect(await deliveredConfiguration(body.data.id)).toEqual({
    addresses: ['stomp://mq-1.example.com:61613', 'stomp://mq-2.example.com:61613?********'],
    destination: '/queue/orders',
  })
})

test('a masked address sent back stays as stored; another address replaces it', async () => {
  const { body } = await create({ url: URL_OF_ONE })
  const path = `/v2/integrations/${body.data.id}`
  const put = (url: string) => store.put(path, { data: { type: 'integration', configuration: { url } } })
  expect((await put(MASKED)).body.data).toEqual(body.data)
  const other = MASKED.replace('T0', 'T1')
  expect((await put(other)).body.data.configuration.url).toBe(other)
})
