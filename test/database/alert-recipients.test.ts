import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { evaluateAlerts } from '../../src/alerts/evaluate.ts'
import { sendConfirmation } from '../../src/alerts/recipients/send.ts'
import { deleteExpiredConfirmations } from '../../src/alerts/recipients/store.ts'
import { sendDue } from '../../src/alerts/send.ts'
import { openAlerting } from '../../src/app/alerting.ts'
import { query } from '../../src/db/database.ts'
import { recordFailure } from '../../src/deliveries/jobs/failing.ts'
import { noDeliveryTelemetry } from '../../src/deliveries/telemetry.ts'
import { DAY, MINUTE, SECOND } from '../../src/kernel/duration.ts'
import { ensureOwner } from '../../src/people/create.ts'
import { type Client, openApp } from '../support/app.ts'
import { openPerson } from '../support/people/people.ts'
import { type MailServer, openMailServer } from '../support/servers/smtp.ts'
import { type Level, openStage, register, type Stage } from '../support/stage.ts'

const STRANGER = 'stranger@example.com'
const CONFIRM = '[Tidings] Confirm your e-mail address'
const WORDS = `This address was entered to get alerts of the store back end at ORIGIN. An alert says that the delivery of events to another system has problems.

If you want these alerts, open this page within 7 days and press the button there:

ORIGIN/alerts/confirm?CODE

If you do not expect this message, ignore it: without your confirmation no alerts come to you.
`
const NONE_CONFIRMED = 'No recipient has confirmed the address.'

let stage: Stage
let mail: MailServer
let tenant: Record<Level, Client>
let store: Client
let integration: string
beforeAll(async () => {
  mail = await openMailServer()
  // No deliveries, so that only the test evaluates and sends alerts.
  stage = await openStage({ parts: ['api'], env: { TIDINGS_SMTP_URL: mail.url } })
})
beforeEach(async () => {
  tenant = await stage.tenant()
  store = tenant.store
  integration = (await register(store, stage.receiver.url, ['order.paid'], { name: 'Buy cheap watches' })).id
})
afterEach(async () => {
  for (const table of ['alerts', 'alert_recipients', 'alert_confirmations'])
    await query(db(), `delete from ${table}`, [])
  mail.mails.length = 0
  mail.refuses = false
})
afterAll(async () => {
  await stage.close()
  await mail.close()
})

const db = () => stage.app.foundation.db

async function createAlert(recipients: readonly string[], client = store) {
  const data = { type: 'alert', name: 'Visit example.net', channel: 'email', recipients, failing_minutes: 1 }
  const { status, body } = await client.post('/v2/alerts', { data })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data
}

/** Saves an alert unchanged and returns its response. */
async function saveAgain(id: string, client = store) {
  const { status, body } = await client.put(`/v2/alerts/${id}`, { data: { type: 'alert' } })
  expect(status).toBe(200)
  return body.data
}

/** Sends everything due by then: confirmation mails and, with `fails`, the alert about the integration. */
async function sendAll({ now = Date.now(), fails = false, config = stage.app.foundation.config } = {}): Promise<void> {
  const alerting = openAlerting({ ...stage.app.foundation, config }, noDeliveryTelemetry)
  if (fails) {
    await recordFailure(db(), integration, now - 10 * MINUTE, DAY)
    await evaluateAlerts({ db: db() }, now)
  }
  while (await sendConfirmation(alerting, now));
  while (await sendDue(alerting, now));
  await alerting.senders.close()
}

/** Moves all earlier requests to the day before. */
const passADay = () =>
  query(
    db(),
    `update alert_confirmations set day = day - 1, expires_at = expires_at - interval '1 day', mail_at = mail_at - interval '1 day'`,
    [],
  )

const recipientsOf = (subject: string) =>
  mail.mails.filter((one) => one.subject === subject).flatMap(({ recipients }) => recipients)
const confirmationRecipients = () => recipientsOf(CONFIRM).sort()
const alerted = () =>
  mail.mails.filter(({ subject }) => subject.includes('watches')).flatMap(({ recipients }) => recipients)

