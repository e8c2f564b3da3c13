import { execFileSync } from 'node:child_process'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verify } from '../../../src/deliveries/rules/sign.ts'
import { BROWSER_TIMEOUT } from '../../../test/support/servers/browser.ts'
import { openReceiver, type Receiver } from '../../../test/support/servers/receiver.ts'
import { newWebhook, publish, SECRET } from '../support/deliveries.ts'
import { openStage, type Stage } from '../support/stage.ts'

let stage: Stage
let receiver: Receiver
let integration: string

beforeAll(async () => {
  stage = await openStage()
  receiver = await openReceiver()
  integration = await newWebhook(stage, receiver.url)
}, BROWSER_TIMEOUT)

afterAll(async () => {
  await stage.close()
  await receiver.close()
})

test('a failed delivery shows its reason, is retried by a key, and has a complete timeline', async () => {
  const port = Number(new URL(receiver.url).port)
  await receiver.close()
  const { page, faults } = await stage.open(`/integrations/${integration}/jobs`)
  await page.getByText('No jobs match').waitFor()
  await publish(stage, 1)
  const jobs = page.getByRole('table', { name: 'jobs' })
  await page.reload()
  await jobs.getByRole('link', { name: 'order.paid' }).click()

  const panel = page.getByRole('complementary', { name: 'Job' })
  // The second wait is long enough that a retry surely cuts it short.
  await jobs.getByRole('cell', { name: '2', exact: true }).waitFor()
  await panel.getByText(/The last attempt failed: Connection refused/).waitFor()
  await panel
    .getByText(/Pending/)
    .first()
    .waitFor()
  await expect.poll(() => jobs.getByText(/^in \d+ s$/).count()).toBe(1)
  expect(page.url()).toContain('panel=job')

  receiver = await openReceiver(port)
  await page.keyboard.press('r')
  await panel.getByText(/Delivered at attempt 3/).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'order.paid' }).waitFor()
  const timeline = page.getByRole('list', { name: 'Delivery to ERP' }).first()
  await timeline.getByRole('button', { name: /^Attempt 3, succeeded/ }).waitFor()
  await timeline.getByRole('button', { name: /^Cut short by a retry/ }).waitFor()
  expect(await timeline.getByRole('button', { name: /^Attempt 1, failed/ }).count()).toBe(1)
  expect(faults).toEqual([])
})

test('an attempt shows a request whose copied command verifies with the pasted secret, and its response', async () => {
  // Deliveries within two seconds of a change may still use the previous version of the integration.
  const created_at = Date.now()
  await expect.poll(() => Date.now() - created_at).toBeGreaterThan(2_100)
  receiver.answer = (response) => response.writeHead(200, { 'x-answer': 'yes' }).end('{"taken":true}')
  const [event] = await publish(stage, 1)
  await receiver.waitFor(({ headers }) => headers['webhook-id'] === event)
  const { page, faults } = await stage.open(`/integrations/${integration}/attempts`)
  await page.getByRole('link', { name: 'order.paid' }).first().click()
  await page.getByRole('heading', { level: 3, name: 'Attempt 1' }).waitFor()
  const headers = page.getByLabel('Request headers').last()
  await headers.getByText(event ?? '').waitFor()
  expect(await page.locator('body').textContent()).not.toContain(SECRET)

  await page.getByLabel('Check the signature').fill(SECRET)
  await page.getByText('The signature is valid for this secret.').waitFor()
  await page.getByRole('button', { name: 'Copy as curl' }).click()
  receiver.received.length = 0
  runAsync(await page.evaluate(() => navigator.clipboard.readText()))
  const [copied] = await receiver.waitForCount(1)
  expect(verify(copied?.headers ?? {}, copied?.text ?? '', [SECRET], Date.now())).toEqual({ valid: true })
  await page.getByLabel('Check the signature').fill('whsec_d3Jvbmc=')
  await page.getByText(/The signature is invalid/).waitFor()

  await page.getByRole('tab', { name: 'Response' }).click()
  await expectResponse(page)
  const again = await page.context().newPage()
  await again.goto(page.url())
  await expectResponse(again)
  expect(faults).toEqual([])
})

async function expectResponse(page: Page): Promise<void> {
  await page.getByText('Status 200').waitFor()
  await page.getByLabel('Response headers').last().getByText('x-answer').waitFor()
  await page.getByRole('tree', { name: 'Response body' }).getByText('taken').first().waitFor()
}

/** Runs in the background, because the receiver is in this process. */
function runAsync(command: string): void {
  execFileSync('bash', ['-c', `${command} --silent --max-time 10 >/dev/null 2>&1 &`])
}
