import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import react from '@vitejs/plugin-react'
import type { Page } from 'playwright-core'
import { build, type PreviewServer, preview } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BROWSER_TIMEOUT } from '../../../test/support/servers/browser.ts'
import { generateSources } from '../../scripts/generate.ts'
import type { Browsers } from '../support/browsers.ts'
import { browsers } from '../support/shared.ts'
import { axeInAllLooks } from '../support/stage.ts'

const root = path.resolve(import.meta.dirname, '../support/form-page')
const outDir = mkdtempSync(path.join(tmpdir(), 'tidings-form-page-'))
let opened: Browsers
let server: PreviewServer
beforeAll(async () => {
  opened = await browsers.use()
  generateSources()
  const shared = {
    configFile: false as const,
    root,
    logLevel: 'error' as const,
    build: { outDir, emptyOutDir: true, target: 'es2022' },
  }
  await build({ ...shared, plugins: [react()] })
  server = await preview({ ...shared, preview: { port: 0, host: '127.0.0.1' } })
}, BROWSER_TIMEOUT)
afterAll(async () => {
  await opened.leave((holder) => holder === NAME, address())
  browsers.leave()
  await server.close()
  rmSync(outDir, { recursive: true })
})

const NAME = 'forms'
const address = () => server.resolvedUrls?.local[0] ?? ''

async function open(form: string, refused: string[] = []): Promise<Page> {
  const query = new URLSearchParams([['form', form], ...refused.map((pointer) => ['refuse', pointer])])
  const { page, faults } = await opened.open({ name: NAME, session: async () => [] }, `${address()}?${query}`)
  await page.getByRole('button', { name: 'Save' }).waitFor()
  expect(faults).toEqual([])
  return page
}

async function save(page: Page): Promise<unknown> {
  await page.getByRole('button', { name: 'Save' }).click()
  return JSON.parse((await page.getByLabel('Sent').textContent()) ?? '')
}

async function expectAccessible(page: Page): Promise<void> {
  expect(await axeInAllLooks(page)).toEqual([])
  // The last look leaves the page at the width of a phone.
  const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  expect(isTooWide).toBe(false)
}

test('forms are accessible in light, in dark and on a phone', async () => {
  for (const form of ['CreateIntegration', 'UpdateTaxRate']) await expectAccessible(await open(form))
  const page = await open('CreateTaxRate', ['/data/rate', '/data/unknown'])
  await save(page)
  await page.getByRole('alert').waitFor()
  await expectAccessible(page)
})

test('a create form sends its filled fields in the types of the API', async () => {
  const page = await open('CreateTaxRate')
  await page.getByRole('combobox', { name: 'Tax class' }).click()
  await page.keyboard.type('redu')
  await page.getByRole('option', { name: 'Standard' }).waitFor({ state: 'hidden' })
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByLabel('Name').fill('VAT')
  await page.getByLabel('Rate').fill('7.25')
  expect(await page.getByLabel('Unsaved').textContent()).toBe('true')
  expect(await save(page)).toEqual({
    type: 'tax_rate',
    tax_class_id: '22222222-2222-4222-8222-222222222222',
    name: 'VAT',
    rate: 72_500,
  })
})

test('an update form sends changed members, and null for emptied ones', async () => {
  const page = await open('UpdateTaxRate')
  await expect.poll(() => page.getByRole('combobox', { name: 'Tax class' }).inputValue()).toBe('Reduced')
  // Only the id of this resource is known.
  expect(await page.getByRole('combobox', { name: 'Tax zone' }).inputValue()).toMatch(/^[0-9a-f-]{36}$/)
  expect(await save(page)).toEqual({ type: 'tax_rate' })
  await page.getByLabel('Valid from').fill('')
  await page.getByLabel('Rate').fill('19')
  expect(await save(page)).toEqual({ type: 'tax_rate', rate: 190_000, valid_from: null })
  expect(await page.getByLabel('Unsaved').textContent()).toBe('false')
  expect(await save(page)).toEqual({ type: 'tax_rate' })
})

test('an error is shown at its field with focus, and other errors above with the request id', async () => {
  const page = await open('CreateTaxRate', ['/data/unknown', '/data/rate/deeper'])
  await save(page)
  const rate = page.getByLabel('Rate')
  await expect.poll(() => rate.evaluate((input) => input === document.activeElement)).toBe(true)
  expect(await rate.getAttribute('aria-invalid')).toBe('true')
  const described = await rate.evaluate((input) =>
    input
      .getAttribute('aria-describedby')
      ?.split(' ')
      .map((id) => document.getElementById(id)?.textContent),
  )
  expect(described).toContain('/data/rate/deeper is wrong.')
  const above = await page.getByRole('alert').textContent()
  expect(above).toContain('/data/unknown is wrong.')
  expect(above).toContain('the-request')
  await rate.fill('1')
  expect(await rate.getAttribute('aria-invalid')).not.toBe('true')
})

test('text that is not a number is rejected without a request', async () => {
  const page = await open('CreateTaxRate')
  await page.getByLabel('Rate').fill('a lot')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Enter a number').waitFor()
  expect(await page.getByLabel('Sent').textContent()).toBe('')
})

test('rows, keys and shapes can be added, filled in and removed', async () => {
  const page = await open('CreateShippingOption')
  const add = page.getByRole('button', { name: 'Add country' })
  await add.click()
  await add.click()
  await page.getByRole('button', { name: 'Remove country 1' }).click()
  await page.getByRole('combobox', { name: 'Country' }).click()
  await page.keyboard.type('Germ')
  await page.getByRole('option', { name: 'Germany' }).click()
  await page.getByRole('combobox', { name: 'Regions' }).fill('Bavaria')
  await page.keyboard.press('Enter')
  await page.getByLabel('New currency').fill('EUR')
  await page.keyboard.press('Enter')
  await page.getByLabel('Amount').fill('4.9')
  expect(await save(page)).toEqual({
    type: 'shipping_option',
    countries: [{ country: 'DE', regions: ['Bavaria'] }],
    costs: { EUR: { amount: 490 } },
  })
})
