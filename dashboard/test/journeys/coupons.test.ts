import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BROWSER_TIMEOUT } from '../../../test/support/servers/browser.ts'
import { addCoupon, makePromotion } from '../../../test/support/store/promotions.ts'
import { checkOut, customItem, expectStatus, fillCart, putOrder } from '../../../test/support/store/shop.ts'
import { heading } from '../support/promotions.ts'
import { goTo, openStage, type Stage } from '../support/stage.ts'

/** The maximum size of a batch is tested with TIDINGS_TEST_COUPONS=100000. */
const CODES = Number(process.env.TIDINGS_TEST_COUPONS ?? 1000)

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
}, BROWSER_TIMEOUT)
afterAll(() => stage.close())

test('a batch of codes is created and downloaded, shows each use, and regains a canceled one', async () => {
  const { seller } = stage.tenant
  const promotion = await makePromotion(seller, { name: 'Winter', trigger: 'coupon' })
  const { page, faults } = await stage.open(`/promotions/${promotion}/coupons`)
  await page.getByText('No coupons yet').waitFor()
  await page.getByRole('button', { name: 'New batch' }).click()
  await page.getByLabel('Number of codes').fill(String(CODES))
  await page.getByLabel('Prefix').fill('WIN-')
  await page.getByRole('button', { name: 'Create batch' }).click()
  await heading(page, `Batch of ${CODES.toLocaleString('en-US')} codes with WIN-…`)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download codes' }).click()
  const codes = new Set((await readFile(await (await downloading).path(), 'utf8')).trimEnd().split('\n'))
  expect(codes.size).toBe(CODES)
  await page.getByText(`Downloaded ${CODES.toLocaleString('en-US')} codes.`).waitFor()

  const [code = ''] = codes
  const cart = await fillCart(seller, [customItem(3000)])
  expectStatus(await addCoupon(seller, cart, code), 201)
  const order = expectStatus(await checkOut(seller, cart), 201).body.data
  await goTo(page, stage.at(`/promotions/${promotion}/usages`))
  const row = page.getByRole('row').filter({ hasText: code })
  await row.getByText('Used', { exact: true }).waitFor()
  await row.getByText('$5.00').waitFor()
  await row.getByRole('link', { name: order.order_number }).waitFor()
  expectStatus(await putOrder(seller, order.id, { status: 'cancelled' }), 200)
  await page.reload()
  await row.getByText('Given back').waitFor()
  expect(faults).toEqual([])
})

test('a code is created, found, changed and deleted, with server errors at their fields', async () => {
  const { seller } = stage.tenant
  const promotion = await makePromotion(seller, { name: 'Codes', trigger: 'coupon' })
  const { page } = await stage.open(`/promotions/${promotion}/coupons/new`)
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill('NOT A CODE')
  await page.getByRole('button', { name: 'Create coupon' }).click()
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Code', exact: true }).getAttribute('aria-invalid'))
    .toBe('true')
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill('SPRING')
  await page.getByRole('button', { name: 'Create coupon' }).click()
  await page.getByRole('link', { name: 'SPRING' }).click()
  await page.getByLabel('Uses in all').fill('3')
  await page.getByRole('button', { name: 'Save' }).click()
  const one = async () => (await seller.get(`/v2/promotions/${promotion}/coupons`)).body.data
  await page.getByText('Saved the coupon.').waitFor()
  expect((await one())[0].max_uses).toBe(3)
  await page.getByRole('button', { name: 'Delete coupon' }).click()
  await page
    .getByRole('dialog', { name: 'Delete the coupon SPRING?' })
    .getByRole('button', { name: 'Delete coupon' })
    .click()
  await page.getByText('No coupons yet').waitFor()
  expect(await one()).toEqual([])
})
