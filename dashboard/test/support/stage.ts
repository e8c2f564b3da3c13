import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import type { Role } from '../../../src/kernel/permissions.ts'
import { type App, type AppOptions, openApp, openTenant, type Tenant } from '../../../test/support/app.ts'
import type { TestDatabase } from '../../../test/support/database/cluster.ts'
import { testDatabase } from '../../../test/support/database/database.ts'
import { logIn as logInByApi, openPerson, type PersonOf, sessionIn } from '../../../test/support/people/people.ts'
import type { Visit } from '../../../test/support/servers/browser.ts'
import { server } from '../../../test/support/shared.ts'
import { WIDE } from './browsers.ts'
import { browsers } from './shared.ts'

const WORKSPACE = path.resolve(import.meta.dirname, '../..')

export type Stage = {
  app: App
  tenant: Tenant
  owner: PersonOf
  /**
   * Opens an address such as `/orders` below the store in the browser of a person who is logged in, in the same tab as what
   * the person opened before.
   */
  open(address: string, options?: OpenOptions): Promise<Visit>
  /** The address of a page of the store. */
  at(address: string): string
  person(roles: readonly Role[]): Promise<PersonOf>
  close(): Promise<void>
}

/** A stage with a server and a database that no other file uses. */
export type OwnStage = Stage & {
  /** For another process beside this one, with other settings. */
  database: TestDatabase
  /** Ends the server, and starts it again at the same address. `meanwhile` is what is done without it. */
  restart(meanwhile?: () => Promise<void>): Promise<void>
}

type OpenOptions = {
  /** The owner without it; null opens the page without logging in. */
  as?: PersonOf | null
  /** Names another browser of the same person, which has a session of its own. */
  browser?: string
}

/** A real Tidings with the built dashboard, an organization with a store and its owner, and browsers. */
export async function openStage(): Promise<Stage> {
  const { app } = await server.use()
  return stageOn({ app }, async () => server.leave())
}

export async function openOwnStage(options: AppOptions = {}): Promise<OwnStage> {
  const database = await testDatabase()
  const running = { app: await openApp(database, options) }
  const { port } = new URL(running.app.origin)
  const stage = await stageOn(running, async () => {
    await running.app.close()
    await database.close()
  })
  const restart = async (meanwhile?: () => Promise<void>) => {
    await running.app.close()
    await meanwhile?.()
    running.app = await openApp(database, { ...options, env: { ...options.env, PORT: port } })
  }
  return Object.defineProperty({ ...stage, database, restart }, 'app', { get: () => running.app })
}

/** In a process, as the names of organizations and people are. */
let people = 0

async function stageOn(running: { app: App }, leave: () => Promise<void>): Promise<Stage> {
  expectBuilt()
  const { app } = running
  const { origin } = app
  const tenant = await openTenant(app)
  const person = (roles: readonly Role[]) => {
    people += 1
    const held = roles.map((role) => ({ role, store_id: null }))
    return openPerson(app, tenant.organization, { email: `person-${people}@example.com`, roles: held })
  }
  const owner = await person(['owner'])
  const all = await browsers.use()
  const at = (address: string) => `${origin}/dashboard/s/${tenant.store_id}${address}`
  return {
    app,
    tenant,
    owner,
    at,
    person,
    open(address, { as = owner, browser = '' } = {}) {
      const target = address.startsWith('http') ? address : at(address)
      const name = `${tenant.store_id} ${as?.id} ${browser}`
      // By the page of log-ins it would take as long as all that follows.
      return all.open({ name, ...(as && { session: () => sessionOf(running.app, as) }) }, target)
    },
    async close() {
      await endDeliveries(tenant)
      await all.leave((holder) => holder.startsWith(tenant.store_id), origin)
      browsers.leave()
      await leave()
    },
  }
}

/** What cannot be delivered would be tried again while other files use the server, maybe at an address of theirs. */
async function endDeliveries({ seller }: Tenant): Promise<void> {
  const { body } = await seller.get('/v2/integrations?page[limit]=100')
  for (const { id } of body.data) await seller.delete(`/v2/integrations/${id}`)
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
async function sessionOf(app: App, person: PersonOf): Promise<Parameters<BrowserContext['addCookies']>[0]> {
  const { email, password } = person
  const { cookie } = sessionIn(app, await logInByApi(app.origin, { email, password }, { 'user-agent': AGENT }))
  const [name = '', value = ''] = cookie.split('=')
  const place = { domain: new URL(app.origin).hostname, path: '/v2/sessions', expires: -1 }
  return [{ name, value, ...place, httpOnly: true, secure: false, sameSite: 'Strict' }]
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