function linkTo(address: string): string {
  const text = mail.mails.findLast(({ subject, recipients }) => subject === CONFIRM && recipients[0] === address)?.text
  const [link] = /\S+\/alerts\/confirm\?code=\S+/.exec(text ?? '') ?? []
  if (link === undefined) throw new Error(`No link to ${address}: ${text}`)
  return link.replace(/^https?:\/\/[^/]+/, stage.app.origin)
}

/** Presses the button on the linked page. */
function press(link: string): Promise<Response> {
  const { origin, pathname, searchParams } = new URL(link)
  return fetch(`${origin}${pathname}`, { method: 'POST', body: searchParams })
}

async function incidentsOf(alert: string) {
  return (await store.get(`/v2/alerts/${alert}/incidents`)).body.data
}

test('a stranger gets one fixed mail, and no alerts before pressing the button of its page', async () => {
  const alert = await createAlert([STRANGER])
  expect(alert.unconfirmed_recipients).toEqual([STRANGER])
  await saveAgain(alert.id)
  await sendAll({ fails: true })
  await saveAgain(alert.id)
  const tested = (await store.post(`/v2/alerts/${alert.id}/test`)).body.data
  expect(tested).toMatchObject({ sent: false, unconfirmed_recipients: [STRANGER] })
  expect(tested.error).toContain(NONE_CONFIRMED)
  await sendAll({ fails: true, now: Date.now() + 2 * MINUTE })

  expect(mail.mails).toMatchObject([{ recipients: [STRANGER], subject: CONFIRM }])
  const words = mail.mails[0]?.text.replaceAll(stage.app.origin, 'ORIGIN').replace(/code=[\w-]{43}/, 'CODE')
  expect(words).toBe(WORDS)
  expect(mail.mails[0]?.source).not.toMatch(/watches|example\.net|Test/)
  const [incident] = await incidentsOf(alert.id)
  expect(incident).toMatchObject({ message: 'opened', notified_at: null })
  expect(incident.last_error).toContain(NONE_CONFIRMED)

  const link = linkTo(STRANGER)
  for (const method of ['GET', 'HEAD', 'GET']) expect((await fetch(link, { method })).status).toBe(200)
  await sendAll({ now: Date.now() + 10 * MINUTE })
  expect(mail.mails).toHaveLength(1)

  const pressed = await press(link)
  expect([pressed.status, await pressed.text()]).toEqual([200, expect.stringContaining('Your address is confirmed')])
  // Mails that failed before.
  await sendAll()
  expect(alerted()).toEqual([STRANGER])
  expect((await store.get(`/v2/alerts/${alert.id}`)).body.data.unconfirmed_recipients).toEqual([])
  expect((await store.get('/v2/alerts')).body.data).toMatchObject([{ unconfirmed_recipients: [] }])
  expect((await store.post(`/v2/alerts/${alert.id}/test`)).body.data).toMatchObject({ sent: true, error: null })
})

test('members of the organization need no confirmation, however their address is spelled', async () => {
  const roles = [{ role: 'viewer', store_id: null }] as const
  const person = await openPerson(stage.app, tenant.organization, { email: 'ada@example.com', roles })
  const { organization: other } = await stage.tenant()
  await openPerson(stage.app, other, { email: 'other@example.com', roles })
  // The command line created this person, who never logged in.
  const { foundation } = stage.app
  const third = (await stage.tenant()).store
  const report = async () => {}
  await ensureOwner({ ...foundation, report }, { ...third, person_id: null }, { email: 'new@example.com', name: 'New' })
  await createAlert(['new@example.com'], third)

  const alert = await createAlert(['ADA@example.com', 'other@example.com'])
  expect(alert.unconfirmed_recipients).toEqual(['other@example.com'])
  await sendAll({ fails: true })
  expect(confirmationRecipients()).toEqual(['new@example.com', 'other@example.com'])
  expect(alerted()).toEqual(['ADA@example.com'])
  const tested = (await store.post(`/v2/alerts/${alert.id}/test`)).body.data
  expect(tested).toMatchObject({ sent: true, error: null, unconfirmed_recipients: ['other@example.com'] })
  expect(recipientsOf('[Tidings] Test of an alert')).toEqual(['ADA@example.com'])

  expect((await tenant.organization.delete(`/v2/people/${person.id}`)).status).toBe(200)
  expect((await saveAgain(alert.id)).unconfirmed_recipients).toEqual(['ADA@example.com', 'other@example.com'])
})

