import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { request } from 'undici'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { query } from '../../../src/db/database.ts'
import { BROWSER_TIMEOUT, openBrowser, SHORT_LIVED, visit } from '../../../test/support/servers/browser.ts'
import { openNginx } from '../../../test/support/servers/nginx.ts'
import type { WebServer } from '../../../test/support/servers/web-server.ts'
import { openSharedStage, type Stage } from '../../../test/support/stage.ts'
import { change, createAssortment, publish } from '../../../test/support/store/catalogs.ts'
import { expectStatus } from '../../../test/support/store/shop.ts'
import { AXE_TIMEOUT_MS } from '../support/accessible.ts'
import { axeInAllLooks } from '../support/stage.ts'

const MALICIOUS = `<img src=x onerror="document.title='caught'">`
const PASSWORD = 'correct horse battery'

let stage: Stage
let scope: string
let email: string
let nginx: WebServer
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser(SHORT_LIVED)
  stage = await openSharedStage()
  const { store } = await stage.tenant()
  const fixture = await createAssortment(store, { LAMP: 1000, RUG: 2800, EVIL: 100 })
  const renamed = await change(store, `/products/${fixture.skus.get('EVIL')}`, 'product', { name: MALICIOUS })
  expectStatus(renamed, 200)
  await publish(store, fixture.catalog)
  email = `${crypto.randomUUID()}@example.com`
  const customer = { type: 'customer', name: 'Ada', email, password: PASSWORD }
  expectStatus(await store.post('/v2/customers', { data: customer }), 201)
  const rows = await query<{ scope: string }>(stage.database.db, 'select scope from stores where id = $1', [
    store.store_id,
  ])
  scope = rows[0]?.scope ?? ''
  nginx = await openNginx(
    (origin) => `location /api/ {
      proxy_pass ${stage.app.origin}/storefront/;
      proxy_set_header X-Forwarded-Base ${origin}/api;
    }`,
  )
}, BROWSER_TIMEOUT)
afterEach(() => Promise.all(browser.contexts().map((context) => context.close())))
afterAll(async () => {
  await browser.close()
  await nginx.close()
  await stage.close()
})

const addressOf = (origin: string) => `${origin}/explorer?scope=${scope}`
const direct = () => addressOf(`${stage.app.origin}/storefront`)

const field = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const follow = (page: Page, rel: string | RegExp) => page.getByRole('link', { name: rel, exact: true }).click()
const arriveAt = (page: Page, kind: string) =>
  page.getByRole('heading', { name: kind, level: 1, exact: true }).waitFor()
const embedded = (page: Page, path: string) => page.getByRole('region', { name: `Embedded ${path}`, exact: true })
const requests = (page: Page) => page.getByRole('status', { name: 'Requests' })
const fact = (page: Page, member: string) =>
  page
    .locator('dt')
    .filter({ hasText: new RegExp(`^${member}$`) })
    .locator('+ dd')

const tree = (page: Page) => page.getByRole('tree', { name: 'JSON of the response' })
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent)
const openTab = (page: Page, name: RegExp) => page.getByRole('tab', { name }).click()

/** Collects the page's GET requests for resources from now on, relative to the base. */
function readsOf(page: Page): string[] {
  const reads: string[] = []
  page.on('request', (sent) => {
    if (sent.method() === 'GET') reads.push(decodeURIComponent(sent.url()).replace(/^.*\/storefront/, ''))
  })
  return reads
}

async function zoomInto(page: Page, zoom: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Zoom' }).fill(zoom)
  await page.keyboard.press('Enter')
}

async function enter(page: Page): Promise<void> {
  await press(page, 'Enter')
  await arriveAt(page, 'root')
}

async function searchFor(page: Page, keywords: string): Promise<void> {
  await follow(page, 'searches')
  await follow(page, 'keywordsearchform')
  await field(page, 'keywords').fill(keywords)
  await field(page, 'zoom of the response').fill('element:definition')
  await press(page, 'itemkeywordsearchaction')
  await arriveAt(page, 'search result')
}

