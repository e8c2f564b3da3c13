import { afterAll, beforeAll, expect, test } from 'vitest'
import { BROWSER_TIMEOUT } from '../../../test/support/servers/browser.ts'
import { createAssortment } from '../../../test/support/store/catalogs.ts'
import { makeCoupon, makePromotion } from '../../../test/support/store/promotions.ts'
import { customItem, expectStatus, fillCart } from '../../../test/support/store/shop.ts'
import { axeInAllLooks, goTo, openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
}, BROWSER_TIMEOUT)
afterAll(() => stage.close())

test('a cart is filled, takes a coupon, explains its promotions and becomes an order', async () => {
  const { seller } = stage.tenant
  const promotion = await makePromotion(seller, {
    name: 'Ten off',
    trigger: 'coupon',
    action: { kind: 'amount', amount: 1000 },
  })
  await makeCoupon(seller, promotion, { code: 'TEN' })
  await fillCart(seller, [customItem(4000, 2)], 'telephone')
  const { page, faults } = await stage.open('/carts')
  await page.getByRole('link', { name: 'telephone' }).click()
  const explained = page.getByRole('region', { name: 'Promotions' })
  await explained.getByText('Not applied: it requires a coupon.').waitFor()

  await page.getByRole('link', { name: 'Add an item with its own price' }).click()
  const adding = page.getByRole('dialog', { name: 'Add an item with its own price' })
  await adding.getByLabel('Name').fill('Gift wrap')
  await adding.getByLabel('Price of a unit').fill('5')
  await adding.getByRole('button', { name: 'Add' }).click()
  const lines = page.getByRole('table', { name: 'Lines' })
  await lines.getByText('Gift wrap').waitFor()

  const quantity = lines.getByLabel('Quantity of Lamp')
  await quantity.fill('3')
  await quantity.press('Enter')
  await page.getByRole('region', { name: 'Totals' }).getByText('$125.00').last().waitFor()
  await page.getByRole('button', { name: 'Remove Gift wrap' }).click()
  await lines.getByText('Gift wrap').waitFor({ state: 'detached' })

  await page.getByLabel('Code').fill('WRONG')
  await page.getByRole('button', { name: 'Add coupon' }).click()
  await page.getByRole('alert').waitFor()
  await page.getByLabel('Code').fill('TEN')
  await page.getByRole('button', { name: 'Add coupon' }).click()
  await explained.getByText('Applied', { exact: true }).waitFor()
  await page.getByRole('region', { name: 'Totals' }).getByText('$110.00').last().waitFor()

  await page.getByRole('button', { name: 'Check out' }).click()
  const dialog = page.getByRole('dialog', { name: 'Check out' })
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).first().fill('Ada Marsh')
  await dialog.getByRole('textbox', { name: 'E-mail' }).first().fill('ada@example.com')
  const billing = dialog.getByRole('group', { name: /Billing address/ })
  for (const [label, value] of Object.entries(BILLING)) await billing.getByLabel(label, { exact: true }).fill(value)
  await billing.getByRole('combobox', { name: 'Country' }).fill('United States')
  await page.getByRole('option', { name: 'United States', exact: true }).click()
  await dialog.getByRole('button', { name: 'Check out' }).click()
  await page.getByRole('heading', { level: 1, name: /^Order / }).waitFor()
  await page.getByRole('region', { name: 'Promotions' }).getByText('with the coupon TEN').waitFor()
  expect((await seller.get('/v2/carts/telephone/items')).body.data).toEqual([])
  expect(faults).toEqual([])
})

const BILLING = {
  'First name': 'Ada',
  'Last name': 'Marsh',
  'Line 1': '41 Juniper Street',
  City: 'Portland',
  Region: 'OR',
  Postcode: '97205',
}

test('a product is found by its SKU and added', async () => {
  const { seller } = stage.tenant
  await createAssortment(seller, { 'LAMP-7': 2500 })
  expectStatus(await seller.post('/v2/carts', { data: { type: 'cart', id: 'empty', name: 'Empty' } }), 201)
  const { page } = await stage.open('/carts/empty')
  const product = page.getByRole('combobox', { name: 'Product' })
  await product.fill('lamp-7')
  await page.getByRole('option', { name: /LAMP-7/ }).click()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  // No catalog is published, so the API's error appears in the form.
  await page.getByRole('form', { name: 'Add a product' }).getByRole('alert').waitFor()
})

test('carts and their dialogs are accessible in both themes and on a phone', async () => {
  await fillCart(stage.tenant.seller, [customItem(4000, 2)], 'seen')
  const { page } = await stage.open('/carts')
  for (const address of ['/carts', '/carts/seen', '/carts/seen/checkout']) {
    await goTo(page, stage.at(address))
    await page.getByRole('heading', { level: 1, includeHidden: true }).waitFor()
    await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'hidden' })
    expect(await axeInAllLooks(page), address).toEqual([])
  }
})
