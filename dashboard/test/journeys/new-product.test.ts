import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { BROWSER_TIMEOUT } from '../../../test/support/servers/browser.ts'
import { type Assortment, createAssortment, publish } from '../../../test/support/store/catalogs.ts'
import { openStorefront } from '../../../test/support/storefront/hypermedia.ts'
import { countClicks } from '../support/clicks.ts'
import { axeInAllLooks, goTo, openStage, type Stage } from '../support/stage.ts'

let stage: Stage
let page: Page
let faults: string[]
let fixture: Assortment
beforeAll(async () => {
  stage = await openStage()
  const { seller } = stage.tenant
  fixture = await createAssortment(seller, { 'LAMP-1': 1000 })
  const euro = { type: 'currency', code: 'EUR', exchange_rate: 1, format: '{price}', decimal_places: 2, enabled: true }
  await seller.post('/v2/currencies', { data: euro })
  await publish(seller, fixture.catalog)
  ;({ page, faults } = await stage.open('/products'))
}, BROWSER_TIMEOUT)
afterAll(() => stage.close())
beforeEach(async () => {
  await goTo(page, stage.at('/products'))
  await page.getByRole('link', { name: 'Lamp LAMP-1' }).waitFor()
})

const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const categories = () => page.getByRole('combobox', { name: 'Categories' })
const valuesOf = (option: number) => page.getByRole('combobox', { name: `Values of option ${option}` })
const heading = (name: string) => page.getByRole('heading', { level: 1, name })

async function bySku(sku: string) {
  const { body } = await stage.tenant.seller.get(`/v2/products?filter=eq(sku,${sku})`)
  return body.data
}

async function currenciesOf(sku: string) {
  const { body } = await stage.tenant.seller.get(`/v2/pricebooks/${fixture.book}/prices?filter=eq(sku,${sku})`)
  expect(body.data.length).toBeLessThan(2)
  return body.data[0]?.attributes.currencies
}

async function stockOf(id: string) {
  return (await stage.tenant.seller.get(`/v2/inventories/${id}`)).body.data.on_hand
}

/** Requests the item behind the link as a shopper. */
async function statusInShop(): Promise<number> {
  const address = (await page.getByRole('link', { name: 'See it in the shop' }).getAttribute('href')) ?? ''
  const { origin, pathname, searchParams, hash } = new URL(address)
  expect(pathname).toBe('/storefront/explorer')
  const shopper = await openStorefront({ origin }, searchParams.get('scope') ?? '')
  return (await shopper.get(`${origin}/storefront${hash.slice(1)}`)).status
}

test('a product with two prices and stock is published in at most 10 clicks', async () => {
  const person = countClicks(page)
  await person.click(button('New product'))
  expect(await axeInAllLooks(page)).toEqual([])
  await person.type(field('Name'), 'Reading lamp')
  await person.type(field('SKU'), 'READ-1')
  await person.type(field('Price in USD'), '49.5')
  await person.type(field('Price in EUR'), '45,00')
  await person.type(field('Stock'), '20')
  await person.click(categories())
  await person.click(page.getByRole('option', { name: 'Lamps' }))
  const { y = 0, height = 0 } = (await button('Create').boundingBox()) ?? {}
  expect(y + height).toBeLessThan(800)
  await person.click(button('Create'))
  await heading('Reading lamp').waitFor()
  await page.getByText('1 product is added.').waitFor()
  await person.click(button('Publish'))
  await page.getByRole('link', { name: 'See it in the shop' }).waitFor()
  console.log(`A product with two prices and stock: ${person.count()} clicks until it is published.`)
  expect(person.count()).toBeLessThanOrEqual(10)
  const [{ id, attributes }] = await bySku('READ-1')
  expect(attributes).toMatchObject({ name: 'Reading lamp', slug: 'reading-lamp', status: 'live' })
  expect(await currenciesOf('READ-1')).toMatchObject({ USD: { amount: 4950 }, EUR: { amount: 4500 } })
  expect(await stockOf(id)).toBe(20)
  expect(await statusInShop()).toBe(200)
  expect(faults).toEqual([])
})

test('a product with 2 x 3 variants is published in at most 16 clicks', async () => {
  const person = countClicks(page)
  await person.click(button('New product'))
  await person.type(field('Name'), 'Trail jacket')
  await person.type(field('SKU'), 'JKT-1')
  await person.type(field('Price in USD'), '129.50')
  await person.type(field('Price in EUR'), '119')
  await person.type(field('Stock'), '12')
  await person.click(button('Add options'))
  await person.type(field('Option 1'), 'Color')
  await person.type(valuesOf(1), 'Red,Blue,')
  await person.type(field('Option 2'), 'Size')
  await person.type(valuesOf(2), 'S,M,L,')
  await person.click(categories())
  await person.click(page.getByRole('option', { name: 'Lamps' }))
  await person.click(button('Create'))
  await heading('Trail jacket').waitFor()
  await page.getByText('6 products are added.').waitFor()
  await person.click(button('Publish'))
  await page.getByRole('link', { name: 'See it in the shop' }).waitFor()
  console.log(`A product with 2 x 3 variants: ${person.count()} clicks until it is published.`)
  expect(person.count()).toBeLessThanOrEqual(16)
  const [{ id, meta }] = await bySku('JKT-1')
  expect(meta.product_types).toEqual(['parent'])
  const children = (await stage.tenant.seller.get(`/v2/products/${id}/children?sort=sku`)).body.data
  expect(children.map(({ attributes }: { attributes: { sku: string } }) => attributes.sku)).toEqual(
    ['Blue-L', 'Blue-M', 'Blue-S', 'Red-L', 'Red-M', 'Red-S'].map((one) => `JKT-1-${one}`),
  )
  for (const child of children) expect(await stockOf(child.id)).toBe(12)
  expect(await statusInShop()).toBe(200)
  expect(faults).toEqual([])
})