async function putIntoCart(page: Page, name: string, quantity: string): Promise<void> {
  await searchFor(page, name)
  await follow(page, /^element 1 /)
  await follow(page, 'addtocartform')
  await field(page, 'quantity').fill(quantity)
  await press(page, 'addtodefaultcartaction')
  await arriveAt(page, 'line item')
}

const ways = [
  ['on its own', () => `${stage.app.origin}/storefront`],
  ['behind a proxy, on another origin and path', () => `${nginx.origin}/api`],
] as const

test.each(ways)('%s the user searches, opens an item, fills a cart, changes it and goes back', async (_, base) => {
  const { page, faults, origins } = await visit(browser, addressOf(base()))
  expect(await field(page, /^Scope/).inputValue()).toBe(scope)
  await enter(page)
  await searchFor(page, 'lamp')
  await follow(page, /^element \d+ Lamp LAMP$/)
  await arriveAt(page, 'item')
  await zoomInto(page, 'price')
  await embedded(page, 'price').getByText('$10.00').first().waitFor()
  await page.getByRole('button', { name: 'Embed definition', exact: true }).click()
  await arriveAt(page, 'item: Lamp LAMP')
  expect(await page.getByRole('combobox', { name: 'Zoom' }).inputValue()).toBe('price,definition')
  expect(await focused(page)).toBe('Embed definition')
  await page.reload()
  await arriveAt(page, 'item: Lamp LAMP')
  await embedded(page, 'price').waitFor()

  await follow(page, 'addtocartform')
  await arriveAt(page, 'add to cart form')
  expect(await focused(page)).toBe('add to cart form')
  await field(page, 'quantity').fill('2')
  await field(page, 'zoom of the response').fill('total')
  await press(page, 'addtodefaultcartaction')
  await arriveAt(page, 'line item')
  await requests(page).getByText('POST 201').waitFor()
  await embedded(page, 'total').getByText('$20.00').first().waitFor()

  await field(page, 'quantity').fill('-1')
  await press(page, 'Save')
  await page.getByText('quantity must be at least 0.', { exact: true }).waitFor()
  const wrong = field(page, 'quantity')
  expect(await wrong.getAttribute('aria-invalid')).toBe('true')
  const described = page.locator(`#${(await wrong.getAttribute('aria-describedby'))?.split(' ')[0]}`)
  expect(await described.innerText()).toContain('at least 0')
  expect(await wrong.evaluate((input) => input === input.ownerDocument.activeElement)).toBe(true)
  await wrong.fill('3')
  await press(page, 'Save')
  await embedded(page, 'total').getByText('$30.00').first().waitFor()
  expect(await requests(page).innerText()).toMatch(/PUT 204 \d+ ms, 0 bytes, cache no-store\s+GET 200/)

  await page.goBack()
  await arriveAt(page, 'add to cart form')
  await page.goForward()
  await arriveAt(page, 'line item')
  await press(page, 'Delete line item')
  await press(page, 'Cancel')
  await press(page, 'Delete line item')
  await press(page, 'Delete')
  await arriveAt(page, 'line items')
  await follow(page, 'cart')
  await fact(page, 'total-quantity').getByText('0', { exact: true }).waitFor()

  expect(faults).toEqual([])
  expect([...origins]).toEqual([new URL(base()).origin])
  await openTab(page, /^JSON$/)
  expect(await tree(page).innerText()).toContain(`href: "${base()}/carts/`)
})

test('an error without a field is shown above the form, which keeps its values', async () => {
  const { page } = await visit(browser, direct())
  await enter(page)
  await follow(page, 'lookups')
  await follow(page, 'itemlookupform')
  await field(page, 'code').fill('NOWHERE')
  await press(page, 'itemlookupaction')
  expect(await page.getByRole('alert').innerText()).toContain('not.found')
  await requests(page).getByText('POST 404').waitFor()
  expect(await page.locator('[aria-invalid=true]').count()).toBe(0)
  expect(await field(page, 'code').inputValue()).toBe('NOWHERE')
  await field(page, 'code').fill('LAMP')
  await press(page, 'itemlookupaction')
  await arriveAt(page, 'item')
})

