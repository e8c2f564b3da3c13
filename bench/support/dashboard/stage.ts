import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { openDatabase } from '../../../src/db/pool.ts'
import { type App, openApp, openTenant, type Tenant, webhookIntegration } from '../../../test/support/app.ts'
import { makeDatabase, startCluster } from '../../../test/support/database/cluster.ts'
import { openPerson, type PersonOf } from '../../../test/support/people/people.ts'
import { openBrowser } from '../../../test/support/servers/browser.ts'
import { insertManyOrders } from '../../../test/support/store/many-orders.ts'

export type DashboardStage = {
  app: App
  tenant: Tenant
  owner: PersonOf
  browser: Browser
  at(address: string): string
  /** A page in a new browser with an empty cache, on an address of the server without scripts. */
  empty(): Promise<Page>
  /** Same, with a person logged in. */
  open(): Promise<Page>
  close(): Promise<void>
}

const DAY = 86_400_000
const WIDE = { width: 1280, height: 800 }

type Amounts = { integrations: number; orders: number }

/** A Tidings with its database, a store with integrations and orders, and a browser. */
export async function openDashboardStage({ integrations, orders }: Amounts): Promise<DashboardStage> {
  const cluster = await startCluster(undefined)
  const database = await makeDatabase(cluster, 'migrated')
  const app = await openApp(database)
  const tenant = await openTenant(app)
  const roles = [{ role: 'owner' as const, store_id: null }]
  const owner = await openPerson(app, tenant.organization, { email: 'ada@example.com', roles })
  const receiver = await openReceiver()
  await createIntegrations(tenant, receiver.url, integrations)
  await insertOrders(database.direct_url, tenant, orders)
  const browser = await openBrowser()
  const at = (address: string) => `${app.origin}/dashboard/s/${tenant.store_id}${address}`
  const context = (options = {}) => browser.newContext({ reducedMotion: 'reduce', viewport: WIDE, ...options })
  const emptyPage = async (own: BrowserContext) => {
    const page = await own.newPage()
    await page.goto(`${app.origin}/dashboard/icon.svg`)
    return page
  }
  return {
    ...{ app, tenant, owner, browser, at },
    empty: async () => emptyPage(await context()),
    open: async () => {
      const own = await context()
      // Each page has its own session, because the cookie changes with each use.
      const page = await own.newPage()
      await page.goto(at('/orders'))
      await logIn(page, owner)
      const session = await own.storageState()
      await own.close()
      return emptyPage(await context({ storageState: session }))
    },
    async close() {
      await browser.close()
      await app.close()
      receiver.close()
      await database.close()
      await cluster.close()
    },
  }
}

export async function logIn(page: Page, { email, password }: PersonOf): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await firstRow(page)
}

/** Waits for the first complete row of a list. */
export async function firstRow(page: Page): Promise<void> {
  await page.locator('[role=row][data-index="0"]').waitFor()
}

async function insertOrders(url: string, { store_id }: Tenant, rows: number): Promise<void> {
  // Vacuuming takes a while on a busy machine.
  const db = openDatabase({ url, connections: 1, timeout_ms: 300_000, onError: () => {} })
  const until = Date.now()
  await insertManyOrders(db, { owner_id: store_id, rows, from: until - 30 * DAY, until }).finally(() => db.close())
}

async function createIntegrations({ seller }: Tenant, url: string, count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    // Only the first integration gets the bench's events.
    const observes = number === 0 ? ['order.*'] : ['customer.created']
    const { status, body } = await seller.post('/v2/integrations', {
      ...webhookIntegration(url, observes, { name: `Receiver ${number}` }),
    })
    if (status !== 201) throw new Error(JSON.stringify(body))
  }
}

/** Accepts everything and stores nothing. */
async function openReceiver(): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    request.resume().once('end', () => response.end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
