import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandLine } from '../../../src/people/authority.ts'
import { linkOf } from '../../../src/people/invitations/invitation.ts'
import { createLink } from '../../../src/people/invitations/links.ts'
import { openTenant } from '../../../test/support/app.ts'
import { openPerson } from '../../../test/support/people/people.ts'
import { BROWSER_TIMEOUT } from '../../../test/support/servers/browser.ts'
import { insertManyOrders } from '../../../test/support/store/many-orders.ts'
import { newWebhook } from '../support/deliveries.ts'
import { axe, LOOKS, logIn, openStage, type Stage, show } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
}, BROWSER_TIMEOUT)
afterAll(() => stage.close())

test('a visitor without a session must log in, and then reaches the requested page', async () => {
  const { page, faults } = await stage.open('/integrations?sort=-name', { as: null })
  await page.getByRole('heading', { level: 1, name: 'Log in to Tidings' }).waitFor()
  await logIn(page, stage.owner)
  await page.getByRole('heading', { level: 1, name: 'Integrations' }).waitFor()
  expect(page.url()).toBe(stage.at('/integrations?sort=-name'))
  expect(faults).toEqual([])
})

test('the palette starts with recent pages, and forgets them at logout', async () => {
  await newWebhook(stage, 'http://127.0.0.1:9/', { name: 'ERP', enabled: false })
  const { page, faults } = await stage.open('/integrations')
  await page.getByRole('link', { name: 'ERP' }).click()
  await page.getByRole('heading', { level: 1, name: 'ERP' }).waitFor()
  await page.getByRole('link', { name: 'Orders' }).click()
  await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor()
  await page.keyboard.press('Control+K')
  const entries = page.getByRole('dialog').getByRole('button')
  await entries.first().waitFor()
  expect(await entries.first().textContent()).toBe('ERPIntegrations')
  expect(await entries.nth(1).textContent()).toBe('Integrations')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'ERP' }).waitFor()

  const kept = () => page.evaluate(() => localStorage.getItem('tidings-recent') ?? '')
  const [owner = '', recents = []] = Object.entries<object[]>(JSON.parse(await kept()))[0] ?? []
  expect(owner).toBe(`${stage.owner.id} s/${stage.tenant.store_id}`)
  for (const recent of recents) expect(Object.keys(recent).toSorted()).toEqual(['area', 'label', 'to'])
  await page.getByRole('button', { name: /Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.getByLabel('E-mail').waitFor()
  expect(await kept()).toBe('{}')
  expect(faults).toEqual([])
})

test('pages of people are accessible in both themes and on a phone', async () => {
  const { page } = await stage.open('/integrations')
  for (const look of LOOKS) {
    await show(page, look)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await axe(page), look.name).toEqual([])
  }
})

const MAX_REQUESTS = 6
const MAX_BYTES = 20 * 1024

test('the printed link logs in once with six small requests, and then names the command for another', async () => {
  const { app, tenant, owner } = stage
  const time = { from: Date.now() - 86_400_000, until: Date.now() }
  await insertManyOrders(app.foundation.db, { owner_id: tenant.store_id, rows: 10, ...time })
  const deps = { ...app.foundation, report: async () => {} }
  const link = { person_id: owner.id, purpose: 'enter', expires_in: 900, remove_second_factor: false } as const
  const address = linkOf(await createLink(deps, commandLine(tenant.organization_id), link), `${app.origin}/v2`)
  const { page, faults } = await stage.open(address, { as: null })
  await page.getByRole('button', { name: /Account of/ }).waitFor()
  await page.getByRole('heading', { level: 1, name: 'Test' }).waitFor()
  expect(page.url()).not.toContain('#')
  await page.getByRole('link', { name: 'N-0' }).waitFor()
  await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'hidden' })
  const sizes = await sizesOfRequests(page)
  expect(Object.keys(sizes).length).toBeLessThanOrEqual(MAX_REQUESTS)
  expect(Object.entries(sizes).filter(([, bytes]) => bytes > MAX_BYTES)).toEqual([])
  await page.getByRole('region', { name: 'Latest releases' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('textbox', { name: 'Find anything' }).fill('dark')
  await page.getByRole('button', { name: 'Theme: dark' }).click()
  await page.locator('html[data-mantine-color-scheme="dark"]').waitFor({ state: 'attached' })
  expect(faults).toEqual([])
  await stage.open(address, { as: null })
  await page.getByText('This link was already used, or has expired').waitFor()
  await page.getByText('tidings people link').waitFor()
  expect(await axe(page)).toEqual([])
  expect(faults).toEqual([])
})

test('a person with one password in two organizations chooses one of them', async () => {
  const other = await openTenant(stage.app)
  const roles = [{ role: 'viewer', store_id: null }] as const
  const person = await openPerson(stage.app, stage.tenant.organization, { email: 'both@example.com', roles })
  await openPerson(stage.app, other.organization, { email: 'both@example.com', roles })
  const { page } = await stage.open(`${stage.app.origin}/dashboard/login`, { as: null })
  await page.getByLabel('E-mail').fill(person.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(person.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'One more step' }).waitFor()
  await page.getByRole('combobox', { name: 'Organization' }).click()
  expect(await page.getByRole('option').count()).toBe(2)
  await page.getByRole('option').last().click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: /Account of/ }).waitFor()
})

/** Compressed bytes of the API's responses by URL, of which some are fetched repeatedly. */
function sizesOfRequests(page: Page): Promise<Record<string, number>> {
  return page.evaluate(() => {
    const requests = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    // The log-in itself is not a request of the page.
    const ofApi = requests.filter(({ name }) => /^[/]v2[/](?!sessions$)/.test(new URL(name).pathname))
    return Object.fromEntries(ofApi.map(({ name, encodedBodySize }) => [name, encodedBodySize]))
  })
}
