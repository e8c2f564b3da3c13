import axe from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { request } from 'undici'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createKey } from '../../src/access/keys.ts'
import { BROWSER_TIMEOUT, openBrowser, SHORT_LIVED, visit } from '../support/servers/browser.ts'
import { openNginx } from '../support/servers/nginx.ts'
import type { WebServer } from '../support/servers/web-server.ts'
import { openSharedStage, type Stage } from '../support/stage.ts'

let stage: Stage
let nginx: WebServer
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser(SHORT_LIVED)
  stage = await openSharedStage()
  nginx = await openNginx(() => `location /shop/tidings/ { proxy_pass ${stage.app.origin}/; }`)
}, BROWSER_TIMEOUT)
afterEach(() => Promise.all(browser.contexts().map((context) => context.close())))
afterAll(async () => {
  await browser.close()
  await nginx.close()
  await stage.close()
})

/** Serves the docs below a path that a proxy adds, since pages that work there work everywhere. */
const docs = (address = '') => `${nginx.origin}/shop/tidings/docs${address}`

async function get(address: string, headers: Record<string, string> = {}) {
  const response = await request(`${stage.app.origin}${address}`, { headers })
  const content = Buffer.from(await response.body.arrayBuffer())
  return { status: response.statusCode, headers: response.headers, content, text: content.toString() }
}

describe('a response', () => {
  test('is compressed for clients that accept it, with one ETag for all encodings', async () => {
    const [plain, br, gzip] = await Promise.all([
      get('/docs/json'),
      get('/docs/json', { 'accept-encoding': 'gzip, br' }),
      get('/docs/json', { 'accept-encoding': 'gzip, br;q=0' }),
    ])
    const codings = [plain, br, gzip].map(({ headers }) => headers['content-encoding'])
    expect(codings).toEqual([undefined, 'br', 'gzip'])
    expect(br.content.length * 8).toBeLessThan(plain.content.length)
    expect(new Set([plain, br, gzip].map(({ headers }) => `${headers.etag} ${headers.vary}`)).size).toBe(1)
    expect(plain.headers).toMatchObject({ vary: 'Accept-Encoding', 'cache-control': 'no-cache' })
    for (const coding of ['br', 'identity']) {
      const again = await get('/docs/json', { 'accept-encoding': coding, 'if-none-match': String(br.headers.etag) })
      expect([again.status, again.content.length]).toEqual([304, 0])
    }
  })

  test('is cached if it is a script, and its URL names its content', async () => {
    const { text, headers } = await get('/docs')
    const [, script = ''] = /src="(docs\/assets\/site-[\w-]{12}\.js)"/.exec(text) ?? []
    const asset = await get(`/${script}`)
    expect([asset.status, asset.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
    expect(headers['cross-origin-opener-policy']).toBe('same-origin')
    expect(String(headers['content-security-policy'])).toMatch(
      /default-src 'none'; script-src 'self'; style-src 'self';/,
    )
  })

  test.each(['/docs/nowhere', '/docs/files/../package.json', '/docs/assets/site-000000000000.js', '/docs/__proto__'])(
    'is 404 at %s',
    async (address) => {
      expect((await get(address)).status).toBe(404)
    },
  )

  test.each([
    ['/docs/', '../docs'],
    ['/docs/guides/queues/?a=b', '../queues?a=b'],
  ])('redirects %s to the page without the slash', async (address, location) => {
    const { status, headers } = await get(address)
    expect([status, headers.location]).toEqual([302, location])
  })
})

/** Rules whose result depends on colors and widths; all others check the structure of a page. */
const RULES_OF_APPEARANCE = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable', 'target-size']

/** Violations found by axe. The script is evaluated, since the policy of the page forbids loading it. */
async function violations(page: Page, rules: string[] | null = null): Promise<string[]> {
  await page.evaluate(axe.source)
  return page.evaluate(async (values) => {
    const inPage = globalThis as unknown as { axe: { run(options: object): Promise<{ violations: Violation[] }> } }
    const found = await inPage.axe.run(values === null ? {} : { runOnly: { type: 'rule', values } })
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
  }, rules)
}
type Violation = { id: string; nodes: { html: string }[] }

const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

const DESKTOP = { colorScheme: 'light', viewport: { width: 1280, height: 800 } } as const

/** Checks both color schemes on a desktop and a phone. */
async function expectAccessible(page: Page): Promise<void> {
  expect(await violations(page)).toEqual([])
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await violations(page, RULES_OF_APPEARANCE)).toEqual([])
  expect(await overflow(page)).toBeLessThanOrEqual(0)
}

test.each(['', '/guides/webhooks', '/events', '/events/cart.updated', '/api', '/api/settings'])(
  'the page /docs%s is accessible, fits a phone, and loads nothing from other origins',
  async (address) => {
    const { page, faults, origins } = await visit(browser, docs(address), DESKTOP)
    await expectAccessible(page)
    expect([faults, [...origins]]).toEqual([[], [nginx.origin]])
  },
)

test('a keyboard search opens the section that it finds', async () => {
  const { page, faults } = await visit(browser, docs('/guides/receiving'), DESKTOP)
  await page.keyboard.press('/')
  await page.keyboard.type('order.paid')
  await page.getByRole('link', { name: /^order\.paid Event catalog/ }).waitFor()
  await expectAccessible(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(docs('/events/order.paid'))
  expect(faults).toEqual([])
})

test('the reference logs in with a key and sends an operation', async () => {
  const { page, faults } = await visit(browser, docs('/api/integrations'), DESKTOP)
  const { store } = await stage.tenant()
  const { organization_id, store_id } = store
  const key = await createKey(stage.database.db, { organization_id, store_id, name: 'reader' }, Date.now())
  await page.getByText('Log in to try operations').click()
  await page.getByLabel('Client id').fill(key.client_id)
  await page.getByLabel('Client secret').fill('wrong')
  await page.getByRole('button', { name: 'Log in' }).click()
  await page
    .locator('#log-in')
    .getByText(/secret/i)
    .first()
    .waitFor()
  await page.getByLabel('Client secret').fill(key.client_secret)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByText('Logged in').waitFor()
  const operation = page.getByRole('region', { name: 'List integrations' })
  await operation.getByText('Try it').click()
  await operation.getByLabel('page[limit]').fill('3')
  await operation.getByRole('button', { name: 'Send GET' }).click()
  await operation.getByText(/^200 OK/).waitFor()
  expect(JSON.parse(await operation.locator('.try pre').innerText())).toMatchObject({
    data: [],
    meta: { page: { limit: 3 } },
  })
  expect(faults).toEqual([])
})