test('the name of a product is rendered as text', async () => {
  const { page, faults } = await visit(browser, direct())
  await enter(page)
  await zoomInto(page, 'searches:keywordsearchform')
  await field(page, 'keywords').fill('img')
  await field(page, 'zoom of the response').fill('element,element:definition')
  await press(page, 'itemkeywordsearchaction')
  await arriveAt(page, 'search result')
  const definition = embedded(page, 'element:definition')
  await definition.getByRole('definition').getByText(MALICIOUS, { exact: true }).first().waitFor()
  expect(await page.locator('img').count()).toBe(0)
  expect(await page.title()).toContain('Storefront explorer')
  expect(faults).toEqual([])
})

test('a login keeps the cart, and a logout removes the token', async () => {
  const { page, faults } = await visit(browser, direct())
  await enter(page)
  await putIntoCart(page, 'RUG', '2')
  await press(page, 'Log in')
  await field(page, 'E-mail').fill(email)
  await field(page, 'Password').fill('wrong')
  await press(page, 'Enter')
  await page.getByRole('alert').waitFor()
  await field(page, 'Password').fill(PASSWORD)
  await press(page, 'Enter')
  await page.getByText(`${email} in ${scope}`).waitFor()
  await arriveAt(page, 'root')
  await follow(page, 'defaultcart')
  await fact(page, 'total-quantity').getByText('2', { exact: true }).waitFor()
  const kept = () => page.evaluate('JSON.stringify({ ...sessionStorage, ...localStorage }) + document.cookie')
  expect(await kept()).toContain('token')
  const ended = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await press(page, 'Log out')
  expect((await ended).status()).toBe(204)
  await page.getByText('You have logged out.').waitFor()
  expect(await kept()).toBe('{}')
  expect(faults).toEqual([])
})

test('an expired token requires a login, which returns to the same resource', async () => {
  const { page } = await visit(browser, direct())
  await enter(page)
  await page.evaluate(`for (const key of Object.keys(sessionStorage))
    sessionStorage.setItem(key, sessionStorage.getItem(key).replace(/"token":"[^"]*"/, '"token":"ended"'))`)
  await page.goto(`${direct()}#/searches/${scope}?zoom=keywordsearchform`)
  await page.reload()
  await press(page, 'Enter')
  await arriveAt(page, 'searches')
  await embedded(page, 'keywordsearchform').waitFor()
})

test('URIs and complete URLs of this API can be entered, and the zoom is completed from the graph', async () => {
  const { page } = await visit(browser, direct())
  await enter(page)
  const address = page.getByRole('textbox', { name: 'URI' })
  await address.fill(`${stage.app.origin}/storefront/lookups/${scope}?zoom=itemlookupform`)
  await page.keyboard.press('Enter')
  await arriveAt(page, 'lookups')
  await embedded(page, 'itemlookupform').waitFor()
  await address.fill('https://elsewhere.example.com/lookups')
  await page.keyboard.press('Enter')
  await page.getByText('This is not a URI of this API.').waitFor()
  await address.fill(`/items/${scope}/none=`)
  await page.keyboard.press('Enter')
  await arriveAt(page, 'Invalid request')
  await follow(page, 'Root')
  await arriveAt(page, 'root')
  await page.getByRole('combobox', { name: 'Zoom' }).fill('searches,defaultcart:line')
  expect(
    await page.locator('datalist option').evaluateAll((all) => all.map((one) => one.getAttribute('value'))),
  ).toEqual(['searches,defaultcart:lineitems'])
})

