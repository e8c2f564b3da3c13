import { rm } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Connection } from '../../src/client/connection.ts'
import { connectAsShopper } from '../../src/client/connection.ts'
import { ledgerOf, paymentOf } from '../../src/store/orders/rules/ledger.ts'
import { eventually } from '../support/app.ts'
import { connectTo, type readDemo, type StartedDemo, startDemo } from '../support/demo.ts'
import { temporaryFolder } from '../support/folder.ts'
import { BROWSER_TIMEOUT, openBrowser, SHORT_LIVED, type Visit, visit } from '../support/servers/browser.ts'
import { openReceiver, type Receiver } from '../support/servers/receiver.ts'
import { endTools, runTool, startTool } from '../support/tool.ts'

let folder: string
let env: Record<string, string>
/** The third start, against which the shop is simulated. */
let third: StartedDemo | undefined

// The tests depend on each other: they share a data folder, like the starts of one person.
beforeAll(async () => {
  folder = await temporaryFolder('fast')
  env = { TIDINGS_DATA: folder }
})
afterAll(async () => {
  endTools()
  await rm(folder, { recursive: true })
})

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the response holds
type Row = any

async function rows(connection: Connection, path: string): Promise<Row[]> {
  const { data } = (await connection.get(path, { 'page[limit]': '100' })) as { data: Row[] }
  return data
}

/** Everything in the shop that people can change, without URLs, because the port differs per start. */
async function inventoryOf(connection: Connection): Promise<unknown> {
  const paths = [
    ...['/products', '/customers', '/accounts', '/account-members', '/currencies', '/gateways', '/inventories'],
    ...['/taxes/classes', '/taxes/zones', '/taxes/rates', '/shipping-options', '/catalogs', '/hierarchies'],
    ...['/pricebooks', '/authentication-realms'],
  ]
  const lists = await Promise.all(paths.map(async (path) => [path, await rows(connection, path)]))
  return JSON.parse(JSON.stringify(Object.fromEntries(lists), (name, value) => (name === 'links' ? undefined : value)))
}

async function emittedKeys(connection: Connection): Promise<string[]> {
  const events = await rows(connection, '/events')
  return events.map(({ triggered_by }) => triggered_by).filter((key) => !key.startsWith('integration.'))
}

test('the first start loads a shop for shoppers, and sends the receiver no events of it', async () => {
  const { tool, demo, greeting } = await startDemo(folder)
  const seller = await connectTo(demo)
  expect(greeting).toContain(`TIDINGS_DATA='${folder}' tidings demo shop`)
  const products = await rows(seller, '/products')
  expect(products).toHaveLength(60)
  for (const currency of ['USD', 'EUR', 'GBP']) {
    const shopper = await connectAsShopper({ ...demo, store_id: undefined }, { 'x-currency': currency })
    const offered = await eventually(
      () => rows(shopper, '/catalog/products').catch(() => []),
      (found) => found.length > 0,
    )
    expect(offered.filter(({ meta }) => meta.price !== null)).toHaveLength(60)
  }
  const physical = products.filter(({ attributes }) => attributes.commodity_type === 'physical')
  const stock = await rows(seller, '/inventories')
  expect(stock.map(({ id }) => id).sort()).toEqual(physical.map(({ id }) => id).sort())
  expect(new Set(products.map(({ attributes }) => attributes.tax_class_id))).toEqual(
    new Set((await rows(seller, '/taxes/classes')).map(({ id }) => id)),
  )
  const gateways = await rows(seller, '/gateways')
  expect(gateways.filter(({ enabled }) => enabled).map(({ slug }) => slug)).toEqual(['manual', 'sandbox'])
  await tool.prints(/integration\.created/)
  const { stdout } = await tool.end('SIGINT')
  expect(stdout.match(/ signature valid /g)).toHaveLength(1)
})

