import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BROWSER_TIMEOUT } from '../../../test/support/servers/browser.ts'
import { createAssortment, publish } from '../../../test/support/store/catalogs.ts'
import { checkOut, customItem, expectStatus, fillCart, newCartId, pay } from '../../../test/support/store/shop.ts'
import { axeInAllLooks, goTo, openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
  const { seller } = stage.tenant
  expectStatus(await seller.put('/v2/gateways/sandbox', { data: { type: 'gateway', enabled: true } }), 200)
  await publish(seller, (await createAssortment(seller, { DESK: 1000 })).catalog)
}, BROWSER_TIMEOUT)
afterAll(() => stage.close())

/** Orders three lamps of 10.00 in total, including tax, and the other items. */
async function makeLamps(...others: object[]): Promise<string> {
  const { seller } = stage.tenant
  const cart_id = await fillCart(seller, [customItem(333, 3), ...others], newCartId())
  const { body } = await seller.get(`/v2/carts/${cart_id}/items`)
  const data = { type: 'tax_item', name: 'Levy', amount: 1 }
  expectStatus(await seller.post(`/v2/carts/${cart_id}/items/${body.data[0].id}/taxes`, { data }), 201)
  return expectStatus(await checkOut(seller, cart_id), 201).body.data.id
}

const ledgerOf = (page: Page) => page.getByRole('table', { name: 'Payments' })
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name })

test('an order is authorized, partly captured and refunded once, with the ledger of the API', async () => {
  const { seller } = stage.tenant
  // Only half is captured, so a second refund would be possible.
  const id = await makeLamps(customItem(1000, 1, { name: 'Shade', sku: 'SHADE' }))
  const { page, faults } = await stage.open('/orders')
  await page.getByRole('table', { name: 'orders' }).getByRole('link').first().click()
  await page.getByRole('heading', { level: 1, name: /^Order / }).waitFor()

  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  const paying = dialogOf(page, 'Pay')
  await paying.getByRole('combobox', { name: 'Gateway' }).click()
  await page.getByRole('option', { name: 'Sandbox' }).click()
  await paying.getByRole('radio', { name: /Authorize/ }).check()
  await paying.getByRole('button', { name: 'Authorize' }).click()
  await paying.waitFor({ state: 'detached' })

  await ledgerOf(page).getByRole('button', { name: 'Capture' }).click()
  const capturing = dialogOf(page, 'Capture')
  await capturing.getByRole('textbox', { name: 'Amount' }).fill('10.00')
  await capturing.getByRole('button', { name: 'Capture' }).click()
  await capturing.waitFor({ state: 'detached' })

  const fulfil = page.getByRole('button', { name: 'Mark as fulfilled' })
  expect(await fulfil.getAttribute('aria-disabled')).toBe('true')
  await fulfil.hover()
  await page.getByRole('tooltip', { name: /Only a complete and paid order can be fulfilled/ }).waitFor()

  await ledgerOf(page).getByRole('button', { name: 'Refund' }).click()
  const refunding = dialogOf(page, 'Refund')
  await refunding.getByText('One by one: $3.33, $3.34, $3.33').waitFor()
  await refunding.getByLabel('Units of Shade to refund').fill('1')
  await refunding.getByLabel('Units of Lamp to refund').fill('1')
  await refunding.getByText('The total of data.items is 1333, more than the 1000 that is left').waitFor()
  await refunding.getByLabel('Units of Shade to refund').fill('0')
  await refunding.getByRole('row', { name: /Total/ }).getByText('$3.33').waitFor()
  await refunding.getByRole('button', { name: 'Refund' }).dblclick()
  await refunding.waitFor({ state: 'detached' })

  const { body } = await seller.get(`/v2/orders/${id}/transactions`)
  const transactions = body.data.map((one: { transaction_type: string; amount: number }) => [
    one.transaction_type,
    one.amount,
  ])
  expect(transactions).toEqual([
    ['authorize', 2000],
    ['capture', 1000],
    ['refund', 333],
  ])
  const { display_price } = (await seller.get(`/v2/orders/${id}`)).body.data.meta
  const now = ledgerOf(page).getByRole('row', { name: /^Now/ })
  const last = ledgerOf(page).getByRole('row', { name: /^Refund/ })
  for (const total of ['authorized', 'paid', 'refunded', 'balance_owing']) {
    const { formatted } = display_price[total]
    await now.getByText(formatted, { exact: true }).first().waitFor()
    await last.getByText(formatted, { exact: true }).first().waitFor()
  }
  const events = page.getByRole('table', { name: 'Timeline' })
  for (const key of ['order.created', 'order.authorized', 'order.refunded'])
    await events.getByRole('link', { name: key }).waitFor()
  await page
    .getByRole('list', { name: 'History of Payment' })
    .getByText('Partially authorized')
    .waitFor({ state: 'detached' })
  expect(faults).toEqual([])
})