test('request headers are stored in the tab, shown in the request, and cleared together', async () => {
  const { page, faults } = await visit(browser, direct())
  await enter(page)
  await page.getByText('Request headers').click()
  await field(page, /^Locale/).fill('de-DE')
  await field(page, /^Currency/).fill('EUR,USD')
  await field(page, /^Channel/).fill('web')
  await field(page, /^Base/).fill('https://shop.example.com/api')
  await press(page, 'Apply')
  await page.getByText('Use neither commas nor equals signs.').waitFor()
  await field(page, /^Currency/).fill('EUR')
  const sent = page.waitForRequest(/storefront\/$/)
  await press(page, 'Apply')
  const headers = await (await sent).allHeaders()
  expect(headers).toMatchObject({ 'x-ep-user-traits': 'LOCALE=de-DE,CURRENCY=EUR', 'ep-channel': 'web' })
  await page.getByRole('link', { name: /^"https:\/\/shop\.example\.com\/api\/carts/ }).click()
  await arriveAt(page, 'cart')

  await page.reload()
  await page.getByText('X-Forwarded-Base: https://shop.example.com/api').first().waitFor()
  await openTab(page, /^Request$/)
  expect(await page.getByRole('figure', { name: 'curl' }).innerText()).toContain("-H 'EP-Channel: web'")
  await page.getByText('Request headers').click()
  await press(page, 'Clear')
  await page.getByText('Request headers none').waitFor()
  await openTab(page, /^JSON$/)
  await page
    .getByRole('link', { name: `"${stage.app.origin}/storefront/carts/` })
    .first()
    .waitFor()
  expect(faults).toEqual([])
})

test('list elements have names, which one request fetches for all of them', async () => {
  const { page } = await visit(browser, direct())
  await enter(page)
  await zoomInto(page, 'lookups:batchitemslookupform')
  await field(page, 'codes').fill('LAMP\nRUG')
  const reads = readsOf(page)
  await press(page, 'batchitemslookupaction')
  await arriveAt(page, 'batch of items')
  await page.getByRole('link', { name: 'element 1 Lamp LAMP' }).waitFor()
  await page.getByRole('link', { name: 'element 2 Lamp RUG' }).waitFor()
  expect(reads).toEqual([expect.stringMatching(/^\/lookups\/.*\?zoom=element,element:definition$/)])
})

test('missing paths of a zoom are listed with the reason and the existing relations', async () => {
  const { page } = await visit(browser, direct())
  await enter(page)
  await zoomInto(page, 'defaultcart:totl,defaultcart:lineitems:element')
  const missing = page.getByRole('region', { name: 'Not found by the zoom' })
  await missing.getByText('defaultcart:totl was not found: cart (defaultcart) has no relation totl.').waitFor()
  await missing.getByText('Present: one for each element.').waitFor()
  await press(page, 'Zoom defaultcart:total instead of defaultcart:totl')
  await embedded(page, 'defaultcart:total').getByText('$0.00').first().waitFor()
  await press(page, 'Remove defaultcart:lineitems:element from the zoom')
  await missing.waitFor({ state: 'detached' })

  await page.getByText('Zoom builder').click()
  await press(page, 'Relations of defaultcart')
  expect(await page.getByRole('checkbox', { name: 'defaultcart:total' }).isChecked()).toBe(true)
  await page.getByRole('checkbox', { name: 'defaultcart:total' }).uncheck()
  await page.getByRole('checkbox', { name: 'defaultcart:lineitems' }).check()
  await press(page, 'Go')
  await embedded(page, 'defaultcart:lineitems').waitFor()
  expect(await page.getByRole('combobox', { name: 'Zoom' }).inputValue()).toBe('defaultcart:lineitems')
})

test('JSON can be folded, searched and copied, and its URLs are links', async () => {
  const { page, faults } = await visit(browser, direct(), { permissions: ['clipboard-read', 'clipboard-write'] })
  await enter(page)
  const links = tree(page).getByRole('treeitem', { name: /^links/ })
  await links.press('ArrowLeft')
  expect(await links.getAttribute('aria-expanded')).toBe('false')
  expect(await tree(page).innerText()).not.toContain('rel: "searches"')
  await page.getByRole('searchbox', { name: 'Search in JSON of the response' }).fill('searches')
  await tree(page).getByRole('treeitem', { name: 'rel: "searches"' }).waitFor()
  await page.getByRole('searchbox').fill('')
  await press(page, 'Fold all')
  await expect.poll(() => tree(page).getByRole('treeitem', { expanded: true }).count()).toBe(1)
  await press(page, 'Unfold all')
  await press(page, 'Copy all of JSON of the response')
  await page.getByText('Copied').first().waitFor()
  const copied = JSON.parse(String(await page.evaluate('navigator.clipboard.readText()')))
  expect(copied.links[0].rel).toBe('defaultcart')
  await tree(page).getByRole('treeitem', { name: 'uri: "/lookups' }).first().press('Enter')
  await arriveAt(page, 'lookups')
  await page.goBack()
  await arriveAt(page, 'root')
  await page.getByRole('link', { name: `"/searches/${scope}"` }).click()
  await arriveAt(page, 'searches')
  expect(faults).toEqual([])
})

test('the curl command gets the same response, and has the token only on request', async () => {
  const { page } = await visit(browser, direct())
  await enter(page)
  await follow(page, 'lookups')
  await arriveAt(page, 'lookups')
  await openTab(page, /^Request$/)
  const command = page.getByRole('figure', { name: 'curl' }).locator('code')
  expect(await command.innerText()).toContain('"Authorization: Bearer $TOKEN"')
  await page.getByRole('checkbox', { name: 'With the token' }).check()
  const { stdout } = await promisify(execFile)('sh', ['-c', `${await command.innerText()} --silent --show-error`])
  expect(JSON.parse(stdout).self.uri).toBe(`/lookups/${scope}`)
})

test('the log shows responses again, repeats requests, and contains no password', async () => {
  const { page } = await visit(browser, direct())
  await enter(page)
  await follow(page, 'searches')
  await arriveAt(page, 'searches')
  await follow(page, 'keywordsearchform')
  await arriveAt(page, 'keyword search form')
  await openTab(page, /^Log/)
  const log = page.getByRole('list', { name: 'Requests, the latest first' })
  const reads = readsOf(page)
  await log.getByRole('button', { name: /^GET 200 searches/ }).click()
  await arriveAt(page, 'searches')
  await page.getByText(/recorded at/).waitFor()
  await page.goBack()
  await arriveAt(page, 'keyword search form')
  expect(reads.length).toBe(1)
  await page.goForward()
  await page.getByText(/recorded at/).waitFor()
  expect(reads.length).toBe(1)
  await press(page, 'Send GET searches again')
  await page.getByText(/recorded at/).waitFor({ state: 'detached' })
  expect(reads.length).toBe(2)

  await press(page, 'Log in')
  await field(page, 'E-mail').fill(email)
  await field(page, 'Password').fill(PASSWORD)
  await press(page, 'Enter')
  await arriveAt(page, 'root')
  expect(await page.evaluate('JSON.stringify({ ...sessionStorage })')).not.toContain(PASSWORD)
  expect(await log.getByRole('button', { name: /^POST 200 log in/, disabled: true }).count()).toBe(2)
  await press(page, 'Clear')
  await page.getByText('No requests yet.').waitFor()
})

test('relations show their meaning, absent ones their condition, and resources their graph entry', async () => {
  const { page, faults } = await visit(browser, direct())
  await enter(page)
  await page.getByText('The forms that search.').waitFor()
  await follow(page, 'defaultcart')
  await follow(page, 'lineitems')
  await arriveAt(page, 'line items')
  await page.getByText('This list is empty.').waitFor()
  await page.getByRole('listitem').filter({ hasText: 'Present: one for each element.' }).waitFor()
  await page.getByRole('link', { name: 'line items in the graph', exact: true }).click()
  await page.getByRole('heading', { name: 'DELETE' }).waitFor()
  await page.getByRole('link', { name: 'line item in the graph', exact: true }).first().click()
  await arriveAt(page, 'line item')
  await page.getByRole('cell', { name: 'The number of units.' }).first().waitFor()
  await page.goBack()
  await page.goBack()
  await page.getByText('This list is empty.').waitFor()
  expect(faults).toEqual([])
})

test('the page reports a missing network, and retries', async () => {
  const { page } = await visit(browser, direct())
  await enter(page)
  await page.context().setOffline(true)
  await follow(page, 'searches')
  await arriveAt(page, 'No response')
  await page.getByRole('alert').getByText('The browser is offline.').waitFor()
  await page.context().setOffline(false)
  await press(page, 'Try again')
  await arriveAt(page, 'searches')
})

test('every view is accessible in light, in dark and on a phone, within the window', {
  timeout: AXE_TIMEOUT_MS,
}, async () => {
  const { page, faults } = await visit(browser, direct())
  const expectAccessible = async (view: string) => {
    expect([view, await axeInAllLooks(page)]).toEqual([view, []])
    expect([view, await page.evaluate('document.documentElement.scrollWidth - innerWidth')]).toEqual([view, 0])
  }
  await arriveAt(page, 'Log in to a store')
  await page.getByRole('radio', { name: 'Customer' }).check()
  await expectAccessible('log-in')
  await page.getByRole('radio', { name: 'Anonymous' }).check()
  await enter(page)
  await page.getByText('Request headers').click()
  await page.getByText('Zoom builder').click()
  await zoomInto(page, 'defaultcart:total,searches:keywordsearchform,searches:nothing')
  await embedded(page, 'defaultcart:total').waitFor()
  await press(page, 'itemkeywordsearchaction')
  await page.locator('[aria-invalid=true]').waitFor()
  await expectAccessible('resource with an invalid form')
  await follow(page, 'Root')
  await putIntoCart(page, 'lamp', '2')
  await openTab(page, /^Request$/)
  await expectAccessible('line item')
  await press(page, 'Delete line item')
  await page.getByRole('dialog').waitFor()
  await expectAccessible('confirmation')
  await press(page, 'Cancel')
  await follow(page, 'Graph')
  await arriveAt(page, 'Graph')
  await openTab(page, /^Log/)
  await expectAccessible('graph')
  await page.goto(`${direct()}#graph/line%20item`)
  await arriveAt(page, 'line item')
  await expectAccessible('kind')
  expect(faults).toEqual([])
})

test('the page needs no token, contains no data, and its policy restricts it to its own origin', async () => {
  const page = await fetch(direct())
  expect(page.status).toBe(200)
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  const policy = (page.headers.get('content-security-policy') ?? '').split('; ')
  for (const part of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'"])
    expect(policy).toContain(part)
  expect(page.headers.get('x-content-type-options')).toBe('nosniff')
  const etag = page.headers.get('etag') ?? ''
  // Unlike fetch, this client accepts a 304 for a cached response.
  const again = await request(direct(), { headers: { 'if-none-match': etag } })
  expect([again.statusCode, await again.body.text()]).toEqual([304, ''])

  const text = await page.text()
  expect(text).not.toMatch(/<script(?![^>]* src=)|<style|\son\w+=|\sstyle=|\b(?:src|href)="(?:\/|\w+:)/)
  const loaded = [...text.matchAll(/(?:src|href)="\.\/(explorer\/[^"]+)"/g)].map(([, file = '']) => file)
  expect(loaded.length).toBeGreaterThan(1)
  for (const file of loaded) expect((await fetch(new URL(file, direct()))).status).toBe(200)
  for (const file of ['explorer.json', 'none.js', `${loaded[0]?.slice('explorer/'.length)}.br`, '..%2findex.html'])
    expect((await fetch(new URL(`explorer/${file}`, direct()))).status, file).toBe(404)

  const slashed = await fetch(direct().replace('?', '/?'))
  expect(slashed.url).toBe(direct())
})
