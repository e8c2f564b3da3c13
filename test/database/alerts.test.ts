import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { evaluateAlerts } from '../../src/alerts/evaluate.ts'
import { sendDue } from '../../src/alerts/send.ts'
import { openAlerting } from '../../src/app/alerting.ts'
import { query } from '../../src/db/database.ts'
import { deleteFailures, recordFailure } from '../../src/deliveries/jobs/failing.ts'
import { noDeliveryTelemetry } from '../../src/deliveries/telemetry.ts'
import { disableIntegration } from '../../src/integrations/update.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../src/kernel/duration.ts'
import type { Client } from '../support/app.ts'
import { MAIL_PASSWORD, type MailServer, openMailServer } from '../support/servers/smtp.ts'
import { openStage, register, type Stage } from '../support/stage.ts'

const SECRET_PATH = '/services/a-secret-path-of-the-test'
const TO = ['ops@example.com', 'erp@example.com']

let stage: Stage
let mail: MailServer
let store: Client
let integration: string
beforeAll(async () => {
  mail = await openMailServer()
  // No deliveries, so that only the test evaluates and sends alerts.
  stage = await openStage({
    parts: ['api'],
    env: { TIDINGS_SMTP_URL: mail.url, TIDINGS_MAIL_FROM: 'Shop <shop@example.com>' },
  })
})
beforeEach(async () => {
  store = (await stage.tenant()).store
  integration = (await register(store, stage.receiver.url, ['order.paid'], { name: 'Orders to the\nERP' })).id
  const { store_id } = store
  await query(db(), 'insert into alert_recipients select $1, unnest($2::text[]), now()', [store_id, TO])
})
afterEach(async () => {
  await query(stage.app.foundation.db, 'delete from alerts', [])
  mail.mails.length = 0
  mail.refuses = false
  stage.receiver.received.length = 0
  stage.receiver.answer = (response) => response.end()
})
afterAll(async () => {
  await stage.close()
  await mail.close()
})

async function createAlert(attributes: Record<string, unknown>): Promise<string> {
  const { status, body } = await store.post('/v2/alerts', { data: { type: 'alert', name: 'On call', ...attributes } })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data.id
}

const byMail = { channel: 'email', recipients: TO }
const byChat = () => ({ channel: 'chat', url: `${stage.receiver.url}${SECRET_PATH}` })

const db = () => stage.app.foundation.db
const fail = (now: number) => recordFailure(db(), integration, now, DAY)
const disable = () =>
  disableIntegration(stage.app.integrationDeps, store, integration, { code: 'gone', detail: 'It responded with 410.' })

/** Evaluates all alerts, then sends everything due by then. */
async function report(now: number): Promise<void> {
  const alerting = openAlerting(stage.app.foundation, noDeliveryTelemetry)
  await evaluateAlerts({ db: db() }, now)
  while (await sendDue(alerting, now));
  await alerting.senders.close()
}

