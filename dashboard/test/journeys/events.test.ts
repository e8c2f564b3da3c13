import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BROWSER_TIMEOUT } from '../../../test/support/servers/browser.ts'
import { openReceiver, type Receiver } from '../../../test/support/servers/receiver.ts'
import { checkOut, customItem, expectStatus, fillCart, newCartId, pay } from '../../../test/support/store/shop.ts'
import { newWebhook } from '../support/deliveries.ts'
import { axe, axeInAllLooks, goTo, openStage, type Stage } from '../support/stage.ts'

let stage: Stage
let receiver: Receiver
beforeAll(async () => {
  stage = await openStage()
  receiver = await openReceiver()
  await newWebhook(stage, receiver.url)
  const disabled = { name: 'Warehouse', enabled: false }
  await newWebhook(stage, receiver.url, disabled)
  await newWebhook(stage, receiver.url, { name: 'Mailer', observes: ['cart.updated'] })
  expectStatus(await stage.tenant.seller.put('/v2/gateways/sandbox', { data: { type: 'gateway', enabled: true } }), 200)
}, BROWSER_TIMEOUT)

afterAll(async () => {
  await stage.close()
  await receiver.close()
})

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

test("an event is published from its sample, and its page explains every integration's outcome", async () => {
  const { page, faults } = await stage.open('/events/publish?key=order.paid')
  const payload = page.getByRole('textbox', { name: 'Payload' })
  const sample = await payload.inputValue()
  await payload.fill(sample.replace('"complete",', '"complete"'))
  await page.getByRole('button', { name: 'Line 6' }).waitFor()
  await page.getByText('Expected a comma or }').waitFor()
  expect(await page.getByRole('button', { name: 'Publish', exact: true }).isDisabled()).toBe(true)
  await payload.fill(sample.replace('"complete"', '"lost"'))
  await page.getByText(/data\.status is none of/).waitFor()
  await page.getByText('Form', { exact: true }).click()
  await page.getByText(/data\.status is none of/).waitFor()
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Processing' }).click()
  await page.getByText(/data\.status is none of/).waitFor({ state: 'detached' })
  const quantity = page.getByRole('textbox', { name: 'Quantity' }).first()
  await quantity.fill('two')
  await page.getByText(/quantity is a text, but the type expects a whole number/).waitFor()
  await page.getByText('JSON', { exact: true }).click()
  await page.getByText(/quantity is a text, but the type expects a whole number/).waitFor()
  const typed = JSON.parse(await payload.inputValue())
  expect([typed.data.status, typed.included.items[0].quantity]).toEqual(['processing', 'two'])
  expect(page.url()).not.toContain('view=')
  await page.getByRole('button', { name: 'Fill in the sample' }).click()
  expect(await payload.inputValue()).toBe(sample)
  await page.getByText('Form', { exact: true }).click()
  await page.getByRole('textbox', { name: 'First name' }).first().fill('Bea')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const published = page.getByRole('status').filter({ hasText: 'Published' })
  await published
    .getByText(/Delivered/)
    .first()
    .waitFor()
  await published.getByRole('link', { name: /^[0-9a-f-]{36}$/ }).click()

  await heading(page, 'order.paid')
  await page.getByText('"Bea"').first().waitFor()
  const who = page.getByRole('table', { name: 'Who got it' })
  await who.getByRole('row', { name: /^ERP.*Delivered in \d+/ }).waitFor()
  await who.getByRole('row', { name: /^Warehouse.*No job.*Disabled then/ }).waitFor()
  await who.getByRole('row', { name: /^Mailer.*No job.*Did not observe order\.paid then/ }).waitFor()
  await who.getByRole('link', { name: 'Replay to Mailer' }).click()
  await page.getByText('It would create 1 job, in about 1 s.').waitFor()
  await page.getByRole('button', { name: 'Start the replay' }).click()
  await heading(page, 'Replay: 1 event')
  await page.getByText('Completed', { exact: true }).waitFor()
  await page.getByRole('link', { name: /^[0-9a-f-]{36}$/ }).click()
  await who.getByRole('row', { name: /^Mailer/ }).waitFor()
  await who.getByRole('link', { name: 'Job of ERP' }).click()
  await page.waitForURL(/\/jobs\//)
  await heading(page, 'order.paid')
  expect(faults).toEqual([])
})

test('an event is sent as a CloudEvent too, and earlier ones of the tab can be filled in again', async () => {
  const { page, faults } = await stage.open('/events/publish?key=cart.updated&shape=binary')
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/v2/events'))
  await page.getByRole('textbox', { name: 'Source', exact: true }).fill('https://erp.example.com')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const headers = (await sent).headers()
  expect(headers['ce-type']).toBe('cart.updated')
  expect(headers['ce-source']).toBe('https://erp.example.com')
  await page.getByText('It is stored').waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Fill in cart.updated again' }).click()
  await page.getByRole('textbox', { name: 'Payload' }).waitFor()
  expect(page.url()).toContain('shape=binary')
  expect(faults).toEqual([])
})

test('errors of the API appear at their position, and nothing is published', async () => {
  const { page } = await stage.open('/events/publish?key=order.paid')
  await page.getByRole('textbox', { name: 'Payload' }).fill('{\n  "data": 1\n}')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('button', { name: 'Line 2' }).first().waitFor()
  await page.getByText(/data is required: the resource/).waitFor()
  expect(await page.getByText('It is stored').count()).toBe(0)
})

test('versions of an order are compared, such as its payment from unpaid to paid', async () => {
  const { seller } = stage.tenant
  const cart = await fillCart(seller, [customItem(1000, 1)], newCartId())
  const order = expectStatus(await checkOut(seller, cart), 201).body.data.id
  expectStatus(await pay(seller, order), 201)
  const { page, faults } = await stage.open(`/events?resource=order:${order}`)
  const list = page.getByRole('table', { name: 'events' })
  // A link, for another tab; a plain click opens the panel.
  const created = list.getByRole('link', { name: 'order.created' })
  expect(await created.getAttribute('href')).toMatch(/\/events\/[0-9a-f-]{36}$/)
  await created.click()
  const panel = page.getByRole('complementary', { name: 'Event' })
  await panel.getByRole('link', { name: 'Open' }).click()
  await heading(page, 'order.created')
  const later = page.getByRole('button', { name: 'Later change' })
  const change = page.getByRole('list', { name: /What changed from version/ })
  const payment = change.getByText('data.payment', { exact: true })
  await change.waitFor()
  while ((await payment.count()) === 0 && (await later.isEnabled())) await later.click()
  const part = change.getByRole('listitem').filter({ has: page.getByText('data.payment', { exact: true }) })
  await part.getByText('"unpaid"').waitFor()
  await part.getByText('"paid"').waitFor()
  expect(await change.getByText('data.customer', { exact: true }).count()).toBe(0)
  await page.reload()
  await part.getByText('"paid"').waitFor()
  expect(faults).toEqual([])
})

test('an own type is created, rejected at a line of its sample, changed and deleted', async () => {
  const { page, faults } = await stage.open('/events/types')
  await page.getByRole('searchbox', { name: /Find by key/ }).fill('release')
  await page.getByRole('link', { name: 'catalog-release.created' }).waitFor()
  await page.getByRole('button', { name: 'New event type' }).click()
  await page.getByRole('textbox', { name: 'Key' }).fill('acme.order.approved')
  await page.getByRole('textbox', { name: 'Description' }).fill('A buyer has approved an order.')
  const sample = page.getByRole('textbox', { name: 'Sample' })
  const right = await sample.inputValue()
  await sample.fill(right.replace('"A-1"', '1'))
  await page.getByRole('button', { name: 'Create event type' }).click()
  await page.getByRole('alert').first().waitFor()
  await sample.fill(right)
  await page.getByRole('button', { name: 'Create event type' }).click()
  await heading(page, 'acme.order.approved')
  await page.getByText('No integration observes it').waitFor()
  await page.getByRole('table', { name: 'Members of the payload' }).getByText('always “approval”').waitFor()

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Description' }).fill('Approved.')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Approved.', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete event type' }).click()
  await heading(page, 'Event types')
  expect((await stage.tenant.seller.get('/v2/events/types/acme.order.approved')).status).toBe(404)
  expect(faults.filter((fault) => !fault.includes('422'))).toEqual([])
})

test('a viewer sees all event pages but cannot publish', async () => {
  const viewer = await stage.person(['viewer'])
  const { page } = await stage.open('/events/publish?key=order.paid', { as: viewer })
  await page.getByText('This needs the permission events:write.', { exact: false }).waitFor()
  expect(await page.getByRole('button', { name: 'Publish', exact: true }).isDisabled()).toBe(true)
})

test('event pages are accessible in light, in dark and on a phone', async () => {
  const { body } = await stage.tenant.seller.get('/v2/events?filter=eq(triggered_by,order.paid)')
  const event = body.data[0].id
  const { page } = await stage.open(`/events?panel=event:${event}`)
  await page.getByRole('button', { name: 'Fold all', exact: true }).waitFor()
  await page.getByRole('link', { name: 'Job of ERP' }).waitFor()
  expect(await axe(page)).toEqual([])
  const settled = [
    ['/events', () => page.getByRole('link', { name: 'order.paid' }).first().waitFor()],
    [`/events/${event}`, () => page.getByRole('heading', { level: 2, name: 'Payload' }).waitFor()],
    ['/events/publish?key=cart.updated&view=form', () => page.getByRole('textbox', { name: 'Name' }).waitFor()],
    ['/events/types?q=order', () => page.getByRole('link', { name: 'order.paid' }).waitFor()],
    ['/events/types/order.paid', () => page.getByRole('heading', { level: 2, name: 'Schema', exact: true }).waitFor()],
    ['/events/types/new', () => page.getByRole('textbox', { name: 'Sample' }).waitFor()],
  ] as const
  for (const [address, ready] of settled) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await goTo(page, stage.at(address))
    await ready()
    expect(await axeInAllLooks(page), address).toEqual([])
  }
})