test('the sheet of variants is filled by keys and from a spreadsheet, and a next build keeps its SKUs', async () => {
  await page.keyboard.press('n')
  await field('Name').fill('Mug')
  await field('SKU').fill('MUG')
  await field('Price in USD').fill('9')
  await button('Add options').press('Enter')
  await field('Option 1').fill('Glaze')
  await valuesOf(1).pressSequentially('Matte,Gloss,Raw,')
  const sheet = page.getByRole('grid', { name: 'Variants' })
  await sheet.focus()
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  await page.keyboard.type('mug-m')
  await press('Enter', 'ArrowUp', 'ArrowRight')
  await page.evaluate((text) => navigator.clipboard.writeText(text), '9.50\t8,95\t3\r\n10\t\t4\r\n')
  await press('Control+V', 'ArrowDown', 'ArrowDown', 'F2', 'Control+A')
  await page.keyboard.type('11')
  await press('Tab', 'Tab')
  await page.keyboard.type('many')
  await press('Enter')
  await sheet.getByRole('gridcell', { name: 'many' }).and(page.locator('[aria-invalid="true"]')).waitFor()
  expect(await axeInAllLooks(page)).toEqual([])
  await sheet.focus()
  await press('Delete')
  await button('Create').press('Enter')
  await heading('Mug').waitFor()
  expect(await currenciesOf('mug-m')).toMatchObject({ USD: { amount: 950 }, EUR: { amount: 895 } })
  expect(await currenciesOf('MUG-Gloss')).toMatchObject({ USD: { amount: 1000 } })
  expect(await currenciesOf('MUG-Raw')).toMatchObject({ USD: { amount: 1100 } })
  const [matte] = await bySku('mug-m')
  expect(await stockOf(matte.id)).toBe(3)
  const [{ id }] = await bySku('MUG')
  await stage.tenant.seller.post(`/v2/products/${id}/build`)
  expect((await bySku('mug-m'))[0].id).toBe(matte.id)
  expect(faults).toEqual([])
})

test.each([
  ['/v2/products', 'Bench', 'BEN-1'],
  ['/v2/variations', 'Stool', 'STO-1'],
  ['/v2/pricebooks/*/prices', 'Table', 'TAB-1'],
  ['/v2/inventories/*', 'Shelf', 'SHE-1'],
])('a lost response of %s is named, and another try makes nothing twice', async (path, name, sku) => {
  let isLost = false
  await page.route(`**${path}`, async (route) => {
    if (isLost || route.request().method() !== 'POST') return route.fallback()
    isLost = true
    await route.fetch()
    await route.abort()
  })
  await goTo(page, stage.at('/products/new'))
  await field('Name').fill(name)
  await field('SKU').fill(sku)
  await field('Price in USD').fill('300')
  await field('Stock').fill('2')
  await button('Add options').click()
  await field('Option 1').fill(`Wood of ${name}`)
  await valuesOf(1).pressSequentially('Oak,Ash,')
  await button('Create').click()
  const parts = page.getByRole('list', { name: 'Parts of the product' })
  await parts.getByText('failed').waitFor()
  await parts.getByText('not yet').or(parts.getByText('Stock of 2 variants: failed')).first().waitFor()
  expect(await field('Name').inputValue()).toBe(name)
  await button(path === '/v2/variations' ? 'Create' : 'Create the rest').click()
  await heading(name).waitFor()
  const found = (await stage.tenant.seller.get(`/v2/products?filter=like(sku,${sku}*)&sort=sku`)).body.data
  const skus = found.map(({ attributes }: { attributes: { sku: string } }) => attributes.sku)
  expect(skus).toEqual([sku, `${sku}-Ash`, `${sku}-Oak`])
  const named = `/v2/variations?filter=eq(name,${encodeURIComponent(`Wood of ${name}`)})`
  expect((await stage.tenant.seller.get(named)).body.data).toHaveLength(1)
  expect(await currenciesOf(sku)).toMatchObject({ USD: { amount: 30_000 } })
  expect(await stockOf(found[1].id)).toBe(2)
  expect(faults).toEqual([])
})

test('a SKU of another product is refused at its field before anything is made', async () => {
  await goTo(page, stage.at('/products/new'))
  await button('Create').click()
  await page.getByText('Give the product a name.').waitFor()
  await field('Name').fill('Wrong lamp')
  await field('SKU').fill('LAMP-1')
  await field('Price in USD').fill('1,2,3')
  await page.getByText('has separators in the wrong places').waitFor()
  await field('Price in USD').fill('12')
  await button('Create').click()
  await page.getByText('Another product has this SKU.').waitFor()
  expect(await bySku('LAMP-1')).toHaveLength(1)
  await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Products' }).click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Stay' }).click()
  expect(await field('SKU').inputValue()).toBe('LAMP-1')
  await field('SKU').fill('LAMP-9')
  await button('Create').click()
  await heading('Wrong lamp').waitFor()
  expect(faults).toEqual([])
})