describe('the second start', () => {
  let started: StartedDemo
  let seller: Connection
  beforeAll(async () => {
    started = await startDemo(folder)
    seller = await connectTo(started.demo)
  })

  test('the people of the shop log in with the password of the guide', async () => {
    const shopper = await connectAsShopper({ ...started.demo, store_id: undefined })
    const password = 'demo-password'
    const [customer] = await rows(seller, '/customers')
    const token = { type: 'token', email: customer.email, password }
    expect(await shopper.post('/customers/tokens', { data: token })).toMatchObject({
      data: { customer_id: customer.id },
    })
    const realms = await rows(seller, '/authentication-realms')
    const realm = realms.find(({ relationships }) => relationships.origin?.data.type.startsWith('account'))?.id
    const [profile] = await rows(seller, `/authentication-realms/${realm}/password-profiles`)
    const [account] = await rows(seller, '/accounts')
    for (const { email } of await rows(seller, '/account-members')) {
      const data = {
        type: 'account_management_authentication_token',
        authentication_mechanism: 'password',
        password_profile_id: profile.id,
        username: email,
        password,
      }
      expect(await shopper.post('/account-members/tokens', { data })).toMatchObject({
        data: [{ account_id: account.id }],
      })
    }
  })

  test('restores nothing that people changed or deleted', async () => {
    const [product] = await rows(seller, '/products')
    await seller.put(`/products/${product.id}`, {
      data: { type: 'product', attributes: { sku: 'MINE-1', name: 'My Lamp', slug: '' } },
    })
    const [customer] = await rows(seller, '/customers')
    const authorization = `Bearer ${await tokenOf(started.demo)}`
    const address = `${started.demo.base_url}/customers/${customer.id}`
    expect((await fetch(address, { method: 'DELETE', headers: { authorization } })).status).toBe(200)
    const [before, events] = [await inventoryOf(seller), await emittedKeys(seller)]
    await started.tool.end('SIGINT')
    third = await startDemo(folder)
    const again = await connectTo(third.demo)
    expect(await inventoryOf(again)).toEqual(before)
    expect(await emittedKeys(again)).toEqual(events)
    expect(third.tool.stderr()).not.toContain('of the demo store failed')
  })
})

async function tokenOf({ token_url, client_id, client_secret }: Awaited<ReturnType<typeof readDemo>>): Promise<string> {
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret })
  const response = (await (await fetch(token_url, { method: 'POST', body })).json()) as { access_token: string }
  return response.access_token
}

