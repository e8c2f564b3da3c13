import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import type { Role } from '../../../src/kernel/permissions.ts'
import { type App, type AppOptions, openApp, openTenant, type Tenant } from '../../../test/support/app.ts'
import type { TestDatabase } from '../../../test/support/database/cluster.ts'
import { testDatabase } from '../../../test/support/database/database.ts'
import { logIn as logInByApi, openPerson, type PersonOf, sessionIn } from '../../../test/support/people.ts'
import { openBrowser, type Visit, visit, visitIn } from '../../../test/support/servers/browser.ts'

const WORKSPACE = path.resolve(import.meta.dirname, '../..')

export type Stage = {
  app: App
  /** For another process beside this one, with other settings. */
  database: TestDatabase
  tenant: Tenant
  owner: PersonOf
  /**
   * Opens an address such as `/orders` below the store in a browser of the person's own, who is logged in. Its tabs share it
   * as long as one of them is open.
   */
  open(address: string, options?: OpenOptions): Promise<Visit>
  /** The address of a page of the store. */
  at(address: string): string
  person(roles: readonly Role[]): Promise<PersonOf>
  /** Ends the server, and starts it again at the same address. `meanwhile` is what is done without it. */
  restart(meanwhile?: () => Promise<void>): Promise<void>
  close(): Promise<void>
}

type OpenOptions = BrowserContextOptions & {
  /** The owner without it; null opens the page without logging in. */
  as?: PersonOf | null
  /** Names another browser of the same person, which has a session of its own. */
  browser?: string
}

/** Nothing moves that a test would wait for. */
const STILL = { reducedMotion: 'reduce' } as const

/** A real Tidings with the built dashboard, an organization with a store and its owner, and a browser. */
export async function openStage(options: AppOptions = {}): Promise<Stage> {
  expectBuilt()
  const database = await testDatabase()
  let app = await openApp(database, options)
  const { origin } = app
  const tenant = await openTenant(app)
  const browser: Browser = await openBrowser()
  let people = 0
  const person = (roles: readonly Role[]) => {
    people += 1
    const held = roles.map((role) => ({ role, store_id: null }))
    return openPerson(app, tenant.organization, { email: `person-${people}@example.com`, roles: held })
  }
  const owner = await person(['owner'])
  const contexts = new Map<string, BrowserContext>()
  const contextOf = async (as: PersonOf, name: string, options: BrowserContextOptions) => {
    const key = JSON.stringify([as.id, name, options])
    const open = contexts.get(key)
    if (open !== undefined && (await open.cookies()).length > 0) return open
    // By the page of log-ins it would take as long as all that follows.
    const context = await browser.newContext({ ...STILL, ...options, storageState: await sessionOf(app, as) })
    contexts.set(key, context)
    context.once('close', () => contexts.delete(key))
    return context
  }
  const at = (address: string) => `${origin}/dashboard/s/${tenant.store_id}${address}`
  return {
    get app() {
      return app
    },
    database,
    tenant,
    owner,
    at,
    person,
    async open(address, { as = owner, browser: name = '', ...context } = {}) {
      const target = address.startsWith('http') ? address : at(address)
      if (as === null) return visit(browser, target, { ...STILL, ...context })
      return visitIn(await contextOf(as, name, context), target)
    },
    async restart(meanwhile) {
      await app.close()
      await meanwhile?.()
      app = await openApp(database, { ...options, env: { ...options.env, PORT: new URL(origin).port } })
    },
    async close() {
      await browser.close()
      await app.close()
    },
  }
}

/** Goes on to another address as a link does: the dashboard is not loaded anew. */
export async function goTo(page: Page, address: string): Promise<void> {
  const push = (to: string) => page.evaluate((url) => history.pushState({}, '', url), to)
  // Between two pages that look alike, so that the second can be told from the first.
  const nowhere = page.getByRole('heading', { name: 'There is no such page' })
  await push(`${new URL(address).origin}/dashboard/nowhere`)
  await nowhere.waitFor()
  await push(address)
  await nowhere.waitFor({ state: 'detached' })
}

/** As the list of a person's sessions names it. */
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'

/** The cookie of a session, as a browser has it after a log-in. */
async function sessionOf(app: App, person: PersonOf): Promise<NonNullable<BrowserContextOptions['storageState']>> {
  const { email, password } = person
  const { cookie } = sessionIn(app, await logInByApi(app.origin, { email, password }, { 'user-agent': AGENT }))
  const [name = '', value = ''] = cookie.split('=')
  const place = { domain: new URL(app.origin).hostname, path: '/v2/sessions', expires: -1 }
  return { cookies: [{ name, value, ...place, httpOnly: true, secure: false, sameSite: 'Strict' }], origins: [] }
}

export async function logIn(page: Page, { email, password }: PersonOf): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: false }).first().fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page
    .getByRole('navigation', { name: 'Main' })
    .or(page.getByRole('button', { name: 'Navigation' }))
    .first()
    .waitFor()
}

/** Tests look at what the install step builds; who changes a page builds it anew. */
function expectBuilt(): void {
  if (existsSync(path.join(WORKSPACE, 'dist/index.html'))) return
  const { status } = spawnSync(process.execPath, [path.join(WORKSPACE, 'scripts/build.ts')], { stdio: 'inherit' })
  if (status !== 0) throw new Error('The dashboard could not be built.')
}

const AXE = readFileSync(path.resolve(WORKSPACE, '../node_modules/axe-core/axe.min.js'), 'utf8')

/** Colors on their way from one theme to the other have the contrast of neither. */
const ENDED = `new Promise(requestAnimationFrame).then(() => Promise.all(document.getAnimations()
  .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
  .map(({ finished }) => finished.catch(() => undefined)))).then(() => undefined)`

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const COLOR_RULES = ['color-contrast', 'link-in-text-block']

/** What axe finds wrong with a page by WCAG 2.2 AA, in a sentence each: by all rules, or by those about colors. */
export async function axe(page: Page, rules: 'all' | 'colors' = 'all'): Promise<string[]> {
  // The policy of the page refuses scripts of others; the browser's own protocol may evaluate them.
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(AXE)
  await page.evaluate(ENDED)
  const runOnly = rules === 'all' ? { type: 'tag', values: TAGS } : { type: 'rule', values: COLOR_RULES }
  return page.evaluate(async (only) => {
    const run = (globalThis as unknown as { axe: { run: (options: object) => Promise<AxeResults> } }).axe.run
    const { violations } = await run({ runOnly: only, resultTypes: ['violations'], selectors: false })
    return violations.map(
      ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
    )
  }, runOnly)
}

const WIDE = { width: 1280, height: 800 }
const PHONE = { width: 360, height: 740 }
/** The dark theme differs from the light one in colors alone. */
export const LOOKS = [
  { name: 'light', colorScheme: 'light', viewport: WIDE, rules: 'all' },
  { name: 'dark', colorScheme: 'dark', viewport: WIDE, rules: 'colors' },
  { name: 'phone', colorScheme: 'light', viewport: PHONE, rules: 'all' },
] as const

/** Shows the page in a theme and a width. */
export async function show(page: Page, { colorScheme, viewport }: (typeof LOOKS)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.setViewportSize(viewport)
  await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor({ state: 'attached' })
}

/** What axe finds wrong with the page as it is shown in light, in dark and on a phone, each with where. */
export async function axeInAllLooks(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const look of LOOKS) {
    await show(page, look)
    found.push(...(await axe(page, look.rules)).map((sentence) => `${look.name}: ${sentence}`))
  }
  return found
}

type AxeResults = { violations: { id: string; help: string; nodes: { html: string }[] }[] }
