import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BROWSER_TIMEOUT } from '../../../test/support/servers/browser.ts'
import { openReceiver, type Receiver } from '../../../test/support/servers/receiver.ts'
import { newWebhook, publish } from '../support/deliveries.ts'
import { axe, goTo, LOOKS, openStage, type Stage, show } from '../support/stage.ts'

let stage: Stage
let receiver: Receiver
beforeAll(async () => {
  stage = await openStage()
  receiver = await openReceiver()
}, BROWSER_TIMEOUT)
afterAll(async () => {
  await receiver.close()
  await stage.close()
})

const EVENTS = '/integrations/new/events#kind=webhook'

async function fillTarget(page: Page, name: string, url: string): Promise<void> {
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Address').fill(url)
  await page.getByRole('button', { name: 'Send a test' }).click()
}

test('a first webhook fails its check, is repaired, and delivers with a secret that is shown once', async () => {
  const { page, faults } = await stage.open('/integrations')
  receiver.answer = (response) => response.writeHead(500).end('the database is down')
  await page
    .getByRole('link', { name: 'New integration' })
    .or(page.getByRole('button', { name: 'New integration' }))
    .first()
    .click()
  await page.getByRole('button', { name: /^Webhook/ }).click()
  await page.getByLabel('Find events').fill('paid')
  await page.getByRole('checkbox', { name: 'order.paid' }).check()
  await page.getByLabel('Sample payload').getByText('"paid"').waitFor()
  await fillTarget(page, 'ERP', receiver.url)

  await page.getByText('Not delivered', { exact: true }).waitFor()
  await page.getByText('the database is down').waitFor()
  await page.getByText('HTTP 500').waitFor()
  await page.getByText(/X-Integration-Trigger: order.paid/).waitFor()
  await page.getByRole('button', { name: 'Create it anyway' }).waitFor()

  receiver.answer = (response) => response.end('thanks')
  await page.getByRole('button', { name: 'Send it again' }).click()
  await page.getByText('Delivered', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Create integration' }).click()
  await page.getByRole('heading', { level: 1, name: 'Integration created' }).waitFor()

  const [integration] = (await stage.tenant.seller.get('/v2/integrations')).body.data
  const secret = integration.configuration.secret_key
  await page.getByText(`WEBHOOK_SECRET='${secret}' PORT=4000 node receiver.ts`).waitFor()
  await page.getByText('Succeeded').waitFor()
  expect(page.url()).not.toContain(secret)
  await page.reload()
  await page.getByText(/was shown when the integration was created/).waitFor()
  const jobs = `/v2/integrations/${integration.id}/jobs?sort=created_at`
  await publish(stage, 1)
  await page.reload()
  const first = page.getByRole('region', { name: 'First delivery' }).getByRole('link')
  expect(await first.getAttribute('href')).toContain((await stage.tenant.seller.get(jobs)).body.data[0].id)
  expect(await page.content()).not.toContain(secret)
  expect(faults).toEqual([])
})

test('a filter is tried on samples while it is typed, and tests name what it keeps back', async () => {
  receiver.answer = (response) => response.end()
  const id = await newWebhook(stage, receiver.url, { name: 'Filtered', observes: ['order.paid', 'order.deleted'] })
  const { page, faults } = await stage.open(`/integrations/${id}/settings`)
  await page.getByRole('button', { name: /^More: description/ }).click()
  const filter = page.getByLabel('Only events whose payload matches')
  const tried = page.getByRole('status')
  await filter.fill('near(data.status,complete)')
  await tried.filter({ hasText: 'near is not an operator' }).waitFor()
  await filter.fill('ge(data.meta.display_price.with_tax.amount,5000)')
  await tried.filter({ hasText: 'Delivers order.paid; keeps back order.deleted.' }).waitFor()
  await filter.fill('ge(data.total,5000)')
  await tried.filter({ hasText: 'Keeps back the sample of every observed event.' }).waitFor()
  await page.getByRole('button', { name: 'Save settings' }).click()
  await page.getByText('Saved the settings.').waitFor()
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await page.getByText('The filter would keep this event back').waitFor()
  expect(faults).toEqual([])
})

test('boxes, the space bar and arrows select events, and the count is announced', async () => {
  const { page } = await stage.open(EVENTS)
  const group = page.getByRole('checkbox', { name: 'Order', exact: true })
  const count = page.getByRole('status').filter({ hasText: 'chosen' })
  await group.check()
  await count.filter({ hasText: '7 events chosen.' }).waitFor()
  await page.getByText('only by external producers', { exact: true }).waitFor()
  expect(await page.getByRole('checkbox', { name: 'order.deleted' }).isChecked()).toBe(false)
  await page.getByRole('checkbox', { name: 'order.paid' }).uncheck()
  expect(await group.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true)

  await group.press('ArrowDown')
  await page.keyboard.press('Space')
  await count.filter({ hasText: '5 events chosen.' }).waitFor()
  await page.keyboard.press('ArrowLeft')
  expect(await group.evaluate((box) => box === document.activeElement)).toBe(true)
  expect(await page.getByRole('checkbox', { name: 'order.paid' }).count()).toBe(0)
  await page.keyboard.press('ArrowRight')
  await page.getByRole('checkbox', { name: 'order.paid' }).waitFor()
  await page.keyboard.press('Space')
  await count.filter({ hasText: '7 events chosen.' }).waitFor()
})

test('the selection is in the URL, and templates and patterns select several events at once', async () => {
  const { page } = await stage.open(EVENTS)
  await page.getByRole('button', { name: 'Templates' }).click()
  await page.getByRole('menuitem', { name: /Customers to a CRM/ }).click()
  await page.getByText('customer.*').first().waitFor()
  await page.getByRole('button', { name: 'Add a pattern' }).click()
  await page.getByLabel('Key or pattern').fill('order.*')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('order.*').first().waitFor()
  await stage.open(page.url())
  await page.getByText('and those that patterns will match later').waitFor()
  expect(await page.getByRole('checkbox', { name: 'order.deleted' }).isChecked()).toBe(true)
})

test('a blocked network is named with the setting that allows it, and can be saved with a warning', async () => {
  const { page } = await stage.open(`${EVENTS}&observes=order.paid`)
  await fillTarget(page, 'Inside', 'http://10.0.0.1/')
  await page.getByText('Not delivered', { exact: true }).waitFor()
  await page
    .getByText(/TIDINGS_ALLOW_NETWORKS/)
    .first()
    .waitFor()
  await page.getByText('Not proven yet').waitFor()
  await page.getByRole('button', { name: 'Create it anyway' }).click()
  await page.getByRole('heading', { level: 1, name: 'Integration created' }).waitFor()
})

test('errors of the API about a target appear at their fields', async () => {
  const { page } = await stage.open(`${EVENTS}&observes=order.paid`)
  await fillTarget(page, 'Wrong', 'ftp://example.com')
  await page.getByText(/must/).first().waitFor()
  expect(await page.getByLabel('Address').getAttribute('aria-invalid')).toBe('true')
})

test('rarely used members of a target are folded under descriptive names', async () => {
  const { page } = await stage.open('/integrations/new/target#kind=webhook&observes=order.paid')
  await page.getByRole('button', { name: 'More: description, only events whose payload matches, …' }).click()
  await page.getByLabel('Description').waitFor()
  await page.getByRole('button', { name: 'More: keep the events of one resource in order, private key, …' }).click()
  await page.getByText('Headers that carry the secret').waitFor()
})

test(
  'each step is accessible in both themes and on a phone',
  async () => {
    const target = encodeURIComponent(JSON.stringify({ name: 'ERP', configuration: { url: receiver.url } }))
    const events = 'events#kind=webhook&observes=order.*'
    const form = 'target#kind=webhook&observes=order.paid'
    const check = `check#kind=webhook&observes=order.paid&target=${target}`
    const steps = { light: ['type', events, check], dark: [events], phone: [events, form] }
    const { page } = await stage.open('/integrations/new')
    for (const look of LOOKS) {
      await show(page, look)
      for (const step of steps[look.name]) {
        await goTo(page, stage.at(`/integrations/new/${step}`))
        await page.getByRole('heading', { level: 2 }).first().waitFor()
        if (step === events) {
          await page.getByRole('checkbox', { name: 'order.paid' }).focus()
          await page.getByText('All about order.paid').waitFor()
        }
        if (step === form) await page.getByLabel('Address').waitFor()
        expect(await axe(page), `${look.name} ${step}`).toEqual([])
      }
    }
  },
  BROWSER_TIMEOUT,
)
