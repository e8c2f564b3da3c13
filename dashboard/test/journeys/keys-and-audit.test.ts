import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exchange } from '../../../test/support/exchange.ts'
import { openSession } from '../../../test/support/people/people.ts'
import { BROWSER_TIMEOUT } from '../../../test/support/servers/browser.ts'
import { AXE_TIMEOUT_MS, expectAccessible } from '../support/accessible.ts'
import { goTo, openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
}, BROWSER_TIMEOUT)
afterAll(() => stage.close())

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()

async function tokenOf(command: string): Promise<{ status: number; token: string }> {
  const [, form = ''] = /--data-raw '([^']+)'/.exec(command) ?? []
  const { status, text } = await exchange(`${stage.app.origin}/oauth/access_token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: form,
  })
  return { status, token: JSON.parse(text).access_token }
}

const read = async (token: string) =>
  (await exchange(`${stage.app.origin}/v2/integrations`, { headers: { authorization: `Bearer ${token}` } })).status

test('a key is created, used and revoked, and the audit log shows all of that without its secret', async () => {
  const { page, faults } = await stage.open('/access/keys/new')
  const bodies: string[] = []
  page.on('response', async (response) => {
    const isOfKey = response.url().endsWith('/v2/keys') && response.request().method() === 'POST'
    if (response.url().includes('/v2/') && !isOfKey) bodies.push(await response.text().catch(() => ''))
  })
  await page.getByLabel('Name', { exact: false }).fill('ERP in Lyon')
  await page.getByRole('checkbox', { name: 'Read orders' }).check()
  await page.getByText('Reads: orders.').waitFor()
  await page.getByRole('checkbox', { name: 'Read orders' }).uncheck()
  await page.getByRole('button', { name: 'Create key' }).click()
  await heading(page, 'Key ERP in Lyon')
  const secret = (await page.locator('figure', { hasText: 'Client secret' }).locator('code').textContent()) ?? ''
  const command = (await page.locator('figure', { hasText: 'A token' }).locator('code').textContent()) ?? ''
  expect(secret.length).toBeGreaterThan(30)
  const { token } = await tokenOf(command)
  expect(await read(token)).toBe(200)

  await page.getByRole('button', { name: 'I have copied it' }).click()
  await heading(page, 'Keys')
  await page.getByRole('link', { name: 'ERP in Lyon' }).click()
  await page.getByText('Reads and changes: integrations, events.').waitFor()
  await page.getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('stop working within 5 seconds').waitFor()
  await page.getByRole('button', { name: 'Revoke key' }).click()
  await page.getByRole('row', { name: /ERP in Lyon.*Revoked/ }).waitFor()
  await expect.poll(() => read(token)).toBe(401)
  expect((await tokenOf(command)).status).toBe(401)

  await goTo(page, stage.at('/access/audit'))
  await page.getByRole('row', { name: /Revoked a key.*Ada Marsh/ }).waitFor()
  await page.getByRole('link', { name: 'Created a key' }).click()
  await heading(page, 'Created a key')
  await page.getByText('ERP in Lyon').first().waitFor()
  await page.getByRole('link', { name: /All entries about this key/ }).click()
  await page.getByRole('row', { name: /Revoked a key/ }).waitFor()
  expect(await page.content()).not.toContain(secret)
  expect(bodies.length).toBeGreaterThan(3)
  expect(bodies.filter((body) => body.includes(secret))).toEqual([])
  expect(faults).toEqual([])
})

test('the page of a deleted resource shows who deleted it and when, and leads back', async () => {
  const body = { data: { type: 'tax_class', name: 'Gone', code: 'gone' } }
  const { id } = (await stage.tenant.seller.post('/v2/taxes/classes', body)).body.data
  const { page } = await stage.open(`/taxes/classes/${id}/delete`)
  await page.getByRole('button', { name: 'Delete tax class' }).last().click()
  await page.getByText('No tax classes yet').waitFor()
  await page.goto(stage.at(`/taxes/classes/${id}`))
  await heading(page, 'Tax class')
  await page.getByText('Tax class not found').waitFor()
  await page.getByText(/^Deleted on .+ by Ada Marsh\.$/).waitFor()
  const pages = { integrations: 'Integration', events: 'Event', 'access/people': 'Person', 'access/audit': 'Entry' }
  for (const [address, name] of Object.entries(pages)) {
    await page.goto(stage.at(`/${address}/${id}`))
    await heading(page, name)
    await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link').waitFor()
  }
  await page.goto(stage.at('/no-such-page'))
  await heading(page, 'Page not found')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Orders' }).waitFor()
})

test('audit log filters by person, operation and resource are in its URL, and apply to exports', async () => {
  const { client } = await openSession(stage.app, stage.owner)
  const headers = { 'x-store-id': stage.tenant.store_id }
  const body = { data: { type: 'tax_class', name: 'Books', code: 'books' } }
  const { id } = (await client.post('/v2/taxes/classes', body, headers)).body.data
  const renamed = { data: { type: 'tax_class', name: 'Printed books' } }
  await client.put(`/v2/taxes/classes/${id}`, renamed, headers)
  const { page, faults } = await stage.open('/access/audit')
  await page.getByRole('combobox', { name: 'Who' }).click()
  await page.getByRole('option', { name: 'Ada Marsh' }).click()
  await page.getByRole('combobox', { name: 'What was done' }).fill('Changed a tax class')
  await page.getByRole('option', { name: 'Changed a tax class' }).click()
  await page.getByRole('row', { name: /Changed a tax class/ }).waitFor()
  await expect.poll(() => page.getByRole('row').count()).toBe(2)
  expect(page.url()).toContain(`eq(actor_id,${stage.owner.id}):eq(operation,UpdateTaxClass)`)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ])
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\n')
  expect(lines.map((line) => JSON.parse(line).operation)).toEqual(['UpdateTaxClass'])

  await goTo(page, stage.at(`/access/audit?filter=eq(within_id,${id})&range=all`))
  await page.getByRole('row', { name: /Created a tax class/ }).waitFor()
  await page.getByRole('link', { name: 'Changed a tax class' }).click()
  await heading(page, 'Changed a tax class')
  const change = page.getByRole('list', { name: /tax class/ })
  await change.getByText('"Books"').waitFor()
  await change.getByText('"Printed books"').waitFor()
  await page.getByRole('button', { name: /Copy request id/ }).waitFor()
  await page.getByRole('link', { name: 'Tax class' }).first().click()
  await heading(page, 'Printed books')

  const log = `/dashboard/o/${stage.tenant.organization_id}/access/audit`
  await goTo(page, `${stage.app.origin}${log}?filter=eq(log_in_method,password)`)
  await page.getByRole('link', { name: 'Logged in with a password' }).first().click()
  await heading(page, 'Logged in with a password')
  expect(faults).toEqual([])
})

test(
  'keys and the audit log are accessible in both themes and on a phone',
  async () => {
    const { client } = await openSession(stage.app, stage.owner)
    const headers = { 'x-store-id': stage.tenant.store_id }
    const [entry] = (await client.call('GET', '/v2/audit/entries', undefined, headers)).body.data
    const { page, faults } = await stage.open('/access/keys')
    const addresses = ['/access/keys', '/access/keys/new', '/access/audit', `/access/audit/${entry.id}`]
    await expectAccessible(page, addresses.map(stage.at))
    expect(faults).toEqual([])
  },
  AXE_TIMEOUT_MS,
)
