import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BROWSER_TIMEOUT } from '../../../test/support/servers/browser.ts'
import { AXE_TIMEOUT_MS, expectAccessible } from '../support/accessible.ts'
import { axe, openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
}, BROWSER_TIMEOUT)
afterAll(() => stage.close())

type NewField = { kind: string; name: string; slug: string; fill?: (page: Page) => Promise<void> }

async function addField(page: Page, { kind, name, slug, fill }: NewField): Promise<void> {
  await page.getByRole('button', { name: 'New field' }).click()
  await page.getByRole('heading', { level: 1, name: 'New field' }).waitFor()
  await page.getByRole('combobox', { name: 'Kind' }).click()
  await page.getByRole('option', { name: kind, exact: true }).click()
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Slug').fill(slug)
  await fill?.(page)
  await page.getByRole('button', { name: 'Create field' }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await page.getByRole('link', { name: 'Fields' }).click()
  await page.getByRole('row', { name: new RegExp(slug) }).waitFor()
}

test('a custom API gets fields, an entry in the resulting form, and its own events', async () => {
  const { page, faults } = await stage.open('/custom-apis')
  await page.getByRole('link', { name: 'New custom API' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'New custom API' }).waitFor()
  await page.getByLabel('Name').fill('Wishlist')
  await page.getByLabel('Slug').fill('wishlists')
  await page.getByLabel('API type').fill('wishlist')
  await page.getByRole('button', { name: 'Create custom API' }).click()
  await page.getByText('This must match the pattern').waitFor()
  await page.getByLabel('API type').fill('wishlist_ext')
  await page.getByRole('button', { name: 'Create custom API' }).click()
  await page.getByRole('heading', { level: 1, name: 'Wishlist' }).waitFor()
  const created = page.getByRole('link', { name: 'wishlist_ext.created', exact: true })
  expect(await created.getAttribute('href')).toContain('/events/types/wishlist_ext.created')

  await page.getByRole('tab', { name: 'Fields' }).click()
  await page.getByText('No fields yet').waitFor()
  await addField(page, { kind: 'Text', name: 'Title', slug: 'title' })
  await addField(page, {
    ...{ kind: 'Text', name: 'Color', slug: 'color' },
    fill: async () => {
      await page.getByRole('button', { name: 'Rules' }).click()
      const options = page.getByRole('combobox', { name: 'Allowed values' }).or(page.getByLabel('Allowed values'))
      await options.first().fill('red')
      await page.keyboard.press('Enter')
      await page.keyboard.type('dark-red')
      await page.keyboard.press('Enter')
    },
  })
  await addField(page, {
    ...{ kind: 'Whole number', name: 'Count', slug: 'count' },
    fill: async () => {
      await page.getByRole('button', { name: 'Rules' }).click()
      await page.getByLabel('Maximum').fill('9')
    },
  })

  await page.getByRole('tab', { name: 'Entries' }).click()
  await page.getByRole('link', { name: 'New Wishlist entry' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'New Wishlist entry' }).waitFor()
  await page.getByLabel('Title').fill('Birthday')
  await page.getByRole('combobox', { name: 'Color' }).click()
  await page.getByRole('option', { name: 'dark-red', exact: true }).click()
  await page.getByLabel('Count', { exact: true }).fill('10')
  await page.getByRole('button', { name: 'Create Wishlist entry' }).click()
  await page.getByText('This must be at most 9').waitFor()
  await page.getByLabel('Count', { exact: true }).fill('7')
  await page.getByRole('button', { name: 'Create Wishlist entry' }).click()
  await page.getByRole('heading', { level: 1, name: 'Birthday' }).waitFor()
  await page.getByRole('link', { name: 'Wishlist entries' }).click()
  const row = page.getByRole('row', { name: /Birthday/ })
  expect(await row.textContent()).toMatch(/Birthday.*dark-red.*7/)
  await page.getByRole('searchbox', { name: 'Find by title' }).fill('birth')
  await page.waitForURL(/filter=ilike\(title,/)
  await row.waitFor()
  expect(faults).toEqual([])

  const { seller } = stage.tenant
  const type = await seller.get('/v2/events/types/wishlist_ext.created')
  expect(type.body.data).toMatchObject({ entity: 'Custom API entry', origin: 'store' })
  const { body } = await seller.get('/v2/events')
  expect(body.data.map((event: { triggered_by: string }) => event.triggered_by)).toContain('customAPIEntryType.created')
})

test('deleting a custom API shows how many fields and entries are deleted with it', async () => {
  const { page } = await stage.open('/custom-apis')
  await page.getByRole('link', { name: 'Wishlist' }).click()
  await page.getByRole('button', { name: 'Delete custom API' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete the custom API “Wishlist”?' })
  await dialog.getByRole('link', { name: '3 fields' }).waitFor()
  await dialog.getByRole('link', { name: '1 entry' }).waitFor()
  expect(await axe(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
})

test(
  'pages of custom APIs are accessible in both themes and on a phone',
  async () => {
    const { seller } = stage.tenant
    const [api] = (await seller.get('/v2/settings/extensions/custom-apis')).body.data
    const at = `/custom-apis/${api.id}`
    const [field] = (await seller.get(`/v2/settings/extensions${at}/fields`)).body.data
    const [entry] = (await seller.get(`/v2/settings/extensions${at}/entries`)).body.data
    const parts = ['', `/fields/${field.id}`, '/entries', `/entries/${entry.id}`]
    const { page } = await stage.open('/custom-apis')
    await expectAccessible(
      page,
      parts.map((part) => stage.at(`${at}${part}`)),
    )
  },
  AXE_TIMEOUT_MS,
)
