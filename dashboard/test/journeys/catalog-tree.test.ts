import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BROWSER_TIMEOUT } from '../../../test/support/servers/browser.ts'
import { make, makeShelf, type Shelf } from '../../../test/support/store/catalogs.ts'
import { openStage, type Stage } from '../support/stage.ts'

let stage: Stage
let page: Page
let faults: string[]
let shelf: Shelf
beforeAll(async () => {
  stage = await openStage()
  const { seller } = stage.tenant
  shelf = await makeShelf(seller, { 'LAMP-1': 1000, 'LAMP-2': 2000 })
  await make(seller, `/hierarchies/${shelf.hierarchy}/nodes`, 'node', { name: 'Rugs', sort_order: 1 })
  ;({ page, faults } = await stage.open(`/hierarchies/${shelf.hierarchy}`))
}, BROWSER_TIMEOUT)
afterAll(() => stage.close())

const item = (name: string) => page.getByRole('treeitem', { name })

test('a node is moved below another one by keyboard, and back', async () => {
  await item('Lamps').focus()
  await page.keyboard.press('r')
  await expect.poll(() => item('Rugs').evaluate((one) => one === document.activeElement)).toBe(true)
  await page.keyboard.press('Alt+ArrowRight')
  await expect.poll(() => item('Rugs').getAttribute('aria-level')).toBe('2')
  const nodes = `/v2/hierarchies/${shelf.hierarchy}/nodes`
  const parentOfRugs = async () => {
    const { body } = await stage.tenant.seller.get(nodes)
    const rugs = body.data.find((one: { attributes: { name: string } }) => one.attributes.name === 'Rugs')
    return rugs.attributes.parent_id
  }
  expect(await parentOfRugs()).toBe(shelf.node)
  expect(await item('Rugs').evaluate((one) => one === document.activeElement)).toBe(true)
  await page.keyboard.press('Alt+ArrowLeft')
  await expect.poll(() => item('Rugs').getAttribute('aria-level')).toBe('1')
  expect(await parentOfRugs()).toBeNull()
  expect(faults).toEqual([])
})

test('a node is made below the one that is shown, and a product is placed in it and taken out', async () => {
  await item('Rugs').click()
  await page.getByRole('button', { name: 'New node' }).click()
  const dialog = page.getByRole('dialog', { name: 'New node below Rugs' })
  await dialog.getByLabel('Name').first().fill('Runners')
  await dialog.getByRole('button', { name: 'Create node' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => item('Runners').getAttribute('aria-level')).toBe('2')
  await page.getByRole('combobox', { name: 'Add a product' }).click()
  await page.keyboard.type('lamp-2')
  await page.getByRole('option', { name: 'LAMP-2' }).click()
  const row = page.getByRole('table', { name: 'products' }).getByRole('row').filter({ hasText: 'LAMP-2' })
  await row.waitFor()
  await row.getByRole('button', { name: /out of this node/ }).click()
  await row.waitFor({ state: 'hidden' })
  expect(faults).toEqual([])
})
