import { afterAll, beforeAll, expect, test } from 'vitest'
import { startStopwatch } from '../support/measures/stopwatch.ts'
import { openReceiver, type Receiver } from '../support/servers/receiver.ts'
import { type MailServer, openMailServer } from '../support/servers/smtp.ts'
import { openStage, register, type Stage } from '../support/stage.ts'

let stage: Stage
let chat: Receiver
let mail: MailServer
beforeAll(async () => {
  mail = await openMailServer()
  stage = await openStage({ env: { TIDINGS_SMTP_URL: mail.url } })
  chat = await openReceiver()
})
afterAll(async () => {
  await chat.close()
  await stage.close()
  await mail.close()
})

test('a disabled integration raises an alert within 15 seconds, and a test alert can be sent', async () => {
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

test('a recipient confirmed by mail is alerted of a disabled integration within 15 seconds', async () => {
  const { store } = await stage.tenant()
  stage.receiver.answer = (response) => response.writeHead(410).end()
  await register(store, stage.receiver.url, ['order.paid'], { name: 'Orders to the ERP' })
  const data = { type: 'alert', name: 'On call', channel: 'email', recipients: ['ops@example.com'] }
  expect((await store.post('/v2/alerts', { data })).status).toBe(201)
  const subjects = () => mail.mails.map(({ subject }) => subject)
  await expect.poll(subjects, { timeout: 15_000 }).toEqual(['[Tidings] Confirm your e-mail address'])

  const payload = { data: { type: 'order', id: 'o1' } }
  await store.post('/v2/events', { data: { type: 'event', triggered_by: 'order.paid', payload } })
  const [link = ''] = /http\S+code=\S+/.exec(mail.mails[0]?.text ?? '') ?? []
  const { origin, pathname, searchParams } = new URL(link)
  const pressed = await fetch(`${origin}${pathname}`, { method: 'POST', body: searchParams })
  expect([pressed.status, await pressed.text()]).toEqual([200, expect.stringContaining('is confirmed')])
  await expect.poll(subjects, { timeout: 15_000 }).toContain('[Tidings] "Orders to the ERP" was disabled')
})

test('forty alerts for selected integrations are created concurrently on one connection each', async () => {
  const { store } = await stage.tenant()
  const { id } = await register(store, stage.receiver.url, ['order.paid'])
  const data = { type: 'alert', name: 'On call', channel: 'chat', url: chat.url, enabled: false, integration_ids: [id] }
  const created = await Promise.all(Array.from({ length: 40 }, () => store.post('/v2/alerts', { data })))
  expect(created.map(({ status }) => status)).toEqual(Array(40).fill(201))
})