describe('the simulated shop', () => {
  let seller: Connection
  let browser: Browser | undefined
  let home: Visit | undefined
  /** The page stays open to the end, because Home must show that all is well. */
  let receiver: Receiver
  beforeAll(async () => {
    receiver = await openReceiver()
    third ??= await startDemo(folder)
    seller = await connectTo(third.demo)
  })
  afterAll(async () => {
    await browser?.close()
    await third?.tool.end('SIGINT')
    await receiver.close()
  })

  test(
    'prints a link that opens Home once; a used link names the command for another',
    async () => {
      const [link = ''] = /http\S+\/enter#\S+/.exec(third?.greeting ?? '') ?? []
      browser = await openBrowser(SHORT_LIVED)
      home = await visit(browser, link)
      const { page } = home
      await page.getByRole('heading', { level: 1, name: 'Demo store' }).waitFor()
      await page.getByText('All well').waitFor()
      await page.getByText('The integration is healthy, and nothing is waiting.').waitFor()
      await page.getByRole('link', { name: 'View all (1)' }).waitFor()
      expect(await attemptsOf(page)).toBeLessThan(10)
      const again = await page.context().newPage()
      await again.goto(link)
      await again.getByText('This link was already used, or has expired').waitFor()
      await again.getByText('tidings people link EMAIL').waitFor()
      await again.close()
    },
    BROWSER_TIMEOUT,
  )

  test('produces orders whose states match their ledgers, and events that reach a webhook', async () => {
    await seller.post('/integrations', {
      data: {
        type: 'integration',
        integration_type: 'webhook',
        name: 'Watch',
        enabled: true,
        observes: ['order.created', 'order.paid', 'order.fulfilled', 'order.cancelled', 'order.refunded'],
        configuration: { url: receiver.url },
      },
    })
    const args = ['demo', 'shop', '--minutes', '0.1', '--rate', '400', '--seed', '11', '--json']
    const { code, stdout, stderr } = await runTool(args, env)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const lines: Row[] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const { totals } = lines.pop()
    const visits = lines.filter(({ order_id }) => order_id !== null)
    expect([totals.shoppers, totals.orders, totals.errors]).toEqual([40, visits.length, {}])
    for (const step of ['paid', 'fulfilled', 'declined', 'captured', 'approved later', 'cancelled', 'refunded'])
      expect(totals.steps, step).toHaveProperty(step)
    for (const report of visits) await expectTrue(seller, report)
    await eventually(
      async () => new Set(receiver.received.map(({ text }) => describeEvent(JSON.parse(text)))),
      (heard) => visits.flatMap(expectedOf).every((one) => heard.has(one)),
    )
  })

  test('admits no new shoppers after Ctrl-C, and ends with totals', async () => {
    const game = startTool(['demo', 'shop', '--minutes', '60', '--rate', '300'], env)
    await game.prints(/^[0-9A-Z]{5}-[0-9A-Z]{5} /m)
    const { code, stdout, stderr } = await game.end('SIGINT')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^\d+ shoppers?, \d+ orders? totaling /m)
    expect(stdout).toMatch(/No errors\.\n$/)
  })

  test('updates the numbers of an open Home without a reload', async () => {
    if (home === undefined) throw new Error('Home is not open.')
    const { page, faults } = home
    await eventually(
      () => attemptsOf(page),
      (count) => count > 100,
    )
    await page.getByText('Both integrations are healthy').waitFor()
    expect(faults).toEqual([])
  })

  test('reports and counts API errors, and fails', async () => {
    const enable = (enabled: boolean) => seller.put('/gateways/sandbox', { data: { type: 'gateway', enabled } })
    await enable(false)
    const { code, stdout, stderr } = await runTool(
      ['demo', 'shop', '--minutes', '0.05', '--rate', '200', '--seed', '1'],
      env,
    )
    await enable(true)
    expect(code).toBe(1)
    expect(stderr).toMatch(/^error: \d+ of 10 shoppers failed\.\n$/)
    expect(stdout).toMatch(/ {2}error: The API returned 422: data\.gateway must name an enabled payment gateway/)
    expect(stdout).toMatch(/Errors:\n +\d+ {2}The API returned 422/)
  })
})

/** Number of attempts on Home. */
async function attemptsOf(page: Page): Promise<number> {
  const text = await page.getByText('Attempts', { exact: true }).locator('xpath=following-sibling::dd').textContent()
  return Number(text?.replaceAll(',', ''))
}

/** The states of an order must match its ledger and the end of its report. */
async function expectTrue(seller: Connection, { order_id, total, steps }: Row): Promise<void> {
  const { data: order } = (await seller.get(`/orders/${order_id}`)) as Row
  const entries = await rows(seller, `/orders/${order_id}/transactions`)
  const ledger = ledgerOf(order.meta.display_price.with_tax.amount, entries)
  const timeline = steps.join(', ')
  expect(order.payment, timeline).toBe(paymentOf(ledger))
  expect(order.meta.display_price.with_tax, timeline).toEqual(total)
  expect(order.meta.display_price.paid.amount, timeline).toBe(ledger.captured)
  expect(order.meta.display_price.refunded.amount, timeline).toBe(ledger.refunded)
  expect(ledger.captured, timeline).toBe(steps.includes('paid') ? total.amount : 0)
  expect(order.shipping, timeline).toBe(steps.includes('fulfilled') ? 'fulfilled' : 'unfulfilled')
  expect(order.status === 'cancelled', timeline).toBe(steps.includes('cancelled'))
}

const KEYS: Readonly<Record<string, string>> = {
  paid: 'order.paid',
  fulfilled: 'order.fulfilled',
  cancelled: 'order.cancelled',
  refunded: 'order.refunded',
  'partly refunded': 'order.refunded',
}

function expectedOf({ order_id, steps }: Row): string[] {
  const keys = ['order.created', ...steps.flatMap((step: string) => KEYS[step] ?? [])]
  return keys.map((key) => `${key} ${order_id}`)
}

function describeEvent({ triggered_by, payload }: Row): string {
  return `${triggered_by} ${payload.data.id}`
}