test('cancelling a paid order warns that the payment stays, and leads to the refund', async () => {
  const { seller } = stage.tenant
  const id = await makeLamps()
  expectStatus(await pay(seller, id), 201)
  const number = (await seller.get(`/v2/orders/${id}`)).body.data.order_number
  const { page, faults } = await stage.open('/orders')
  await page.getByRole('link', { name: number }).click()
  await page.getByRole('button', { name: 'Cancel order' }).click()
  const dialog = dialogOf(page, 'Cancel order')
  await dialog.getByText('The payment is not refunded automatically: $10.00 stay captured').waitFor()
  await dialog.getByRole('button', { name: `Cancel order ${number}` }).click()

  const refunding = dialogOf(page, 'Refund')
  await refunding.getByText('An amount', { exact: true }).click()
  await refunding.getByRole('button', { name: 'Refund' }).click()
  await refunding.waitFor({ state: 'detached' })
  await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Orders' }).click()
  const row = page.getByRole('row', { name: new RegExp(number) })
  await row.getByText('Cancelled', { exact: true }).waitFor()
  await row.getByText('Refunded').waitFor()
  expect(faults).toEqual([])
})

test('quick filters and the search are in the URL, and find orders by number and email', async () => {
  const { page } = await stage.open('/orders')
  await page.getByRole('button', { name: 'To refund' }).click()
  await page
    .getByText('No orders match')
    .or(page.getByRole('table', { name: 'orders' }))
    .waitFor()
  expect(decodeURIComponent(page.url())).toContain('eq(status,cancelled)')
  await page.getByRole('button', { name: 'To refund', pressed: true }).click()
  const number = (await stage.tenant.seller.get('/v2/orders?page[limit]=1')).body.data[0].order_number
  const search = page.getByRole('searchbox', { name: 'Find by number, e-mail or name' })
  await search.fill(number.toLowerCase())
  await page.getByText('1 order', { exact: true }).waitFor()
  await search.fill('nobody@example')
  await page.getByText('No orders match').waitFor()
  await page.goBack()
  expect(decodeURIComponent(page.url())).not.toContain('filter')
})

test('a search is sent while typing, and never in the middle of a click on a row', async () => {
  const id = await makeLamps()
  const number = (await stage.tenant.seller.get(`/v2/orders/${id}`)).body.data.order_number
  const { page } = await stage.open('/orders')
  const search = page.getByRole('searchbox', { name: 'Find by number, e-mail or name' })
  const row = page.getByRole('row', { name: new RegExp(number) })
  await row.waitFor()
  await search.pressSequentially('no such order')
  // Pressed for longer than the pause after which a search is sent.
  await row.getByText('USD').or(row.getByText('$10.00')).first().click({ delay: 600 })
  await page.getByRole('heading', { level: 1, name: `Order ${number}` }).waitFor()
})

