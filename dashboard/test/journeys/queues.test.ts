import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reservedPort } from '../../../test/support/reserved-port.ts'
import { BROWSER_TIMEOUT } from '../../../test/support/servers/browser.ts'
import { type RabbitMQ, startRabbitMQ } from '../../../test/support/servers/rabbitmq.ts'
import { stompListener } from '../../../test/support/servers/rabbitmq-stomp.ts'
import { SQS_KEYS, type Sqs, startSqs } from '../../../test/support/servers/sqs.ts'
import { takeFromBroker } from '../../../test/support/servers/stomp-queue.ts'
import { publish } from '../support/deliveries.ts'
import { axe, openStage, type Stage } from '../support/stage.ts'

let stage: Stage
let sqs: Sqs
let rabbit: RabbitMQ
let port: number
let page: Page
let faults: string[]
beforeAll(async () => {
  port = await reservedPort()
  const settings = stompListener(port)
  const opening = [openStage(), startSqs(), startRabbitMQ({ plugins: ['rabbitmq_stomp'], settings })] as const
  ;[stage, sqs, rabbit] = await Promise.all(opening)
  ;({ page, faults } = await stage.open('/integrations/new'))
}, BROWSER_TIMEOUT)
afterAll(async () => {
  await Promise.all([stage.close(), sqs.close(), rabbit.close()])
})

/** Checks the URL and the content of the page. */
async function expectNoSecret(secrets: readonly string[]): Promise<void> {
  const content = `${page.url()} ${await page.content()}`
  expect(secrets.filter((secret) => content.includes(secret))).toEqual([])
}

/** Goes from the first step to the form of the target. */
async function choose(kind: RegExp): Promise<void> {
  await page.getByRole('button', { name: kind }).click()
  await page.getByLabel('Find events').fill('paid')
  await page.getByRole('checkbox', { name: 'order.paid' }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
}

async function sendTest(outcome: 'Delivered' | 'Not delivered'): Promise<void> {
  await page.getByRole('button', { name: 'Send a test' }).click()
  await page.getByText(outcome, { exact: true }).waitFor()
}

async function create(): Promise<void> {
  await page.getByRole('button', { name: 'Create integration' }).click()
  await page.getByRole('heading', { level: 1, name: 'Integration created' }).waitFor()
  await page.getByText('Succeeded').waitFor()
}

async function openAttempt(integration: string, event: string): Promise<void> {
  await page.goto(stage.at(`/events/${event}`))
  await page.getByRole('link', { name: `Job of ${integration}` }).click()
}

/** Checks the sent message and its confirmation on the page of the attempt. */
async function expectSent(event: string, headers: readonly (readonly [name: string, value: string])[]): Promise<void> {
  const list = page.getByLabel(/^Message (attributes|headers)$/)
  for (const [name, value] of headers) {
    const term = list.getByText(name, { exact: true })
    await term.locator('xpath=following-sibling::dd').filter({ hasText: value }).waitFor()
  }
  await page.getByLabel('Message body').getByText(`"${event}"`).waitFor()
  await page.getByText('The integration has changed since').waitFor({ state: 'detached' })
  await page.getByRole('tab', { name: 'Response' }).click()
}

test('a wrong SQS queue is reported and repaired, and attempts show the message and receipt', async () => {
  const url = await sqs.queue('orders')
  const secrets = Object.values(SQS_KEYS)
  await choose(/^Amazon SQS/)
  await page.getByLabel('Name').fill('Warehouse')
  await page.getByLabel('Address of the queue').fill(`${url}-missing`)
  await page.getByLabel('Region').fill('us-east-1')
  await page.getByLabel('Access key ID').fill(SQS_KEYS.access_key_id)
  await page.getByRole('textbox', { name: 'Secret access key' }).fill(SQS_KEYS.secret_access_key)
  await sendTest('Not delivered')
  await page
    .getByText(/has no such queue: check the url and the region/)
    .first()
    .waitFor()
  await expectNoSecret(secrets)
  await page.getByRole('button', { name: 'Change the target' }).click()
  await page.getByLabel('Address of the queue').fill(url)
  await sendTest('Delivered')
  await create()
  await page.getByText(`QUEUE_URL='${url}'`).waitFor()
  await page.getByText('def consume():').waitFor()
  await expectNoSecret(secrets)

  const [event = ''] = await publish(stage, 1)
  const taken: string[] = []
  while (!taken.includes(event)) {
    for (const { Body = '{}' } of await sqs.receive(url)) taken.push(JSON.parse(Body).id)
  }
  await openAttempt('Warehouse', event)
  await expectSent(event, [['triggered_by', 'order.paid']])
  await page.getByText('Status 200').waitFor()
  await page.getByLabel('Receipt').getByText('MessageId').waitFor()
  await expectNoSecret(secrets)
})

test('a wrong STOMP password or queue is reported and repaired, and attempts show frame and receipt', async () => {
  const broker = { port, username: 'tidings', password: rabbit.password }
  await page.goto(stage.at('/integrations/new'))
  await choose(/^Message broker/)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('ERP')
  await page.getByRole('combobox', { name: 'Addresses' }).fill(`stomp://127.0.0.1:${port}`)
  await page.keyboard.press('Enter')
  await page.getByLabel('Destination').fill('/amq/queue/orders')
  await page.getByLabel('Username').fill(broker.username)
  await page.getByRole('textbox', { name: 'Password' }).fill('wrong')
  await sendTest('Not delivered')
  await page
    .getByText(/refused the login: Bad CONNECT/)
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Change the target' }).click()
  await page.getByRole('textbox', { name: 'Password' }).fill(broker.password)
  await sendTest('Not delivered')
  await page
    .getByText(/has no queue orders: RabbitMQ confirms messages to it and drops them/)
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Change the target' }).click()
  await page.getByLabel('Destination').fill('/queue/orders')
  await sendTest('Delivered')
  await create()
  await page.getByText("STOMP_QUEUE='/queue/orders'").waitFor()
  await expectNoSecret([broker.password])

  const [event = ''] = await publish(stage, 1)
  const reader = { ...broker, destination: '/queue/orders' }
  const taken = await takeFromBroker(reader, ({ body }) => JSON.parse(body).id === event)
  expect(taken.at(-1)?.headers).toMatchObject({ 'triggered-by': 'order.paid', 'event-id': event })
  await openAttempt('ERP', event)
  await expectSent(event, [
    ['destination', '/queue/orders'],
    ['triggered-by', 'order.paid'],
    ['event-id', event],
  ])
  await page.getByText('Confirmed by the broker').waitFor()
  await page.getByLabel('Receipt').getByText('receipt-id').waitFor()
  await expectNoSecret([broker.password])
})

test('the destination changes without its password, and the tab explains consuming and replacing', async () => {
  await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'ERP' }).click()
  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.getByLabel('Destination').fill('/queue/others')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await page.getByText('Saved the settings.').waitFor()
  await expectNoSecret([rabbit.password])
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await page.getByText('The receiver has accepted it').waitFor()
  await page.getByRole('tab', { name: 'Consumer' }).click()
  await page.getByText("STOMP_QUEUE='/queue/others'").waitFor()
  await page.getByText('create new ones there').waitFor()
  expect(await axe(page)).toEqual([])
  await expectNoSecret([rabbit.password])
  expect(faults).toEqual([])
})
