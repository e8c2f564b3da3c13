import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BROWSER_TIMEOUT } from '../../../test/support/servers/browser.ts'
import { openReceiver, type Receiver } from '../../../test/support/servers/receiver.ts'
import { checkOut, customItem, expectStatus, fillCart, newCartId } from '../../../test/support/store/shop.ts'
import { newWebhook, publish } from '../support/deliveries.ts'
import { type Keyboard, keyboardOf } from '../support/keyboard.ts'
import { openStage, type Stage } from '../support/stage.ts'

let stage: Stage
let receiver: Receiver
let page: Page
let faults: string[]
let keys: Keyboard
beforeAll(async () => {
  stage = await openStage()
  receiver = await openReceiver()
  ;({ page, faults } = await stage.open('/integrations'))
  keys = await keyboardOf(page)
  await page.getByRole('heading', { level: 1 }).waitFor()
}, BROWSER_TIMEOUT)
afterAll(async () => {
  await receiver.close()
  await stage.close()
})

/** Waits until a live region has the text. */
const heard = (text: string | RegExp) =>
  page.getByRole('status').filter({ hasText: text }).first().waitFor({ state: 'attached' })

test('a first webhook is built, tested, repaired and created with the keyboard alone', async () => {
  receiver.answer = (response) => response.writeHead(500).end('the database is down')
  await keys.press('Tab')
  await keys.expectFocus('button Skip to the content')
  await keys.press('Enter')
  await keys.expectFocus(/^main/)
  await keys.to(/^(button|link) New integration$/)
  await keys.press('Enter')
  await keys.expectFocus('heading New integration')
  await keys.to(/^button Webhook/)
  await keys.press('Enter')
  await keys.expectFocus('heading New integration')

  await keys.to('searchbox Find events')
  await keys.type('paid')
  await keys.to('checkbox Order')
  await keys.to(/^checkbox order.paid/, 'ArrowDown')
  await keys.press('Space')
  expect(await keys.stateOf('checked')).toBe('true')
  await heard('1 event chosen.')
  await keys.to('button Continue')
  await keys.press('Enter')
  await keys.expectFocus('heading New integration')

  await keys.to(/^textbox Name/)
  await keys.type('ERP')
  await keys.to(/^textbox Address/)
  await keys.type('ftp://example.com')
  await keys.press('Enter')
  await keys.expectFocus(/^textbox Address/)
  await expect.poll(() => keys.stateOf('invalid')).toBe('true')
  expect(await keys.description()).toMatch(/must/)
  await keys.press('Control+A')
  await keys.type(receiver.url)
  await keys.to('button Send a test')
  await keys.press('Enter')
  await keys.expectFocus('heading New integration')
  await heard(/^Not delivered/)

  receiver.answer = (response) => response.end('thanks')
  await keys.to('button Send it again')
  await keys.press('Enter')
  await heard(/^Delivered/)
  await keys.expectFocus('button Send it again')
  await keys.to('button Create integration')
  await keys.press('Enter')
  await keys.expectFocus('heading Integration created')
  await heard('Succeeded')
  await keys.to('link See its health')
  await keys.press('Enter')
  await keys.expectFocus('heading ERP')
  expect(faults).toEqual([])
})

test('a failed delivery is found and retried with the keyboard alone, and its outcome announced', async () => {
  const port = Number(new URL(receiver.url).port)
  await receiver.close()
  const integration = await newWebhook(stage, receiver.url, { name: 'Warehouse', observes: ['order.*'] })
  await publish(stage, 1)
  await keys.press('g', 'i')
  await keys.expectFocus('heading Integrations')
  await page.getByRole('link', { name: 'Warehouse' }).waitFor()
  await keys.press('j')
  await keys.expectFocus(/^link (Warehouse|ERP)/)
  if ((await keys.focused()) !== 'link Warehouse') await keys.press('j')
  await keys.expectFocus('link Warehouse')
  await keys.press('Enter')
  await keys.expectFocus('heading Warehouse')
  await keys.to(/^tab Health/)
  await keys.to('tab Jobs', 'ArrowRight')
  await keys.press('Enter')
  await page.getByRole('table', { name: 'jobs' }).waitFor()
  // The tab keeps the focus.
  await keys.expectFocus('tab Jobs')
  expect(await keys.stateOf('selected')).toBe(true)
  await keys.to('link order.paid')
  expect(await keys.stateOf('expanded')).toBe(false)
  await keys.press('Enter')
  await keys.expectFocus('heading Job')
  await heard(/^The last attempt failed: Connection refused/)
  receiver = await openReceiver(port)
  await keys.press('r')
  await heard(/^Delivered at attempt \d/)
  await keys.press('Escape')
  await keys.expectFocus('link order.paid')
  await keys.press('j')
  await keys.expectFocus('heading Job')
  await keys.press('x')
  expect(await page.getByRole('checkbox', { name: 'Select this row' }).isChecked()).toBe(true)
  await keys.press('Enter')
  await keys.expectFocus('heading order.paid')
  expect(page.url()).toContain(integration)
  expect(faults).toEqual([])
})

