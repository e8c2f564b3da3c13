import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BROWSER_TIMEOUT } from '../../../test/support/servers/browser.ts'
import { AXE_TIMEOUT_MS, expectAccessible } from '../support/accessible.ts'
import { openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
}, BROWSER_TIMEOUT)
afterAll(() => stage.close())

const settings = async () => (await stage.tenant.seller.get('/v2/settings')).body.data

test('settings are changed one by one, rejected at their fields, and reset', async () => {
  const { page, faults } = await stage.open('/settings')
  const reads: (string | undefined)[] = []
  page.on('request', (request) => {
    const isRead = request.method() === 'GET' && request.url().endsWith('/v2/settings')
    if (isRead) reads.push(request.headers()['cache-control'])
  })
  const initial = await settings()
  await page.getByLabel('Records per page').fill('1000')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('This must be at most 100').waitFor()
  await page.getByLabel('Records per page').fill('40')
  await page.getByRole('switch', { name: 'Prices include tax' }).click({ force: true })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved the settings.').waitFor()
  const { prices_include_tax } = initial
  expect(await settings()).toMatchObject({ page_length: 40, prices_include_tax: !prices_include_tax })
  // A standby may not have the change yet.
  await expect.poll(() => reads.at(-1)).toBe('no-cache')

  await page.getByRole('button', { name: 'Reset settings' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reset the settings of this store?' })
  await dialog.getByRole('button', { name: 'Reset settings' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => page.getByLabel('Records per page').inputValue()).toBe(String(initial.page_length))
  expect(await settings()).toMatchObject({ page_length: initial.page_length })

  await page.getByRole('tab', { name: 'Account members' }).click()
  await page.getByLabel('Lifetime of tokens, in seconds').fill('600')
  await page.getByRole('button', { name: 'Save' }).click()
  const lifetime = async () => {
    const { body } = await stage.tenant.seller.get('/v2/settings/account-authentication')
    return body.data.account_management_authentication_token_timeout_secs
  }
  await expect.poll(lifetime).toBe(600)
  const before = reads.length
  await page.goto(stage.at('/settings'))
  await expect.poll(() => reads.length).toBeGreaterThan(before)
  expect(reads.at(-1)).not.toBe('no-cache')
  expect(faults).toEqual([])
})

test('an export is rejected at its filter, written with progress, and downloaded', async () => {
  const { seller } = stage.tenant
  await seller.post('/v2/customers', { data: { type: 'customer', name: 'Ada', email: 'ada@example.com' } })
  const { page, faults } = await stage.open('/exports')
  await page.getByText('No exports yet').waitFor()
  await page.getByRole('link', { name: 'New export' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'New export' }).waitFor()
  await page.getByRole('combobox', { name: 'What' }).click()
  await page.getByRole('option', { name: 'Customers' }).click()
  await page.getByLabel('Filter').fill('eq(nothing,1)')
  await page.getByRole('button', { name: 'Create export' }).click()
  await page
    .getByText(/nothing/)
    .first()
    .waitFor()
  await page.getByLabel('Filter').fill('')
  await page.getByRole('button', { name: 'Create export' }).click()
  await page.getByRole('heading', { level: 1, name: 'Export of customers' }).waitFor()
  await page.getByText('Complete').waitFor()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Download/ }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toMatch(/^customers-\d{4}-\d\d-\d\d\.jsonl$/)
  const lines = (await readFile((await file.path()) ?? '', 'utf8')).trim().split('\n')
  expect(lines.map((line) => JSON.parse(line).email)).toEqual(['ada@example.com'])
  expect(faults).toEqual([])
  await page.getByRole('link', { name: 'Exports' }).first().click()
  await page.getByRole('row', { name: /Customers.*Complete/ }).waitFor()
})

test(
  'settings and exports are accessible in both themes and on a phone',
  async () => {
    const [job] = (await stage.tenant.seller.get('/v2/jobs')).body.data
    const addresses = ['/settings/account-members', '/exports']
    const { page } = await stage.open('/settings')
    await expectAccessible(page, ['/settings', ...addresses, `/exports/${job.id}`].map(stage.at))
  },
  AXE_TIMEOUT_MS,
)

test('a deep link shows its entry of the navigation and its tab, and names the zone of times once', async () => {
  const { page } = await stage.open('/access/audit')
  const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Audit log' })
  await expect.poll(() => entry.evaluate((link) => link.getBoundingClientRect().bottom <= innerHeight)).toBe(true)
  expect(await page.getByText(/^Times are in /).count()).toBe(1)
  await page.keyboard.press('Control+k')
  await page.getByRole('textbox', { name: 'Find anything' }).fill('refund')
  await page.getByRole('button', { name: 'Event types with “refund”' }).click()
  await page.getByRole('link', { name: 'order.refunded' }).waitFor()
  await page.goto(`${stage.app.origin}/dashboard/nothing/here`)
  await page.getByText('The address may be wrong').waitFor()
})
