import { afterAll, beforeAll, expect, test } from 'vitest'
import { startStopwatch } from '../support/measures/stopwatch.ts'
import { openReceiver, type Receiver } from '../support/servers/receiver.ts'
import { openStage, register, type Stage } from '../support/stage.ts'

let stage: Stage
let chat: Receiver
beforeAll(async () => {
  stage = await openStage()
  chat = await openReceiver()
})
afterAll(async () => {
  await chat.close()
  await stage.close()
})

test('people hear within a quarter of a minute that an integration was disabled, and can send a test', async () => {
  const { store } = await stage.tenant()
  stage.receiver.answer = (response) => response.writeHead(410).end()
  await register(store, stage.receiver.url, ['order.paid'], { name: 'Orders to the ERP' })
  const alert = await store.post('/v2/alerts', {
    data: { type: 'alert', name: 'On call', channel: 'chat', url: chat.url },
  })
  await store.post(`/v2/alerts/${alert.body.data.id}/test`)
  const payload = { data: { type: 'order', id: 'o1' } }
  await store.post('/v2/events', { data: { type: 'event', triggered_by: 'order.paid', payload } })
  const published = startStopwatch()
  const message = await chat.waitFor(({ body }) => String(body.text).includes('was disabled'))
  expect(published.stop()).toBeLessThan(15_000)
  expect(message.body.text).toContain('The endpoint responded with 410 Gone.')
  expect(chat.received.map(({ body }) => String(body.text).split('\n')[0])).toEqual([
    '[Tidings] Test of an alert',
    '[Tidings] "Orders to the ERP" was disabled',
  ])
})

test('forty alerts of chosen integrations are created at once, each with one connection to the database', async () => {
  const { store } = await stage.tenant()
  const { id } = await register(store, stage.receiver.url, ['order.paid'])
  const data = { type: 'alert', name: 'On call', channel: 'chat', url: chat.url, enabled: false, integration_ids: [id] }
  const created = await Promise.all(Array.from({ length: 40 }, () => store.post('/v2/alerts', { data })))
  expect(created.map(({ status }) => status)).toEqual(Array(40).fill(201))
})
