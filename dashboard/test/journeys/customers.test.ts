import { afterAll, beforeAll, expect, test } from 'vitest'
import { BROWSER_TIMEOUT } from '../../../test/support/servers/browser.ts'
import { customItem, expectStatus, fillCart } from '../../../test/support/store/shop.ts'
import { axeInAllLooks, goTo, openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
}, BROWSER_TIMEOUT)
afterAll(() => stage.close())

const ADDRESS = { 'First name': 'Ada', 'Last name': 'Marsh', 'Line 1': '41 Juniper Street', City: 'Portland' }

test('a customer is created with an address and a cart, and the checkout knows both', async () => {
  const { page, faults } = await stage.open('/customers')
  await page.getByRole('button', { name: 'New customer' }).click()
  await page.getByRole('heading', { level: 1, name: 'New customer' }).waitFor()
  await page.getByRole('textbox', { name: 'Name' }).fill('Ada Marsh')
  await page.getByLabel('E-mail').fill('ada@example.com')
  await page.getByRole('button', { name: 'Create customer' }).click()
  await page.getByRole('heading', { level: 1, name: 'Ada Marsh' }).waitFor()
  await page.getByText('No orders yet.').waitFor()

  await page.getByRole('tab', { name: 'Addresses' }).click()
  await page.getByRole('button', { name: 'New address' }).click()
  await page.getByRole('heading', { level: 1, name: 'New address' }).waitFor()
  for (const [label, value] of Object.entries(ADDRESS))
    await page.getByRole('textbox', { name: label, exact: true }).fill(value)
  await page.getByLabel('Region').fill('OR')
  await page.getByLabel('Postcode').fill('97205')
  await page.getByRole('combobox', { name: 'Country' }).fill('United States')
  await page.getByRole('option', { name: 'United States', exact: true }).click()
  await page.getByRole('button', { name: 'Create address' }).click()
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' })
  await crumbs.getByRole('link', { name: 'Ada Marsh' }).waitFor()

  await fillCart(stage.tenant.seller, [customItem(4000)], 'by-telephone')
  await goTo(page, stage.at('/carts/by-telephone'))
  await page.getByRole('link', { name: 'Add a customer' }).click()
  const dialog = page.getByRole('dialog', { name: 'Customer of this cart' })
  await dialog.getByRole('combobox', { name: 'Customer' }).fill('ada')
  await page.getByRole('option', { name: 'Ada Marsh · ada@example.com' }).click()
  await dialog.getByRole('button', { name: 'Add customer' }).click()
  await page.getByRole('link', { name: 'Ada Marsh' }).click()
  await page.getByRole('table', { name: 'Carts' }).getByRole('link', { name: 'by-telephone' }).click()
  await page.getByRole('button', { name: 'Check out' }).click()
  await page.getByRole('dialog', { name: 'Check out' }).getByRole('button', { name: 'Check out' }).click()
  await page.getByRole('heading', { level: 1, name: /^Order / }).waitFor()
  await page.getByRole('region', { name: 'Buyer' }).getByRole('link', { name: 'Ada Marsh' }).click()
  await page.getByRole('table', { name: 'Orders' }).getByText('Incomplete').waitFor()
  expect(faults).toEqual([])
})

test('customers, accounts and realms are accessible in both themes and on a phone', async () => {
  const { seller } = stage.tenant
  const { id } = expectStatus(
    await seller.post('/v2/accounts', { data: { type: 'account', name: 'Harbor & Pine' } }),
    201,
  ).body.data
  const { page } = await stage.open('/accounts')
  for (const address of ['/accounts', `/accounts/${id}`, `/accounts/${id}/members`, '/realms']) {
    await goTo(page, stage.at(address))
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'hidden' })
    expect(await axeInAllLooks(page), address).toEqual([])
  }
})
