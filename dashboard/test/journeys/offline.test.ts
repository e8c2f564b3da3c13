import { afterAll, beforeAll, expect, test } from 'vitest'
import { BROWSER_TIMEOUT } from '../../../test/support/servers/browser.ts'
import { newWebhook } from '../support/deliveries.ts'
import { type OwnStage, openOwnStage } from '../support/stage.ts'

let stage: OwnStage
beforeAll(async () => {
  stage = await openOwnStage()
  await newWebhook(stage, 'http://127.0.0.1:9/', { name: 'ERP', enabled: false })
}, BROWSER_TIMEOUT)
afterAll(() => stage.close())

test('a banner appears while the API is unreachable, and neither content nor typed text is lost', async () => {
  const { page, faults } = await stage.open('/settings')
  const banner = page.getByRole('region', { name: 'Connection' })
  const length = page.getByLabel('Records per page')
  await length.waitFor()
  await page.getByRole('link', { name: 'Integrations' }).hover()
  await page.context().setOffline(true)
  await banner.getByText(/Tidings cannot be reached. This page was loaded \d+ s ago/).waitFor()
  await length.fill('37')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('alert').getByText('Tidings cannot be reached.').waitFor()
  expect(await length.inputValue()).toBe('37')
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()

  await page.context().setOffline(false)
  await banner.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('alert').waitFor({ state: 'detached' })
  const saved = () => stage.tenant.seller.get('/v2/settings')
  await expect.poll(async () => (await saved()).body.data.page_length).toBe(37)

  await page.getByRole('link', { name: 'Integrations' }).click()
  await page.getByRole('link', { name: 'ERP' }).waitFor()
  await stage.restart(async () => {
    await banner.waitFor()
    await page.getByRole('link', { name: 'ERP' }).waitFor()
    expect(await page.getByRole('main').getByRole('alert').allTextContents()).toEqual([])
    // The current page stays when a lazy part of the dashboard fails to load.
    await page.getByRole('link', { name: 'Audit log' }).click()
    await page.getByRole('alert').getByText('Tidings cannot be reached').waitFor()
  })
  await banner.waitFor({ state: 'detached' })
  await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor()
  // The browser also logs the failed load in the console.
  expect(faults.filter((fault) => !fault.startsWith('Problem: Tidings cannot be reached.'))).toEqual([])
})

test('an open page reports that Tidings was updated, and offers to reload', async () => {
  const { page } = await stage.open('/settings')
  await page.getByLabel('Records per page').waitFor()
  const notice = page.getByRole('region', { name: 'Version' })
  const lookAgain = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  const looked = page.waitForResponse(`${stage.app.origin}/dashboard/`)
  await lookAgain()
  await looked
  expect(await notice.isVisible()).toBe(false)

  let isUpdated = true
  await page.route(`${stage.app.origin}/dashboard/`, async (route) => {
    const response = await route.fetch()
    const html = await response.text()
    await route.fulfill({ response, body: isUpdated ? html.replaceAll(/-[\w-]+\.js"/g, '-Another.js"') : html })
  })
  // A check that is in flight is not repeated.
  const isNoticed = () => lookAgain().then(() => notice.isVisible())
  await expect.poll(isNoticed).toBe(true)
  isUpdated = false
  await notice.getByRole('button', { name: 'Reload' }).click()
  await page.getByLabel('Records per page').waitFor()
  expect(await notice.isVisible()).toBe(false)
  await page.close()
})