test('a partly shipped order says so everywhere, and refunded units are not offered to ship', async () => {
  const { seller } = stage.tenant
  const cart_id = await fillCart(seller, [{ type: 'cart_item', sku: 'DESK', quantity: 6 }], newCartId())
  const { id, order_number } = expectStatus(await checkOut(seller, cart_id), 201).body.data
  const purchase = expectStatus(await pay(seller, id), 201).body.data.id
  const { page, faults } = await stage.open(`/orders/${id}`)
  const units = page.getByLabel(/^Units of .* to ship$/)
  const shipping = page.getByRole('region', { name: 'State' })
  const dialog = dialogOf(page, 'Create shipment')

  await page.getByRole('button', { name: 'Create shipment' }).click()
  expect(await units.inputValue()).toBe('6')
  await units.fill('2')
  await dialog.getByLabel('Tracking link').fill('https://parcels.example/PC-1')
  await dialog.getByRole('button', { name: 'Ship' }).click()
  await dialog.waitFor({ state: 'detached' })
  await shipping.getByText('Partly shipped, 2 of 6').first().waitFor()
  const link = page.getByRole('table', { name: 'Shipments' }).getByRole('link', { name: 'Track' })
  expect(await link.getAttribute('href')).toBe('https://parcels.example/PC-1')

  await ledgerOf(page).getByRole('button', { name: 'Refund' }).click()
  const refunding = dialogOf(page, 'Refund')
  await refunding.getByText('2 shipped, 4 not shipped').waitFor()
  await refunding.getByLabel(/^Units of .* to refund$/).fill('3')
  await refunding.getByLabel(/^Shipped units of .* to refund$/).fill('1')
  await refunding.getByLabel('Add 1 shipped unit to stock').check()
  await refunding.getByRole('combobox', { name: 'Reason' }).click()
  await page.getByRole('option', { name: 'Damaged' }).click()
  await refunding.getByRole('button', { name: 'Refund' }).click()
  await refunding.waitFor({ state: 'detached' })
  await ledgerOf(page).getByText('shipped ones back in stock').waitFor()
  const ledger = expectStatus(await seller.get(`/v2/orders/${id}/transactions?sort=id`), 200).body.data
  expect(ledger[1]).toMatchObject({ restock: true, reason: 'damaged', items: [{ quantity: 3, shipped_quantity: 1 }] })
  expect(ledger[0]).toMatchObject({ id: purchase, refunded_amount: 3000 })
  // The history names both states.
  const history = page.getByRole('list', { name: 'History of Shipping' })
  for (const step of ['Partly shipped, 2 of 6', 'Partly shipped, 2 of 4']) await history.getByText(step).waitFor()

  await goTo(page, stage.at('/orders'))
  const row = page.getByRole('table', { name: 'orders' }).getByRole('row').filter({ hasText: order_number })
  await row.getByText('Partly shipped, 2 of 4').waitFor()
  await goTo(page, stage.at('/'))
  await page.getByRole('region', { name: 'To fulfill' }).getByText('Partly shipped, 2 of 4').waitFor()

  await goTo(page, stage.at(`/orders/${id}`))
  await page.getByRole('button', { name: 'Create shipment' }).click()
  expect(await units.inputValue()).toBe('2')
  await dialog.getByRole('button', { name: 'Ship' }).click()
  await dialog.waitFor({ state: 'detached' })
  await shipping.getByText('Fulfilled', { exact: true }).first().waitFor()
  expect(faults).toEqual([])
})

