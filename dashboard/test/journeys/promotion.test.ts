import { afterAll, beforeAll, expect, test } from 'vitest'
import { BROWSER_TIMEOUT } from '../../../test/support/servers/browser.ts'
import { expectStatus } from '../../../test/support/store/shop.ts'
import { addItem, inCart, type Store, shopperOf } from '../../../test/support/storefront/carts.ts'
import { chooseCart, heading, openShop, saved, sentence } from '../support/promotions.ts'
import { openStage, type Stage } from '../support/stage.ts'

let stage: Stage
let shop: Store
beforeAll(async () => {
  stage = await openStage()
  shop = await openShop(stage)
}, BROWSER_TIMEOUT)
afterAll(() => stage.close())

async function cartOfShopper(): Promise<string> {
  const { data } = expectStatus(await shop.seller.get('/v2/carts?sort=-updated_at&page[limit]=1'), 200).body
  return data[0].id
}

test('a promotion is tried on a cart and past orders before saving, and applies in the storefront at once', async () => {
  const shopper = await shopperOf(shop)
  const discount = async () => (await inCart(shopper, 'discount'))[0].discount[0].amount
  await addItem(shop, shopper, { sku: 'RUG' }, { quantity: 1 })
  await addItem(shop, shopper, { sku: 'LAMP' }, { quantity: 2 })
  const { page, faults } = await stage.open('/promotions')
  await heading(page, 'Promotions')
  await page.getByText('No promotions yet').waitFor()
  await page.getByRole('link', { name: 'New promotion' }).first().click()
  await page.getByRole('button', { name: '5 off from 50' }).click()
  await expect.poll(() => sentence(page).textContent()).toBe('$5.00 off the cart; spend $50.00 or more.')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Five from fifty')
  await chooseCart(page, await cartOfShopper())
  await page.getByText('Does not apply').waitFor()
  await page.getByText('add $2.00').waitFor()
  await addItem(shop, shopper, { sku: 'BULB' }, { quantity: 1 })
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Applies', { exact: true }).waitFor()
  const totals = page.getByRole('region', { name: 'Try it on a cart' }).locator('dd')
  expect(await totals.allTextContents()).toEqual(['$51.00', '$46.00', '$5.00'])
  // Unsaved changes are tried too.
  await page.getByRole('textbox', { name: 'Amount' }).fill('7.5')
  await expect.poll(() => totals.allTextContents()).toEqual(['$51.00', '$43.50', '$7.50'])
  await expect.poll(() => sentence(page).textContent()).toBe('$7.50 off the cart; spend $50.00 or more.')
  await page.getByRole('button', { name: 'Price them again' }).click()
  await page.getByText('There are no orders in this range').waitFor()
  expect(await discount()).toBe(0)
  await page.getByRole('button', { name: 'Create promotion' }).click()
  const id = await saved(page)
  await heading(page, 'Five from fifty')
  expect(await discount()).toBe(7.5)
  const { data } = expectStatus(await shop.seller.get(`/v2/promotions/${id}`), 200).body
  expect(data.action).toEqual({ kind: 'amount', amount: 750 })
  expect(faults).toEqual([])
})