test('an order is authorized, captured and refunded with the keyboard alone, and focus returns', async () => {
  const { seller } = stage.tenant
  expectStatus(await seller.put('/v2/gateways/sandbox', { data: { type: 'gateway', enabled: true } }), 200)
  const cart_id = await fillCart(
    seller,
    [customItem(333, 3), customItem(1000, 1, { name: 'Shade', sku: 'SHADE' })],
    newCartId(),
  )
  const order = expectStatus(await checkOut(seller, cart_id), 201).body.data
  await keys.press('g', 'o')
  await keys.expectFocus('heading Orders')
  await page.getByRole('link', { name: order.order_number }).waitFor()
  await keys.press('j')
  await keys.expectFocus(`link ${order.order_number}`)
  await keys.press('Enter')
  await keys.expectFocus(`heading Order ${order.order_number}`)

  await keys.to('button Pay')
  await keys.press('Enter')
  await keys.expectFocus(/^combobox Gateway/)
  await keys.press('ArrowDown')
  await page.getByRole('option', { name: 'Sandbox' }).waitFor()
  await keys.press('ArrowDown', 'Enter')
  await keys.to(/^radio Purchase/)
  await keys.press('ArrowDown')
  await keys.expectFocus(/^radio Authorize/)
  await keys.to('button Authorize')
  await keys.press('Enter')
  await heard('Authorized.')
  await keys.expectFocus(/^button Pay/)

  await keys.to('button Capture')
  await keys.press('Enter')
  await keys.expectFocus('textbox Amount')
  await keys.press('Control+A')
  await keys.type('99.00')
  await keys.press('Enter')
  await keys.expectFocus('group What went wrong')
  await keys.to('textbox Amount', 'Shift+Tab')
  await keys.press('Control+A')
  await keys.type('10.00')
  await keys.press('Enter')
  await heard('Captured.')
  await keys.expectFocus('button Capture')

  await keys.to('button Refund')
  await keys.press('Enter')
  await keys.expectFocus(/^radio Units/)
  await keys.press('Escape')
  await keys.expectFocus('button Refund')
  await keys.press('Enter')
  await keys.to(/^(spinbutton|textbox) Units of Lamp to refund/)
  await keys.press('ArrowUp')
  await keys.to('button Refund')
  await keys.press('Enter')
  await heard('Refunded.')
  await keys.expectFocus('button Refund')
  await keys.to('button Mark as fulfilled', 'Shift+Tab')
  expect(await keys.stateOf('disabled')).toBe(true)
  expect(await keys.description()).toMatch(/Only a complete and paid order can be fulfilled/)
  const { body } = await seller.get(`/v2/orders/${order.id}/transactions`)
  const transactions = body.data.map((one: { transaction_type: string; amount: number }) => [
    one.transaction_type,
    one.amount,
  ])
  expect(transactions).toEqual([
    ['authorize', 1999],
    ['capture', 1000],
    ['refund', 333],
  ])
  expect(faults).toEqual([])
})

test('single-character shortcuts can be switched off, and all others stay', async () => {
  await keys.press('g', 'i')
  await keys.expectFocus('heading Integrations')
  await keys.press('?')
  await keys.to(/^switch Enable single-key shortcuts/)
  await keys.press('Space', 'Escape')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor({ state: 'hidden' })
  await keys.press('g', 'o', '?')
  await keys.press('Control+k')
  await page.getByRole('dialog').getByRole('textbox', { name: 'Find anything' }).waitFor()
  await keys.press('Escape')
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Integrations')
  expect(await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).count()).toBe(0)
  expect(faults).toEqual([])
})
