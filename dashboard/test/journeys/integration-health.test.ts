import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { BROWSER_TIMEOUT } from '../../../test/support/servers/browser.ts'
import { openReceiver, type Receiver } from '../../../test/support/servers/receiver.ts'
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
afterEach(() => {
  receiver.answer = (response) => response.end()
})

/** An integration that observes `order.paid`, with a generated secret. */
async function integrate(name: string): Promise<{ id: string; secret: string }> {
  const { body } = await stage.tenant.seller.post('/v2/integrations', {
    data: {
      type: 'integration',
      integration_type: 'webhook',
      name,
      enabled: true,
      configuration: { url: receiver.url },
      observes: ['order.paid'],
      generate_secret: true,
    },
  })
  return { id: body.data.id, secret: body.data.configuration.secret_key }
}

async function publish(count: number): Promise<void> {
  const event = { triggered_by: 'order.paid', payload: { data: { type: 'order', id: 'o1' } } }
  const { status } = await stage.tenant.seller.post('/v2/events', Array(count).fill(event))
  expect(status).toBe(201)
}

const verifies = (secret: string, text: string, headers: unknown) => {
  try {
    return new Webhook(secret).verify(text, headers as Record<string, string>) !== undefined
  } catch {
    return false
  }
}

test('a disabled integration shows in the list at once, and missed events are offered on enabling', async () => {
  const { id } = await integrate('Warehouse')
  const { page, faults } = await stage.open('/integrations')
  const row = page.getByRole('row').filter({ hasText: 'Warehouse' })
  await row.getByText('Idle').waitFor()
  receiver.answer = (response) => response.writeHead(410).end()
  await publish(1)
  await row.getByText('Disabled', { exact: true }).waitFor()
  await publish(2)

  await row.getByRole('link', { name: 'Warehouse' }).click()
  await page.getByText('Disabled: the endpoint is gone').waitFor()
  await page.getByText(/2 events were missed meanwhile/).waitFor()
  receiver.answer = (response) => response.end()
  await page.getByRole('main').getByRole('button', { name: 'Enable' }).last().click()
  await page.getByText('Enabled again').waitFor()
  const offer = page.getByRole('link', { name: 'Replay what was missed' })
  const address = new URL((await offer.getAttribute('href')) ?? '', page.url())
  expect(address.pathname).toMatch(new RegExp(`/integrations/${id}/replays/new$`))
  const { selection, from, to } = Object.fromEntries(address.searchParams)
  expect(selection).toBe('missed')
  const replay = await stage.tenant.seller.post(`/v2/integrations/${id}/replays`, { data: { selection, from, to } })
  expect(replay.status).toBe(201)
  const before = receiver.received.length
  await receiver.waitForCount(before + 2)
  expect(faults).toEqual([])
})

test("a test shows the receiver's response beside the health", async () => {
  const { id } = await integrate('Tried')
  receiver.answer = (response) => response.writeHead(503).end('come back later')
  const { page } = await stage.open(`/integrations/${id}`)
  await page.getByRole('heading', { level: 1, name: 'Tried' }).waitFor()
  await page.keyboard.press('t')
  await page.getByText('come back later').waitFor()
  await page.getByText(/503/).first().waitFor()
  await page.getByRole('button', { name: 'Disable' }).click()
  await page
    .getByRole('dialog')
    .getByText(/1 waiting delivery is cancelled/)
    .waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
  await page.getByText(/1 delivery was cancelled/).waitFor()
})

