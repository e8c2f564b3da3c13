import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BROWSER_TIMEOUT } from '../../../test/support/servers/browser.ts'
import { type Assortment, createAssortment } from '../../../test/support/store/catalogs.ts'
import { axeInAllLooks, goTo, openStage, type Stage } from '../support/stage.ts'

let stage: Stage
let page: Page
let faults: string[]
let fixture: Assortment
let id: string
beforeAll(async () => {
  stage = await openStage()
  const { seller } = stage.tenant
  fixture = await createAssortment(seller, { 'LAMP-1': 1000 })
  id = fixture.skus.get('LAMP-1') ?? ''
  const euro = { type: 'currency', code: 'EUR', exchange_rate: 1, format: '{price}', decimal_places: 2, enabled: true }
  await seller.post('/v2/currencies', { data: euro })
  ;({ page, faults } = await stage.open('/products'))
  await page.getByRole('link', { name: 'Lamp LAMP-1' }).waitFor()
}, BROWSER_TIMEOUT)
afterAll(() => stage.close())

const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })

async function currencies() {
  const { body } = await stage.tenant.seller.get(`/v2/pricebooks/${fixture.book}/prices?filter=eq(sku,LAMP-1)`)
  expect(body.data).toHaveLength(1)
  return body.data[0].attributes.currencies
}

async function stock() {
  return (await stage.tenant.seller.get(`/v2/inventories/${id}`)).body.data.on_hand
}

test('prices are changed where the product is, with their tiers', async () => {
  await goTo(page, stage.at(`/products/${id}/prices`))
  await field('EUR in Retail').fill('9,5')
  await page.keyboard.press('Tab')
  await page.getByText('Saved. Shoppers will see').waitFor()
  expect(await currencies()).toMatchObject({ USD: { amount: 1000 }, EUR: { amount: 950 } })
  await button('Tiers and sale price of USD in Retail').click()
  await field('Sale price').fill('9')
  await button('Add a tier').click()
  await field('From units, tier 1').fill('10')
  await field('Price each, tier 1').fill('8.25')
  await button('Save').click()
  await button('Tiers and sale price of USD in Retail, set').waitFor()
  expect(await currencies()).toMatchObject({
    USD: { amount: 1000, sale_amount: 900, tiers: [{ minimum_quantity: 10, amount: 825 }] },
    EUR: { amount: 950 },
  })
  await field('USD in Retail').fill('ten')
  await page.getByText('“ten” is not an amount').waitFor()
  await page.keyboard.press('Escape')
  expect(await field('USD in Retail').inputValue()).toBe('10.00')
  await field('EUR in Retail').fill('')
  await page.keyboard.press('Enter')
  await expect.poll(async () => Object.keys(await currencies())).toEqual(['USD'])
  expect(await axeInAllLooks(page)).toEqual([])
  expect(faults).toEqual([])
})

test('a product is tracked and its stock adjusted on its own page', async () => {
  await goTo(page, stage.at(`/products/${id}/stock`))
  await field('Units on hand').fill('5')
  await button('Track this product').click()
  await button('Adjust').click()
  const dialog = page.getByRole('dialog', { name: 'Change the stock' })
  await dialog.getByLabel('Units').fill('8')
  await dialog.getByLabel('Reason').fill('Counted')
  await dialog.getByRole('button', { name: 'Set' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('row').filter({ hasText: 'Counted' }).waitFor()
  expect(new URL(page.url()).pathname).toContain(`/products/${id}/stock`)
  expect(await stock()).toBe(8)
  expect(faults).toEqual([])
})
