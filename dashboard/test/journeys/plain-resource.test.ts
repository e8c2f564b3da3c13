import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BROWSER_TIMEOUT } from '../../../test/support/servers/browser.ts'
import { expectStatus } from '../../../test/support/store/shop.ts'
import { AXE_TIMEOUT_MS, expectAccessible } from '../support/accessible.ts'
import { axe, goTo, openStage, type Stage } from '../support/stage.ts'

let stage: Stage
const ids: Record<string, string> = {}
beforeAll(async () => {
  stage = await openStage()
  const { seller } = stage.tenant
  const make = async (path: string, data: object) => (await seller.post(path, { data })).body.data.id as string
  ids.standard = await make('/v2/taxes/classes', { name: 'Standard', code: 'standard' })
  ids.reduced = await make('/v2/taxes/classes', { name: 'Reduced', code: 'reduced' })
  ids.zone = await make('/v2/taxes/zones', { name: 'Germany', countries: [{ country: 'DE' }] })
  ids.shipping = await make('/v2/shipping-options', {
    name: 'Parcel',
    code: 'parcel',
    costs: { EUR: { by: 'weight', table: [{ from: 1500, amount: 490 }] } },
  })
}, BROWSER_TIMEOUT)
afterAll(() => stage.close())

const choose = async (page: Page, label: string, option: string) => {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option }).click()
}

/** Runs the command from a dialog with the token of a key. */
async function runShown(dialog: Locator): Promise<void> {
  const command = await dialog.locator('pre').innerText()
  await promisify(execFile)('sh', ['-ec', `${command} --fail`], {
    env: { ...process.env, TOKEN: stage.tenant.seller.token },
  })
}

/** Current resources of the store at a path. */
const rows = async (path: string) => (await stage.tenant.seller.get(path)).body.data