test('a secret is rotated while receivers keep working, and a viewer sees neither secret', async () => {
  const { id, secret: old } = await integrate('Signed')
  const { page, faults } = await stage.open(`/integrations/${id}/secret`)
  await page.getByRole('button', { name: 'Create a new secret' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create a new secret' }).click()
  await page.getByText('Copy the new secret to the settings of the receiver.').first().waitFor()
  await page.getByText(/The old secret still signs for 23 h 59 min|The old secret still signs for 1 d/).waitFor()
  const { body } = await stage.tenant.seller.get(`/v2/integrations/${id}/secret`)
  const next: string = body.data.secret_key
  expect(next).not.toBe(old)
  await page.getByText(next, { exact: true }).waitFor()

  await publish(1)
  const { text: sent, headers } = await receiver.waitFor((received) => verifies(next, received.text, received.headers))
  expect(verifies(old, sent, headers)).toBe(true)

  await page.getByRole('button', { name: 'Create another secret' }).click()
  await page.getByRole('dialog').getByText('The oldest secret stops at once').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'End the old secret now' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End it now' }).click()
  await page.getByText('Done: the old secret no longer signs.').waitFor()
  expect(faults).toEqual([])
  await page.close()

  const viewer = await stage.open(`/integrations/${id}/secret`, { as: await stage.person(['viewer']) })
  await viewer.page
    .getByText(/integrations:secrets/)
    .first()
    .waitFor()
  expect(await viewer.page.getByRole('button', { name: 'Show' }).getAttribute('aria-disabled')).toBe('true')
  const text = await viewer.page.content()
  expect(text.includes(next) || text.includes(old)).toBe(false)
})

test('settings send only changed members, keep the secret, and do not overwrite each other', async () => {
  const { id, secret } = await integrate('To change')
  const { page } = await stage.open(`/integrations/${id}/settings`)
  await page.getByLabel('Name').fill('Changed')
  await page.getByRole('checkbox', { name: 'order.created' }).check()
  await page.getByRole('button', { name: 'Save events' }).click()
  await page.getByText('Saved the events.').waitFor()
  await page.getByRole('button', { name: 'Save events', disabled: true }).waitFor()
  expect(await page.getByLabel('Name').inputValue()).toBe('Changed')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await page.getByRole('heading', { level: 1, name: 'Changed' }).waitFor()
  const { body } = await stage.tenant.seller.get(`/v2/integrations/${id}`)
  expect(body.data).toMatchObject({ name: 'Changed', observes: ['order.paid', 'order.created'] })
  expect(body.data.configuration).toEqual({ url: receiver.url, secret_key: secret })
})

test('creating an alert reports if its test message was sent', async () => {
  const { page } = await stage.open('/alerts/new')
  await page.getByLabel('Name').fill('On call')
  await page.getByRole('combobox', { name: 'Channel' }).click()
  await page.getByRole('option', { name: 'Chat' }).click()
  await page.getByRole('textbox', { name: 'Address of the chat' }).fill(receiver.url)
  await page.getByLabel('Minutes of nothing but failures').fill('5')
  await page.getByRole('button', { name: 'Create alert' }).click()
  await page.getByRole('heading', { level: 1, name: 'On call' }).waitFor()
  await page.getByRole('button', { name: 'Send a test message' }).click()
  await page.getByText('Sent', { exact: true }).waitFor()
  await receiver.waitFor(({ text }) => text.includes('On call'))
  await page.getByText('No incidents').waitFor()
  expect(await axe(page)).toEqual([])
})

const READY: Readonly<Record<string, string>> = {
  '': 'No attempts in this range.',
  '/settings': 'All about order.paid',
  '/secret': 'standardwebhooks',
}

test(
  'the pages of an integration are accessible in both themes and on a phone',
  async () => {
    const { id } = await integrate('Looked at')
    const [health, settings, secret] = ['', '/settings', '/secret']
    const pages = { light: [health, settings, secret], dark: [health, secret], phone: [health, settings] }
    const { page } = await stage.open('/integrations')
    for (const look of LOOKS) {
      await show(page, look)
      for (const one of pages[look.name]) {
        await goTo(page, stage.at(`/integrations/${id}${one}`))
        await page
          .getByText(READY[one ?? ''] ?? '')
          .first()
          .waitFor()
        expect(await axe(page), `${look.name} ${one}`).toEqual([])
      }
    }
  },
  BROWSER_TIMEOUT,
)
