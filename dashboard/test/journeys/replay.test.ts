import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../test/support/app.ts'
import { BROWSER_TIMEOUT } from '../../../test/support/servers/browser.ts'
import { openReceiver, type Receiver } from '../../../test/support/servers/receiver.ts'
import { newWebhook, publish } from '../support/deliveries.ts'
import { type OwnStage, openOwnStage } from '../support/stage.ts'

const EVENTS = 60

let stage: OwnStage
let receiver: Receiver
let other: Receiver

beforeAll(async () => {
  stage = await openOwnStage()
  receiver = await openReceiver()
  other = await openReceiver()
}, BROWSER_TIMEOUT)

afterAll(async () => {
  await stage.close()
  await receiver.close()
  await other.close()
})

test('a replay to another integration survives a restart, explains its pause, and delivers once', async () => {
  const integration = await newWebhook(stage, receiver.url)
  const target = await newWebhook(stage, other.url, { name: 'Warehouse', observes: ['settings.updated'] })
  const events = await publish(stage, EVENTS)
  await receiver.waitForCount(EVENTS)
  const { page, faults } = await stage.open(`/integrations/${integration}/replays`)
  await page.getByRole('button', { name: 'New replay' }).click()
  await page.getByRole('radio', { name: 'Everything' }).click()
  await page.getByLabel('Deliver to').first().click()
  await page.getByRole('option', { name: 'Warehouse' }).click()
  await page.getByLabel('Events a second').fill('10')
  await page.waitForURL(/rate=10/)
  expect(page.url()).toContain(`target=${target}`)
  await page.getByText(`It would create ${EVENTS} jobs, in about 6 s.`).waitFor()
  await page.getByRole('button', { name: 'Start the replay' }).click()
  await page.getByRole('heading', { level: 1, name: 'Replay: everything' }).waitFor()
  await other.waitForCount(3)

  await stage.restart()
  await other.waitForCount(15)
  const path = `/v2/integrations/${target}`
  await stage.tenant.seller.put(path, { data: { type: 'integration', enabled: false } })
  await page.getByText('Paused: The integration is disabled.').waitFor()
  await page.getByText(/The target Warehouse is disabled: enable it/).waitFor()
  await stage.tenant.seller.put(path, { data: { type: 'integration', enabled: true } })
  await page.getByRole('button', { name: 'Resume' }).click()
  await page.getByText('Completed', { exact: true }).waitFor()

  // Jobs cancelled by the disabling are not delivered, no other job is missing, and none is duplicated.
  const { body } = await stage.tenant.seller.get(`${path}/jobs?page[limit]=1&filter=eq(status,cancelled)`)
  const cancelled: number = body.meta.results.total
  await eventually(
    async () => other.received.length,
    (count) => count === EVENTS - cancelled,
  )
  const ids = other.received.map(({ headers }) => String(headers['webhook-id']))
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.filter((id) => !events.includes(id))).toEqual([])
  await page.getByRole('link', { name: 'Jobs created' }).click()
  await page.getByText(`${EVENTS} jobs`, { exact: true }).waitFor()
  expect(faults).toEqual([])
})

test('a link fills in a replay of missed events, which delivers only those', async () => {
  const integration = await newWebhook(stage, receiver.url, { observes: ['cart.updated'] })
  const from = new Date(Date.now() - 1_000).toISOString()
  await publish(stage, 2, 'cart.updated')
  receiver.received.length = 0
  const path = `/v2/integrations/${integration}`
  await stage.tenant.seller.put(path, { data: { type: 'integration', enabled: false } })
  const missed = await publish(stage, 3, 'cart.updated')
  await stage.tenant.seller.put(path, { data: { type: 'integration', enabled: true } })
  receiver.received.length = 0
  const { page } = await stage.open(`/integrations/${integration}/replays/new?selection=missed&from=${from}`)
  await expect.poll(() => page.getByRole('radio', { name: 'Missed' }).isChecked()).toBe(true)
  await page.getByText('It would create 3 jobs, in about 1 s.').waitFor()
  await page.getByRole('button', { name: 'Start the replay' }).click()
  await page.getByText('Completed', { exact: true }).waitFor()
  await receiver.waitForCount(missed.length)
  const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
  expect(new Set(ids)).toEqual(new Set(missed))
  expect(ids.length).toBe(missed.length)
})