test('a tax rate is created, edited and deleted in the generated form, in display units', async () => {
  const { page, faults } = await stage.open('/taxes/rates')
  await page.getByText('No tax rates yet').waitFor()
  await page.getByRole('link', { name: 'New tax rate' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'New tax rate' }).waitFor()
  await page.getByLabel('Name').fill('VAT')
  await page.getByLabel('Code').fill('x'.repeat(101))
  await page.getByLabel('Rate (%)').fill('12')
  await choose(page, 'Tax class', 'Reduced')
  await choose(page, 'Tax zone', 'Germany')
  await page.getByRole('button', { name: 'Create tax rate' }).click()
  // The server's message appears at the field.
  await page.getByText('This must be at most 100 characters long.').waitFor()
  expect(await page.getByLabel('Code').getAttribute('aria-invalid')).toBe('true')
  await page.getByLabel('Code').fill('de-12')
  await page.getByRole('button', { name: 'Create tax rate' }).click()
  await page.getByRole('heading', { level: 1, name: 'VAT' }).waitFor()
  const [created] = await rows('/v2/taxes/rates')
  expect(created).toMatchObject({ name: 'VAT', code: 'de-12', rate: 120_000 })
  expect(created).toMatchObject({ tax_class_id: ids.reduced, tax_zone_id: ids.zone })

  // The command contains the unsaved change.
  await page.getByLabel('Rate (%)').fill('9.5')
  await page.getByRole('button', { name: 'Send as request' }).click()
  await runShown(page.getByRole('dialog', { name: 'Send as request' }))
  expect(await rows('/v2/taxes/rates')).toMatchObject([{ name: 'VAT', code: 'de-12', rate: 95_000 }])
  await page.keyboard.press('Escape')

  await page.getByLabel('Rate (%)').fill('7.25')
  await page.getByRole('button', { name: 'Save' }).click()
  // The command has changed the same field.
  await page.getByRole('radio', { name: 'Theirs: 9.5%' }).waitFor()
  await page.getByRole('button', { name: 'Save what is chosen' }).click()
  await page.getByText('Saved the tax rate.').waitFor()
  expect(await rows('/v2/taxes/rates')).toMatchObject([{ name: 'VAT', rate: 72_500 }])

  await page.goBack()
  const row = page.getByRole('row', { name: /VAT/ })
  await row.waitFor()
  expect(await row.textContent()).toContain('7.25%')
  expect(await row.textContent()).toMatch(/Reduced.*Germany/)
  await page.getByRole('link', { name: 'VAT' }).click()
  // A deleted resource has no unsaved changes.
  await page.getByLabel('Name').fill('Sales tax')
  await page.getByRole('button', { name: 'Delete tax rate' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete the tax rate “VAT”?' })
  await dialog.getByRole('button', { name: 'Delete tax rate' }).click()
  await page.getByText('No tax rates yet').waitFor()
  expect(faults).toEqual([])
})

test("a resource in use names its users, before deletion and in the server's error", async () => {
  const { seller } = stage.tenant
  const rate = { name: 'VAT', code: 'de-19', rate: 190_000, tax_class_id: ids.reduced, tax_zone_id: ids.zone }
  const { body } = await seller.post('/v2/taxes/rates', { data: rate })
  const { page } = await stage.open(`/taxes/classes/${ids.reduced}`)
  await page.getByRole('button', { name: 'Delete tax class' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete the tax class “Reduced”?' })
  await dialog.getByRole('link', { name: '1 tax rate' }).waitFor()
  await dialog.getByRole('button', { name: 'Delete tax class' }).click()
  const refusal = dialog.getByRole('alert')
  await refusal.getByText('Tax rates belong to this class: delete them first.').waitFor()
  expect(await refusal.textContent()).toMatch(/Request.*[0-9a-f-]{8}/)
  expect(await axe(page)).toEqual([])
  await dialog.getByRole('link', { name: '1 tax rate' }).click()
  await page.getByRole('row', { name: /de-19/ }).waitFor()
  expect(page.url()).toBe(stage.at(`/taxes/rates?filter=eq(tax_class_id,${ids.reduced})`))
  await seller.delete(`/v2/taxes/rates/${body.data.id}`)
})

test("neither leaving the page nor someone else's change loses a started form", async () => {
  const { page } = await stage.open('/taxes/classes')
  await page.getByRole('link', { name: 'Standard' }).click()
  await page.getByRole('heading', { level: 1, name: 'Standard' }).waitFor()
  await page.getByLabel('Name').fill('Normal')
  await page.goBack()
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  await dialog.getByRole('button', { name: 'Stay' }).click()
  // The deletion dialog opens above the form, which stays.
  await page.getByRole('button', { name: 'Delete tax class' }).click()
  const deletion = page.getByRole('dialog', { name: 'Delete the tax class “Standard”?' })
  await deletion.getByRole('button', { name: 'Cancel' }).click()
  await deletion.waitFor({ state: 'hidden' })
  expect(await dialog.isVisible()).toBe(false)
  expect(await page.getByLabel('Name').inputValue()).toBe('Normal')
  await stage.tenant.seller.put(`/v2/taxes/classes/${ids.standard}`, { data: { code: 'std' } })
  // Returning to the page refetches the resource.
  await expect
    .poll(
      async () => {
        await page.evaluate(() => {
          document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
        })
        return page.getByText('The tax class has changed in the meantime').isVisible()
      },
      { interval: 500 },
    )
    .toBe(true)
  expect(await page.getByLabel('Name').inputValue()).toBe('Normal')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved the tax class.').waitFor()
  const { body } = await stage.tenant.seller.get(`/v2/taxes/classes/${ids.standard}`)
  expect(body.data).toMatchObject({ name: 'Normal', code: 'std' })
  // The first step back leads to the page of the dialog, which does not reopen.
  await page.goBack()
  expect(await deletion.isVisible()).toBe(false)
  await page.goBack()
  await page.getByRole('link', { name: 'Normal' }).waitFor()
})

test('two editors of the same field see both values, and choose field by field', async () => {
  const { seller } = stage.tenant
  const data = { name: 'Books', code: 'books' }
  const { id } = expectStatus(await seller.post('/v2/taxes/classes', { data }), 201).body.data
  const { page, faults } = await stage.open(`/taxes/classes/${id}`)
  await page.getByLabel('Name').fill('Printed books')
  await seller.put(`/v2/taxes/classes/${id}`, { data: { name: 'All books', code: 'print' } })
  await page.getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('dialog', { name: 'Someone else has changed this too' })
  await dialog.getByText('Code changed too').waitFor()
  expect(await axe(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('radio', { name: 'Theirs: All books' }).check()
  await dialog.getByRole('radio', { name: 'Yours: Printed books' }).check()
  await dialog.getByRole('button', { name: 'Save what is chosen' }).click()
  await page.getByText('Saved the tax class.').waitFor()
  expect((await seller.get(`/v2/taxes/classes/${id}`)).body.data).toMatchObject({
    name: 'Printed books',
    code: 'print',
  })
  expect(await page.getByLabel('Code').inputValue()).toBe('print')

  await page.getByLabel('Name').fill('Mine')
  await seller.put(`/v2/taxes/classes/${id}`, { data: { name: 'Theirs' } })
  await page.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('button', { name: 'Discard my changes' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await page.getByLabel('Name').inputValue()).toBe('Theirs')
  expect((await seller.get(`/v2/taxes/classes/${id}`)).body.data.name).toBe('Theirs')
  await seller.delete(`/v2/taxes/classes/${id}`)
  expect(faults).toEqual([])
})

test('costs by weight are typed in grams, and amounts in units of their currency', async () => {
  const { page } = await stage.open(`/shipping-options/${ids.shipping}`)
  expect(await page.getByLabel('From').inputValue()).toBe('1500')
  expect(await page.getByLabel('Amount').inputValue()).toBe('4.90')
  await page.getByLabel('Amount').fill('5.25')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved the shipping option.').waitFor()
  const [{ costs }] = await rows('/v2/shipping-options')
  expect(costs).toEqual({ EUR: { by: 'weight', table: [{ from: 1500, amount: 525 }] } })
})

test('a viewer sees labeled values, and why nothing can be changed', async () => {
  const viewer = await stage.person(['viewer'])
  const { page } = await stage.open(`/shipping-options/${ids.shipping}`, { as: viewer })
  await page.getByText('This needs the permission settings:write.').first().waitFor()
  const details = page.getByRole('region', { name: 'Details' })
  await details.getByText('Parcel').first().waitFor()
  expect(await details.textContent()).toMatch(/Name\s*Parcel.*Code\s*parcel.*EUR.*1,?500.*€5\.25/s)
  expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Delete shipping option' }).getAttribute('aria-disabled')).toBe('true')
  expect(await axe(page)).toEqual([])
  await goTo(page, stage.at('/taxes/classes/new'))
  await page.getByText('This needs the permission settings:write.').waitFor()
})

test('a saved gateway credential is masked, kept as it is, and removed', async () => {
  const { page } = await stage.open('/gateways')
  await page.getByRole('link', { name: 'Manual' }).click()
  expect(await page.getByRole('button', { name: 'Delete payment gateway' }).count()).toBe(0)
  await page.getByLabel('New credential').fill('api_key')
  await page.getByRole('button', { name: 'Add' }).click()
  await page.getByLabel('api_key', { exact: true }).fill('very-secret-value')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved the payment gateway.').waitFor()
  await expect.poll(() => page.getByLabel('api_key', { exact: true }).inputValue()).not.toBe('very-secret-value')
  await page.getByRole('button', { name: 'Remove api_key' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(async () => (await stage.tenant.seller.get('/v2/gateways/manual')).body.data.credentials)
    .toEqual({})
})

test(
  'pages of plain resources are accessible in both themes and on a phone',
  async () => {
    const addresses = [
      `/taxes/zones/${ids.zone}`,
      '/taxes/rates/new',
      '/shipping-options',
      `/shipping-options/${ids.shipping}`,
    ]
    const { page } = await stage.open('/taxes/classes')
    await expectAccessible(page, addresses.map(stage.at))
  },
  AXE_TIMEOUT_MS,
)
