import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createKey } from '../../../src/access/keys.ts'
import { eventually } from '../../support/app.ts'
import { BROWSER_TIMEOUT, openBrowser, SHORT_LIVED, visit } from '../../support/servers/browser.ts'
import { type Listening, receiver } from '../../support/servers/listening.ts'
import { openSharedStage, type Stage } from '../../support/stage.ts'
import { change, createAssortment, publish } from '../../support/store/catalogs.ts'
import { join, makeMember, makePerson, type Person } from '../../support/store/people.ts'
import { pictureOf, uploadTo } from '../../support/store/pictures.ts'
import { expectStatus, openToShoppers } from '../../support/store/shop.ts'

// An unmodified front end for other servers of this API, in a browser and on its own origin.

const PASSWORD = 'a good password'
const PLACE = {
  first_name: 'Ada',
  last_name: 'Marsh',
  line_1: '10 Downing Street',
  city: 'London',
  region: 'London',
  postcode: 'SW1A 2AA',
}
const TYPES = { html: 'text/html', js: 'text/javascript' }

let stage: Stage
let files: Listening
let browser: Browser
let ada: Person
let address: string
beforeAll(async () => {
  browser = await openBrowser(SHORT_LIVED)
  files = await receiver(async ({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://front-end.example.com')
    const name = pathname === '/' ? 'index.html' : 'shop.js'
    response.setHeader('content-type', TYPES[name === 'index.html' ? 'html' : 'js'])
    response.end(await readFile(new URL(`../../fixtures/front-end/${name}`, import.meta.url)))
  })
  stage = await openSharedStage()
  const { store } = await stage.tenant()
  const { organization_id, store_id } = store
  await openToShoppers(store)
  expectStatus(await store.put('/v2/gateways/manual', { data: { type: 'gateway', enabled: true } }), 200)
  const assortment = await createAssortment(store, { LAMP: 8900, RUG: 2800 })
  const lamp = assortment.skus.get('LAMP') ?? ''
  const picture = await uploadTo(stage.app.origin, store, await pictureOf(80, 60), 'lamp.jpg')
  expectStatus(await change(store, `/products/${lamp}`, 'product', { main_image_file_id: picture.id }), 200)
  for (const id of assortment.skus.values())
    expectStatus(await store.post(`/v2/inventories/${id}`, { data: { type: 'stock', quantity: 40 } }), 201)
  await publish(store, assortment.catalog)
  ada = await makePerson(store, PASSWORD)
  await join(store, await makeMember(store, ada), 'Marsh Interiors')
  const { client_id } = await createKey(stage.database.db, { organization_id, store_id, name: 'Shop' }, Date.now())
  const { password_profile_id } = ada
  const query = new URLSearchParams({ api: stage.app.origin, client_id, password_profile_id })
  address = `http://127.0.0.1:${files.port}/?${query}`
}, BROWSER_TIMEOUT)
afterEach(() => Promise.all(browser.contexts().map((context) => context.close())))
afterAll(async () => {
  await browser.close()
  await files.close()
  await stage.close()
})

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()
const arriveAt = (page: Page, title: string | RegExp) => page.getByRole('heading', { name: title }).waitFor()
const shown = (page: Page) => page.locator('main').innerText()

async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await page.getByLabel(name, { exact: true }).fill(value)
}

/** Expects all images of the page to be loaded. */
async function expectPictures(page: Page, count: number): Promise<void> {
  const widths = () =>
    page.locator('img').evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth))
  expect(await eventually(widths, (all) => all.length === count && all.every((width) => width > 0))).toHaveLength(count)
}

async function pay(page: Page): Promise<string> {
  await fill(page, { email: 'ada@example.com', ...PLACE })
  await press(page, 'Pay')
  await arriveAt(page, /^Order .* is confirmed$/)
  return /^Order (\S+)/.exec(await shown(page))?.[1] ?? ''
}

test('a guest sees prices, pictures and stock, and buys', async () => {
  const { page, faults } = await visit(browser, address)
  await arriveAt(page, 'Home')
  await expectPictures(page, 1)
  await press(page, 'Lamp LAMP $89.00')
  await arriveAt(page, 'Lamp LAMP $89.00')
  expect(await shown(page)).toContain('40 in stock')
  await press(page, 'Add to cart')
  await arriveAt(page, 'Cart')
  expect(await shown(page)).toMatch(/1 × Lamp LAMP \$89\.00\s+Total \$89\.00/)
  await expectPictures(page, 1)
  await pay(page)
  expect([await page.getByRole('alert').innerText(), faults]).toEqual(['', []])
})

test('a guest searches for a product by a word', async () => {
  const { page, faults } = await visit(browser, address)
  await fill(page, { q: 'rug' })
  await press(page, 'Search')
  await arriveAt(page, '1 found')
  await press(page, 'Lamp RUG $28.00')
  await arriveAt(page, 'Lamp RUG $28.00')
  expect(faults).toEqual([])
})

test('a member logs in, saves an address, buys for the account, and finds the order in its history', async () => {
  const { page, faults } = await visit(browser, address)
  await arriveAt(page, 'Home')
  await press(page, 'Log in')
  await fill(page, { username: ada.username, password: PASSWORD })
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await arriveAt(page, 'Ada Marsh of Marsh Interiors')
  await fill(page, { name: 'Office', ...PLACE })
  await press(page, 'Add address')
  await page.getByText('Office: 10 Downing Street').waitFor()
  await press(page, 'Home')
  await press(page, 'Lamp RUG $28.00')
  await press(page, 'Add to cart')
  const order = await pay(page)
  await press(page, 'Account')
  await page.getByText('Lamp RUG and Shipping').waitFor()
  await press(page, `Order ${order}`)
  await arriveAt(page, `Order ${order}`)
  expect(await shown(page)).toContain('Payment: authorized')
  expect([await page.getByRole('alert').innerText(), faults]).toEqual(['', []])
})
