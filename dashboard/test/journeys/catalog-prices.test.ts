import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BROWSER_TIMEOUT } from '../../../test/support/servers/browser.ts'
import { goTo, openStage, type Stage } from '../support/stage.ts'

const SKUS = Array.from({ length: 25 }, (_, at) => `SKU-${String(at).padStart(2, '0')}`)
let stage: Stage
let page: Page
let faults: string[]
let book: string
let product_id: string
beforeAll(async () => {
  stage = await openStage()
  const { seller } = stage.tenant
  book = (await seller.post('/v2/pricebooks', { data: { attributes: { name: 'Retail' } } })).body.data.id
  await seller.post('/v2/currencies', { data: currency('EUR') })
  for (const sku of SKUS) {
    const attributes = { sku, currencies: { USD: { amount: 1000, includes_tax: true } } }
    await seller.post(`/v2/pricebooks/${book}/prices`, { data: { attributes } })
  }
  product_id = (await seller.post('/v2/products', { data: { attributes: { sku: SKUS[0], name: 'Lamp' } } })).body.data
    .id
  ;({ page, faults } = await stage.open('/pricebooks'))
}, BROWSER_TIMEOUT)
afterAll(() => stage.close())

function currency(code: string) {
  return { type: 'currency', code, exchange_rate: 1, format: '{price}', decimal_places: 2, enabled: true }
}

async function prices(): Promise<
  Record<string, { USD?: { amount: number; includes_tax?: boolean }; EUR?: { amount: number } }>
> {
  const { body } = await stage.tenant.seller.get(`/v2/pricebooks/${book}/prices?page[limit]=100`)
  return Object.fromEntries(
    body.data.map(({ attributes }: { attributes: { sku: string; currencies: object } }) => [
      attributes.sku,
      attributes.currencies,
    ]),
  )
}

const press = async (...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

test('twenty prices pasted from a spreadsheet are saved at once and persist', async () => {
  await goTo(page, stage.at(`/pricebooks/${book}/prices`))
  const grid = page.getByRole('grid', { name: 'Prices' })
  await grid
    .getByRole('link', { name: SKUS[0] ?? '' })
    .or(grid.getByRole('link', { name: 'Lamp' }))
    .first()
    .waitFor()
  const block = Array.from({ length: 20 }, (_, at) => `${at + 1}.50\t${at + 1},25`).join('\r\n')
  await page.evaluate((text) => navigator.clipboard.writeText(text), block)
  await grid.focus()
  await press('ArrowDown', 'Control+V')
  await page.getByText('40 prices changed in 20 rows.').waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('No changes.').waitFor()
  const saved = await prices()
  expect(saved[SKUS[0] ?? '']?.USD?.amount).toBe(1000)
  for (const [at, sku] of SKUS.slice(1, 21).entries()) {
    expect(saved[sku]?.USD).toMatchObject({ amount: (at + 1) * 100 + 50, includes_tax: true })
    expect(saved[sku]?.EUR?.amount).toBe((at + 1) * 100 + 25)
  }
  await page.reload()
  await page.getByRole('gridcell', { name: '10.50', exact: true }).waitFor()
  expect(faults).toEqual([])
})

test('keys move between cells, overwrite them and undo edits', async () => {
  await goTo(page, stage.at(`/pricebooks/${book}/prices`))
  const grid = page.getByRole('grid', { name: 'Prices' })
  await grid.waitFor()
  await grid.focus()
  await press('End', 'Home', '4', '2', 'Enter')
  await page.getByText('1 price changed in 1 row.').waitFor()
  await press('s', 'o', 'Tab')
  await page.getByText('Invalid: 1 cell.').waitFor()
  expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
  await press('ArrowLeft', 'F2', 'Control+A', '7', 'Escape')
  await press('Delete')
  await page.getByText('2 prices changed in 2 rows.').waitFor()
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByText('No changes.').waitFor()
  expect(faults).toEqual([])
})

test('pasted columns beyond the last currency are reported and dropped', async () => {
  await goTo(page, stage.at(`/pricebooks/${book}/prices`))
  const grid = page.getByRole('grid', { name: 'Prices' })
  await grid.waitFor()
  await page.evaluate((text) => navigator.clipboard.writeText(text), '1.50\t2.50\t3.50\r\n4.50\t5.50\t6.50')
  await grid.focus()
  await press('Control+V')
  await page.getByText('4 prices changed in 2 rows.').waitFor()
  await page.getByText('2 cells lie beyond the last row or currency: not pasted.').waitFor()
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByText('No changes.').waitFor()
  expect(faults).toEqual([])
})

test('received units appear in the ledger with their reason and the available quantity', async () => {
  await stage.tenant.seller.post(`/v2/inventories/${product_id}`, { data: { quantity: 5 } })
  await goTo(page, stage.at('/inventories'))
  await page.getByRole('link', { name: 'Lamp' }).click()
  await page.getByRole('button', { name: 'Receive' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change the stock' })
  await dialog.getByLabel('Units').fill('20')
  await dialog.getByLabel('Reason').fill('Delivery note 4711')
  await dialog.getByText('Then 25 are available').waitFor()
  await dialog.getByRole('button', { name: 'Receive' }).click()
  await dialog.waitFor({ state: 'hidden' })
  const received = page.getByRole('row').filter({ hasText: 'Delivery note 4711' })
  await received.getByText('+20').waitFor()
  expect((await stage.tenant.seller.get(`/v2/inventories/${product_id}`)).body.data.available).toBe(25)
  expect(faults).toEqual([])
})