test('a confirmation holds for its owner only, and survives the removal of the recipient', async () => {
  const alert = await createAlert([STRANGER])
  await sendAll()
  await press(linkTo(STRANGER))
  const { store: other } = await stage.tenant()
  for (const client of [other, tenant.organization])
    expect((await createAlert([STRANGER], client)).unconfirmed_recipients).toEqual([STRANGER])

  await store.put(`/v2/alerts/${alert.id}`, { data: { type: 'alert', recipients: ['next@example.com'] } })
  await store.delete(`/v2/alerts/${alert.id}`)
  await passADay()
  expect((await createAlert(['Stranger@Example.com'])).unconfirmed_recipients).toEqual([])
})

test('an expired, unknown or unsent link confirms nothing, and a used link changes nothing', async () => {
  const alert = await createAlert([STRANGER])
  await sendAll()
  const link = linkTo(STRANGER)
  const unknown = link.replace(/code=...../, 'code=AAAAA')
  for (const bad of [unknown, `${link}A`, link.replace(/code=.*/, ''), `${link}&code=x`]) {
    expect((await fetch(bad)).status, bad).toBe(404)
    expect((await press(bad)).status, bad).toBe(404)
  }
  const expire = (days: number) =>
    query(db(), `update alert_confirmations set expires_at = expires_at + $1 * interval '1 day'`, [days])
  await expire(-7)
  expect([(await fetch(link)).status, (await press(link)).status]).toEqual([404, 404])
  expect((await store.get(`/v2/alerts/${alert.id}`)).body.data.unconfirmed_recipients).toEqual([STRANGER])

  await expire(7)
  expect((await press(link)).status).toBe(200)
  const confirmed = () => query(db(), 'select * from alert_recipients', [])
  const before = await confirmed()
  expect((await press(link)).status).toBe(200)
  expect(await confirmed()).toEqual(before)
  expect(await (await fetch(link)).text()).not.toContain('<form')

  expect(await deleteExpiredConfirmations(db(), Date.now())).toBe(0)
  expect(await deleteExpiredConfirmations(db(), Date.now() + 7 * DAY)).toBe(1)
})

test('stores only the hash of the code', async () => {
  await createAlert([STRANGER])
  await sendAll()
  const code = new URL(linkTo(STRANGER)).searchParams.get('code') ?? ''
  expect(code).toMatch(/^[\w-]{43}$/)
  const rows = await query(db(), 'select c::text from alert_confirmations c', [])
  expect(JSON.stringify(rows)).not.toContain(code)
})

test('a mailbox gets one mail a day, whatever the sender or tag; saving the alert on another day sends again', async () => {
  const { store: other } = await stage.tenant()
  const alerts = await Promise.all(
    [store, other].flatMap((client) =>
      ['x@example.com', 'X@example.com', 'x+watches@example.com'].flatMap((address) =>
        [1, 2].map(async () => ({ client, id: (await createAlert([address, 'y@example.com'], client)).id })),
      ),
    ),
  )
  await sendAll()
  const [first, ...rest] = confirmationRecipients()
  expect(first).toMatch(/^x(\+watches)?@example\.com$/)
  expect(rest).toEqual(['y@example.com'])

  const link = linkTo('y@example.com')
  await passADay()
  for (const { client, id } of alerts) await saveAgain(id, client)
  await sendAll()
  expect(confirmationRecipients()).toHaveLength(4)
  // The link of the day before is still valid.
  expect((await press(link)).status).toBe(200)
})

