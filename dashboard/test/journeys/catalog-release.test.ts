import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BROWSER_TIMEOUT } from '../../../test/support/servers/browser.ts'
import { type Assortment, createAssortment, publish } from '../../../test/support/store/catalogs.ts'
import { goTo, openStage, type Stage } from '../support/stage.ts'

let stage: Stage
let page: Page
let faults: string[]
let fixture: Assortment
beforeAll(async () => {
  stage = await openStage()
  fixture = await createAssortment(stage.tenant.seller, { 'LAMP-1': 1000, 'LAMP-2': 2000 })
  await publish(stage.tenant.seller, fixture.catalog)
  ;({ page, faults } = await stage.open(`/pricebooks/${fixture.book}/prices`))
}, BROWSER_TIMEOUT)
afterAll(() => stage.close())

async function shownPrice(sku: string): Promise<string> {
  const { body } = await stage.tenant.seller.get(`/v2/catalogs/${fixture.catalog}/releases/latest/products`)
  const product = body.data.find((one: { attributes: { sku: string } }) => one.attributes.sku === sku)
  return JSON.stringify(product.meta)
}

test('a changed price is previewed, published with progress, and reverted with its release', async () => {
  const before = await shownPrice('LAMP-1')
  const grid = page.getByRole('grid', { name: 'Prices' })
  await grid.getByRole('gridcell', { name: '10.00' }).click()
  await page.keyboard.type('12.34')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('No changes.').waitFor()

  await goTo(page, stage.at(`/catalogs/${fixture.catalog}`))
  await page.getByRole('button', { name: 'Publish' }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish the catalog' })
  await dialog.getByText('1 product changes.').waitFor()
  await dialog.getByText('One of them has another price.').waitFor()
  expect(await shownPrice('LAMP-1')).toBe(before)
  await dialog.getByRole('button', { name: 'Publish' }).click()

  await page.getByRole('heading', { level: 1, name: 'Release' }).waitFor()
  await page.getByText('Published', { exact: true }).first().waitFor()
  const changes = page.getByRole('table', { name: 'changes' })
  await changes.getByRole('row').filter({ hasText: 'LAMP-1' }).getByText('Changed').waitFor()
  expect(await changes.getByRole('row').filter({ hasText: 'LAMP-2' }).count()).toBe(0)
  expect(await shownPrice('LAMP-1')).toContain('1234')

  await page.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Delete this release?' })
  await question.getByText('Shoppers see the release of').waitFor()
  await question.getByRole('button', { name: 'Delete release' }).click()
  await page.getByRole('heading', { level: 1, name: 'Spring' }).waitFor()
  await page.getByRole('row').filter({ hasText: 'See this' }).waitFor()
  expect(await shownPrice('LAMP-1')).toBe(before)
  expect(faults).toEqual([])
})