async function incidentsOf(alert: string) {
  const { status, body } = await store.get(`/v2/alerts/${alert}/incidents`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}

test('reports a failing integration once, again after the reminder time, and when it recovers', async () => {
  const alert = await createAlert({ ...byMail, failing_minutes: 15, remind_hours: 24 })
  const since = Date.now()
  await fail(since)
  await report(since + 14 * MINUTE)
  expect(mail.mails).toEqual([])

  await report(since + 15 * MINUTE)
  await report(since + 16 * MINUTE)
  expect(mail.mails).toMatchObject([
    { recipients: TO, from: '"Shop" <shop@example.com>', subject: '[Tidings] "Orders to the ERP" fails' },
  ])
  expect(mail.mails[0]?.text).toContain('Every attempt for more than 15 minutes has failed.')
  expect(mail.mails[0]?.text).toContain(`/v2/integrations/${integration}/health`)
  // Recipients must not see each other's addresses.
  expect(mail.mails[0]?.source).not.toContain('ops@example.com')

  await report(since + 15 * MINUTE + 24 * HOUR - SECOND)
  expect(mail.mails).toHaveLength(1)
  await report(since + 15 * MINUTE + 24 * HOUR)
  expect(mail.mails).toHaveLength(2)
  expect(mail.mails[1]?.text).toContain('Still, after 1 d: ')

  await deleteFailures(db(), integration)
  await report(since + 25 * HOUR)
  await report(since + 26 * HOUR)
  expect(mail.mails.slice(2)).toMatchObject([{ subject: '[Tidings] "Orders to the ERP" has recovered' }])
  expect(await incidentsOf(alert)).toMatchObject([
    { problem: 'failing', message: null, message_at: null, resolved_at: new Date(since + 25 * HOUR).toISOString() },
  ])
})

test('reports an integration that the service disabled, and no recovery when it no longer fails', async () => {
  await createAlert({ ...byChat(), failing_minutes: 1 })
  const now = Date.now()
  await fail(now - 10 * MINUTE)
  await report(now)
  await disable()
  await report(now + MINUTE)
  const texts = stage.receiver.received.map(({ body }) => String(body.text))
  expect(texts).toHaveLength(2)
  expect(texts[0]).toContain('"Orders to the ERP" fails')
  expect(texts[1]).toContain('"Orders to the ERP" was disabled')
  expect(texts[1]).toContain('It responded with 410.')

  await store.put(`/v2/integrations/${integration}`, { data: { type: 'integration', enabled: true } })
  await report(now + 2 * MINUTE)
  expect(stage.receiver.received).toHaveLength(3)
  expect(stage.receiver.received[2]?.body.text).toContain('has recovered')
})

test('does not report an integration that a person disables', async () => {
  await createAlert(byMail)
  await store.put(`/v2/integrations/${integration}`, { data: { type: 'integration', enabled: false } })
  await report(Date.now())
  expect(mail.mails).toEqual([])
})

test('reports a backlog above the threshold of each alert, and its end at half the threshold', async () => {
  const alert = await createAlert({ ...byMail, backlog: 4 })
  const patient = await createAlert({ ...byMail, backlog: 5 })
  const silent = await createAlert({ ...byMail, failing_minutes: 1 })
  const event = { triggered_by: 'order.paid', payload: { data: { type: 'order', id: 'o1' } } }
  const publish = (count: number) =>
    store.post('/v2/events', { data: Array.from({ length: count }, () => ({ type: 'event', ...event })) })
  const waiting = (count: number) =>
    query(
      db(),
      `update jobs set status = 'succeeded', next_at = null
        where integration_id = $1 and id in (select id from jobs where integration_id = $1 and next_at is not null offset $2)`,
      [integration, count],
    )
  expect((await publish(4)).status).toBe(201)
  const now = Date.now()
  await report(now)
  expect(mail.mails).toEqual([])
  await publish(1)
  await report(now)
  expect(mail.mails).toMatchObject([{ subject: '[Tidings] "Orders to the ERP" is falling behind' }])
  await waiting(3)
  await report(now + MINUTE)
  expect(mail.mails).toHaveLength(1)
  await waiting(2)
  await report(now + 2 * MINUTE)
  expect(mail.mails.slice(1)).toMatchObject([{ subject: '[Tidings] "Orders to the ERP" has recovered' }])
  expect(await incidentsOf(alert)).toHaveLength(1)
  expect([await incidentsOf(patient), await incidentsOf(silent)]).toEqual([[], []])
})

test('retries rejected reports later, hides secrets in the reason, and reports no end without a begin', async () => {
  const alert = await createAlert({ ...byMail, failing_minutes: 1 })
  mail.refuses = true
  const now = Date.now()
  await fail(now - 5 * MINUTE)
  await report(now)
  const [incident] = await incidentsOf(alert)
  expect(incident).toMatchObject({ message: 'opened', failed_tries: 1, notified_at: null })
  expect(incident.last_error).toBe('The mail server did not accept the message: EMESSAGE 550')
  expect(incident.message_at).toBe(new Date(now + 30 * SECOND).toISOString())

  mail.refuses = false
  await report(now + 29 * SECOND)
  expect(mail.mails).toEqual([])
  await deleteFailures(db(), integration)
  await report(now + 31 * SECOND)
  expect(mail.mails).toEqual([])
  expect(await incidentsOf(alert)).toMatchObject([{ message: null, last_error: null }])
})

test('reports several integrations in one message', async () => {
  await createAlert({ ...byMail, failing_minutes: 1 })
  const other = (await register(store, stage.receiver.url, ['order.paid'], { name: 'Search' })).id
  const now = Date.now()
  await fail(now - 5 * MINUTE)
  await recordFailure(db(), other, now - 5 * MINUTE, DAY)
  await report(now)
  expect(mail.mails).toMatchObject([{ subject: '[Tidings] 2 integrations have problems' }])
})

test('several processes report a problem once', async () => {
  await createAlert({ ...byMail, failing_minutes: 1 })
  const now = Date.now()
  await fail(now - 5 * MINUTE)
  await Promise.all(Array.from({ length: 8 }, () => report(now)))
  await report(now)
  expect(mail.mails).toHaveLength(1)
})

test('an alert reports only integrations of its owner, and only those that it names', async () => {
  const named = (await register(store, stage.receiver.url, ['order.paid'], { name: 'Named' })).id
  await createAlert({ ...byMail, failing_minutes: 1, integration_ids: [named] })
  const { store: other } = await stage.tenant()
  const foreign = (await register(other, stage.receiver.url, ['order.paid'])).id
  const now = Date.now()
  await fail(now - 5 * MINUTE)
  await recordFailure(db(), foreign, now - 5 * MINUTE, DAY)
  await report(now)
  expect(mail.mails).toEqual([])
  await recordFailure(db(), named, now - 5 * MINUTE, DAY)
  await report(now)
  expect(mail.mails).toMatchObject([{ subject: '[Tidings] "Named" fails' }])
  const body = { data: { type: 'alert', name: 'x', ...byMail, integration_ids: [foreign] } }
  expect((await store.post('/v2/alerts', body)).body.errors[0].detail).toBe(`There is no integration ${foreign}.`)
})

test('masks the address of a chat system, keeps it when sent back, and omits it from errors', async () => {
  const alert = await createAlert(byChat())
  const shown = (await store.get(`/v2/alerts/${alert}`)).body.data
  expect(shown.url).toMatch(/^\*+.{4}$/)
  const renamed = await store.put(`/v2/alerts/${alert}`, { data: { ...shown, name: 'Renamed' } })
  expect(renamed.body.data.name).toBe('Renamed')
  expect((await store.post(`/v2/alerts/${alert}/test`)).body.data).toMatchObject({ sent: true, error: null })
  expect(stage.receiver.received[0]?.body.text).toContain('This is a test of the alert "Renamed"')

  stage.receiver.answer = (response) => response.writeHead(302, { location: stage.receiver.url }).end()
  expect((await store.post(`/v2/alerts/${alert}/test`)).body.data).toMatchObject({
    sent: false,
    error: 'The chat system responded with 302.',
  })
  await store.put(`/v2/alerts/${alert}`, { data: { type: 'alert', url: `http://10.0.0.1${SECRET_PATH}` } })
  const rejected = (await store.post(`/v2/alerts/${alert}/test`)).body.data
  expect(rejected.sent).toBe(false)
  expect(rejected.error).toContain('TIDINGS_ALLOW_NETWORKS')
  const rows = await query(db(), 'select alerts::text from alerts', [])
  expect(JSON.stringify([rows, rejected, await incidentsOf(alert)])).not.toContain(SECRET_PATH)
})

test('limits tests of alerts per store, with a fixed subject', async () => {
  const alerts = await Promise.all(['a', 'b', 'c'].map((name) => createAlert({ ...byMail, name: `Buy now ${name}` })))
  const statuses: number[] = []
  for (const id of alerts.flatMap((id) => Array(8).fill(id))) {
    statuses.push((await store.post(`/v2/alerts/${id}/test`)).status)
  }
  expect(statuses).toEqual([...Array(20).fill(200), ...Array(4).fill(429)])
  expect(new Set(mail.mails.map(({ subject }) => subject))).toEqual(new Set(['[Tidings] Test of an alert']))

  const { store: other } = await stage.tenant()
  const created = await other.post('/v2/alerts', { data: { type: 'alert', name: 'x', ...byMail } })
  expect((await other.post(`/v2/alerts/${created.body.data.id}/test`)).status).toBe(200)
})

test('a store has at most 100 alerts', async () => {
  const alert = await createAlert(byMail)
  const copy = `(jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid()))).*`
  await query(db(), `insert into alerts select ${copy} from alerts a, generate_series(1, 99)`, [])
  const body = { data: { type: 'alert', name: 'x', ...byMail } }
  const rejected = await store.post('/v2/alerts', body)
  expect([rejected.status, rejected.body.errors[0].detail]).toEqual([
    409,
    'A store or an organization has at most 100 alerts. Delete one that is no longer used.',
  ])
  expect((await (await stage.tenant()).store.post('/v2/alerts', body)).status).toBe(201)
  expect((await store.delete(`/v2/alerts/${alert}`)).status).toBe(200)
  expect((await store.post('/v2/alerts', body)).status).toBe(201)
})

test('omits the password of the mail server from the reason', async () => {
  const env = { ...stage.app.foundation.config, TIDINGS_SMTP_URL: mail.url.replace(MAIL_PASSWORD, 'wrong-password') }
  const { senders } = openAlerting({ ...stage.app.foundation, config: env }, noDeliveryTelemetry)
  const destination = { id: integration, channel: 'email', recipients: TO, format: 'text', secret: null } as const
  const sending = senders.send({ ...destination, recipients: [...TO] }, { subject: 's', text: 't' })
  await expect(sending).rejects.toThrow(/^The mail server did not accept the message: EAUTH 535$/)
  await senders.close()
})

test.each([
  [{ channel: 'email' }, '`recipients` is required for the channel `email`.'],
  [{ channel: 'chat' }, '`url` is required for the channel `chat`.'],
  [{ channel: 'chat', url: 'ftp://chat.example.com/' }, '`url` must be a URL that starts with https:// or http://.'],
])('rejects %j with %j', async (attributes, detail) => {
  const { status, body } = await store.post('/v2/alerts', { data: { type: 'alert', name: 'x', ...attributes } })
  expect(status).toBe(422)
  expect(body.errors[0].detail).toBe(detail)
})