test('an invoice and a packing slip print without the dashboard around them', async () => {
  const { seller } = stage.tenant
  const cart_id = await fillCart(seller, [{ type: 'cart_item', sku: 'DESK', quantity: 3 }], newCartId())
  const { id } = expectStatus(await checkOut(seller, cart_id), 201).body.data
  expectStatus(await pay(seller, id), 201)
  expectStatus(await seller.post(`/v2/orders/${id}/shipments`, { data: { carrier: 'Parcel Co' } }), 201)
  const { page, faults } = await stage.open(`/orders/${id}`)
  const packing = page.getByRole('article', { name: 'Packing slip' })
  await page.getByRole('button', { name: 'Packing slip' }).click()
  await packing.getByRole('row', { name: /^3 Lamp DESK/ }).waitFor()
  expect(await packing.innerText()).not.toContain('$')
  await packing.getByLabel('Sender').fill('Harbor & Pine\n41 Juniper Street')
  expect(await axeInAllLooks(page)).toEqual([])

  await goTo(page, stage.at(`/orders/${id}/invoice`))
  const invoice = page.getByRole('article', { name: 'Invoice' })
  await invoice.getByRole('row', { name: 'Total $30.00' }).waitFor()
  expect(await invoice.getByLabel('Sender').inputValue()).toContain('Harbor & Pine')
  await page.emulateMedia({ media: 'print' })
  expect(await invoice.getByText('Ada Marsh').first().isVisible()).toBe(true)
  expect(await page.getByRole('navigation', { name: 'Main' }).isVisible()).toBe(false)
  expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false)
  await page.emulateMedia({ media: null })
  expect(faults).toEqual([])
})

test('notes are added and deleted, and anonymizing requires the order number', async () => {
  const { seller } = stage.tenant
  const id = await makeLamps()
  const number = (await seller.get(`/v2/orders/${id}`)).body.data.order_number
  expectStatus(await seller.put(`/v2/orders/${id}`, { data: { type: 'order', status: 'cancelled' } }), 200)
  const { page } = await stage.open(`/orders/${id}`)
  await page.getByLabel('New note').fill('Called: leave it at the door.')
  await page.getByRole('button', { name: 'Add note' }).click()
  const note = page.getByRole('article', { name: 'Note' })
  await note.getByText('Called: leave it at the door.').waitFor()
  await note.getByRole('link', { name: /Delete the note/ }).click()
  await dialogOf(page, 'Delete this note?').getByRole('button', { name: 'Delete note' }).click()
  await note.waitFor({ state: 'detached' })

  await goTo(page, stage.at(`/orders/${id}/anonymize`))
  const dialog = dialogOf(page, `Anonymize order ${number}?`)
  await dialog.getByRole('button', { name: 'Anonymize' }).and(page.locator('[aria-disabled="true"]')).waitFor()
  await dialog.getByLabel(`Type “${number}” to confirm`).fill(number)
  await dialog.getByRole('button', { name: 'Anonymize' }).click()
  await page.getByText('Redacted').waitFor()
})

test('a viewer sees each button disabled, with the permission that it needs', async () => {
  const id = await makeLamps()
  const { page } = await stage.open(`/orders/${id}`, { as: await stage.person(['viewer']) })
  const pay_button = page.getByRole('button', { name: 'Pay', exact: true })
  await pay_button.waitFor()
  expect(await pay_button.getAttribute('aria-disabled')).toBe('true')
  await pay_button.focus()
  await page.getByRole('tooltip', { name: /orders:write/ }).waitFor()
})

test('orders and their dialogs are accessible in both themes and on a phone', async () => {
  const { seller } = stage.tenant
  const id = await makeLamps()
  const transaction = expectStatus(await pay(seller, id), 201).body.data.id
  const addresses = ['/orders', `/orders/${id}`, `/orders/${id}/transactions/${transaction}/refund`]
  const { page } = await stage.open(`/orders/${id}`)
  for (const address of addresses) {
    await goTo(page, stage.at(address))
    await page.getByRole('heading', { level: 1, includeHidden: true }).waitFor()
    await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'hidden' })
    expect(await axeInAllLooks(page), address).toEqual([])
    // On a phone there is no column heading, so each amount has its own label.
    if (address === '/orders') expect(await namesOfCard(page)).toEqual(['"Total"', '"Created"'])
  }
})

/** Labels that CSS puts before the values of the first card. */
async function namesOfCard(page: Page): Promise<string[]> {
  const cells = page.getByRole('table', { name: 'orders' }).getByRole('row').nth(1).getByRole('cell')
  const contents = await cells.evaluateAll((all) => all.map((one) => getComputedStyle(one, '::before').content))
  return contents.filter((content) => content !== 'none').map((content) => content.replace(/ \/.*$/, ''))
}
