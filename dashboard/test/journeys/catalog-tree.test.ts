import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BROWSER_TIMEOUT } from '../../../test/support/servers/browser.ts'
import { type Assortment, createAssortment, make } from '../../../test/support/store/catalogs.ts'
import { axe, goTo, openStage, type Stage } from '../support/stage.ts'

let stage: Stage
let page: Page
let faults: string[]
let fixture: Assortment
beforeAll(async () => {
  stage = await openStage()
  const { seller } = stage.tenant
  fixture = await createAssortment(seller, { 'LAMP-1': 1000, 'LAMP-2': 2000 })
  await make(seller, `/hierarchies/${fixture.hierarchy}/nodes`, 'node', { name: 'Rugs', sort_order: 1 })
  ;({ page, faults } = await stage.open(`/hierarchies/${fixture.hierarchy}`))
}, BROWSER_TIMEOUT)
afterAll(() => stage.close())

const item = (name: string) => page.getByRole('treeitem', { name })

test('a node is moved below another one and back with the keyboard', async () => {
  await item('Lamps').focus()
  await page.keyboard.press('r')
  await expect.poll(() => item('Rugs').evaluate((one) => one === document.activeElement)).toBe(true)
  await page.keyboard.press('Alt+ArrowRight')
  await expect.poll(() => item('Rugs').getAttribute('aria-level')).toBe('2')
  const nodes = `/v2/hierarchies/${fixture.hierarchy}/nodes`
  const parentOfRugs = async () => {
    const { body } = await stage.tenant.seller.get(nodes)
    const rugs = body.data.find((one: { attributes: { name: string } }) => one.attributes.name === 'Rugs')
    return rugs.attributes.parent_id
  }
  expect(await parentOfRugs()).toBe(fixture.node)
  expect(await item('Rugs').evaluate((one) => one === document.activeElement)).toBe(true)
  await page.keyboard.press('Alt+ArrowLeft')
  await expect.poll(() => item('Rugs').getAttribute('aria-level')).toBe('1')
  expect(await parentOfRugs()).toBeNull()
  expect(faults).toEqual([])
})

test('dragging and buttons move a node like keys do, and its position is announced', async () => {
  const heard = (text: string) => page.getByRole('status', { name: 'Announcements' }).getByText(text).waitFor()
  const height = (await item('Lamps').boundingBox())?.height ?? 0
  await item('Rugs').dragTo(item('Lamps'), { targetPosition: { x: 40, y: 3 } })
  await heard('Rugs is now number 1 at the top.')
  await expect.poll(() => item('Rugs').getAttribute('aria-posinset')).toBe('1')
  await item('Rugs').dragTo(item('Lamps'), { targetPosition: { x: 40, y: height / 2 } })
  await heard('Rugs is now number 1 below Lamps.')
  await expect.poll(() => item('Rugs').getAttribute('aria-level')).toBe('2')

  await item('Rugs').click()
  const moves = page.getByRole('group', { name: 'Move Rugs' })
  await moves.getByRole('button', { name: 'Move out' }).click()
  await heard('Rugs is now number 2 at the top.')
  await expect.poll(() => item('Rugs').getAttribute('aria-level')).toBe('1')
  const down = moves.getByRole('button', { name: 'Move down' })
  await expect.poll(() => down.getAttribute('aria-disabled')).toBe('true')
  await page.mouse.move(0, 0)
  await page.getByRole('tooltip').waitFor({ state: 'hidden' })
  expect(await axe(page)).toEqual([])
  expect(faults).toEqual([])
})

test('a node is created below the shown one, and a product is added to it and removed', async () => {
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

test('the first picture uploaded to a product becomes its main image', async () => {
  const id = fixture.skus.get('LAMP-1') ?? ''
  await goTo(page, stage.at(`/products/${id}/pictures`))
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="10" height="10"/></svg>'
  const file = { name: 'lamp.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) }
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Files' }).click()
  await (await chooser).setFiles([file])
  await page.getByRole('button', { name: 'Upload' }).click()
  await page.getByRole('button', { name: 'lamp.svg is the main image' }).waitFor()
  const { body } = await stage.tenant.seller.get(`/v2/products/${id}`)
  expect(body.data.relationships.files.data).toHaveLength(1)
  expect(body.data.relationships.main_image.data.id).toBe(body.data.relationships.files.data[0].id)
  expect(faults).toEqual([])
})
