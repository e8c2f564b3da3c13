import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BROWSER_TIMEOUT } from '../../../test/support/servers/browser.ts'
import { createAssortment, publish } from '../../../test/support/store/catalogs.ts'
import { axeInAllLooks, goTo, LOOKS, openStage, type Stage, show } from '../support/stage.ts'

let stage: Stage
let page: Page
let faults: string[]
beforeAll(async () => {
  stage = await openStage()
  ;({ page, faults } = await stage.open('/products'))
  await page.getByRole('heading', { level: 1 }).waitFor()
}, BROWSER_TIMEOUT)
afterAll(() => stage.close())

const LISTS = ['/products', '/hierarchies', '/pricebooks', '/catalogs', '/inventories', '/files']

test('each screen of an empty store explains its purpose', async () => {
  for (const address of LISTS) {
    await goTo(page, stage.at(address))
    await page.getByText(/^No .* yet$/).waitFor()
  }
  expect(faults).toEqual([])
})

/** One form of a resource, and one of an action. */
test.each([
  ['/hierarchies/new', 'textbox', /^Name/, 'Lighting'],
  ['/inventories/new', 'textbox', 'Units on hand', '12'],
] as const)('Escape does not lose text typed into the dialog %s', async (address, role, label, typed) => {
  await goTo(page, stage.at(address))
  const field = page.getByRole(role, { name: label })
  await field.fill(typed)
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Stay' }).click()
  expect(await field.inputValue()).toBe(typed)
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})

test('catalog screens are accessible in both themes and on a phone', async () => {
  const wrong: Record<string, string[]> = {}
  const all = await screens()
  // Reloading drops the cached data of the empty store from the first test.
  await page.reload()
  for (const [address, role] of all) {
    await goTo(page, stage.at(address))
    await page.getByRole(role).first().waitFor()
    await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null)
    const found = await axeInAllLooks(page)
    if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) found.push('wider than a phone')
    await show(page, LOOKS[0])
    if (found.length > 0) wrong[address] = found
  }
  expect(wrong).toEqual({})
  expect(faults).toEqual([])
}, 180_000)

type Screen = readonly [
  address: string,
  shown: 'table' | 'dialog' | 'grid' | 'tree' | 'tabpanel' | 'list' | 'form' | 'heading',
]

/** One screen of each kind, because plain lists and their forms have tests of their own. */
async function screens(): Promise<Screen[]> {
  const { seller } = stage.tenant
  const fixture = await createAssortment(seller, { 'LAMP-1': 1000, 'LAMP-2': 2000 })
  const release = (await publish(seller, fixture.catalog)).id
  const id = fixture.skus.get('LAMP-1') ?? ''
  await seller.post(`/v2/inventories/${id}`, { data: { quantity: 5 } })
  const link = { file_location: 'https://example.com/lamp.png', file_name: 'lamp.png', public: true }
  const main_image_file_id = (await seller.post('/v2/files', { data: link })).body.data.id
  await seller.put(`/v2/products/${id}`, { data: { attributes: { main_image_file_id } } })
  const catalog = `/catalogs/${fixture.catalog}`
  return [
    ['/products', 'table'],
    ['/products/new', 'heading'],
    [`/products/${id}`, 'heading'],
    [`/products/${id}/pictures`, 'list'],
    [`/products/${id}/prices`, 'table'],
    [`/products/${id}/variations`, 'heading'],
    [`/hierarchies/${fixture.hierarchy}?node=${fixture.node}`, 'tree'],
    [`/pricebooks/${fixture.book}/prices`, 'grid'],
    [catalog, 'table'],
    [`${catalog}/publish`, 'dialog'],
    [`${catalog}/releases/${release}`, 'table'],
    [`/inventories/${id}/change/increment`, 'dialog'],
    ['/files', 'list'],
    [`/files/${main_image_file_id}`, 'dialog'],
  ]
}