test('an owner requests at most 20 mails a day, and the rest on later days; others are not affected', async () => {
  const some = (name: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${name}${index}@example.com`)
  const alerts = await Promise.all(['a', 'b', 'c'].map((name) => createAlert(some(name, 15))))
  const { store: other } = await stage.tenant()
  await createAlert(['z@example.com'], other)
  await sendAll()
  expect(confirmationRecipients()).toHaveLength(21)
  expect(confirmationRecipients()).toContain('z@example.com')
  await passADay()
  mail.mails.length = 0
  for (const { id } of alerts) await saveAgain(id)
  await sendAll()
  expect(confirmationRecipients()).toHaveLength(20)
})

test('a mail that the server rejects is sent once later, by any process', async () => {
  const alert = await createAlert([STRANGER])
  mail.refuses = true
  const now = Date.now()
  await sendAll({ now })
  mail.refuses = false
  await sendAll({ now: now + 29 * SECOND })
  expect(mail.mails).toEqual([])
  // The mail for this address still waits on the next day, so the mailbox gets no second mail.
  await query(db(), 'update alert_confirmations set day = day - 1', [])
  await saveAgain(alert.id)
  await Promise.all(Array.from({ length: 6 }, () => sendAll({ now: now + 31 * SECOND })))
  await sendAll({ now: now + DAY })
  expect(confirmationRecipients()).toEqual([STRANGER])
})

test('another process sends the mail of a process that dies while sending', async () => {
  await createAlert([STRANGER])
  const now = Date.now()
  const alerting = openAlerting(stage.app.foundation, noDeliveryTelemetry)
  const dies = { ...alerting.senders, send: () => new Promise<void>(() => {}) }
  sendConfirmation({ ...alerting, senders: dies }, now)
  await expect
    .poll(() => query(db(), 'select from alert_confirmations where code_hash is not null', []))
    .toHaveLength(1)
  await sendAll({ now: now + MINUTE })
  expect(confirmationRecipients()).toEqual([])
  await sendAll({ now: now + 2 * MINUTE })
  expect(confirmationRecipients()).toEqual([STRANGER])
  expect((await press(linkTo(STRANGER))).status).toBe(200)
  await alerting.senders.close()
})

test('a link is valid on every process of the deployment', async () => {
  const second = await openApp(stage.database, { parts: ['api'] })
  await createAlert([STRANGER])
  await sendAll()
  const pressed = await press(linkTo(STRANGER).replace(stage.app.origin, second.origin))
  expect([pressed.status, await pressed.text()]).toEqual([200, expect.stringContaining('is confirmed')])
  await second.close()
})

test("the page has no scripts, shows no client's text, and blocks injected code", async () => {
  await createAlert([STRANGER])
  await sendAll()
  const page = await fetch(linkTo(STRANGER))
  const policy = page.headers.get('content-security-policy') ?? ''
  const nonce = /style-src 'nonce-([^']+)'/.exec(policy)?.[1]
  const html = await page.text()
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toMatch(/script-src|unsafe/)
  expect(page.headers.get('cache-control')).toBe('no-store')
  expect(page.headers.get('referrer-policy')).toBe('no-referrer')
  expect(html).toContain(`<style nonce="${nonce}">`)
  expect(html).toContain('<html lang="en">')
  expect(html).toContain('name="viewport" content="width=device-width, initial-scale=1"')
  // A relative path, because a proxy may add a prefix.
  expect(html).toContain('<form method="post" action="confirm">')
  expect(html).not.toMatch(/<script|Visit|watches|stranger/)
  const injected = await fetch(`${stage.app.origin}/alerts/confirm?code=${encodeURIComponent('"><script>x</script>')}`)
  expect(await injected.text()).not.toContain('<script')
})

test('a deployment without a mail server reports that it sends no mail', async () => {
  const alert = await createAlert([STRANGER])
  const { TIDINGS_SMTP_URL: _, ...config } = stage.app.foundation.config
  await sendAll({ fails: true, config })
  const [incident] = await incidentsOf(alert.id)
  expect(incident.last_error).toBe('This deployment cannot send mail: TIDINGS_SMTP_URL is not set.')
})
