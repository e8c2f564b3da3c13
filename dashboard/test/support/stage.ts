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
  /** Opens a path such as `/orders` of the store in the tab of a logged-in person. */
  open(address: string, options?: OpenOptions): Promise<Visit>
  at(address: string): string
  person(roles: readonly Role[]): Promise<PersonOf>
  close(): Promise<void>
}

/** A stage with its own server and database. */
export type OwnStage = Stage & {
  /** Lets tests start another process with other settings. */
  database: TestDatabase
  /** Restarts the server at the same address, and runs `meanwhile` while it is down. */
  restart(meanwhile?: () => Promise<void>): Promise<void>
}

type OpenOptions = {
  /** The owner by default; null opens the page without logging in. */
  as?: PersonOf | null
  /** Names another browser of the same person, with its own session. */
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

/** Counted per process, like the names of organizations. */
let people = 0

async function stageOn(running: { app: App }, leave: () => Promise<void>): Promise<Stage> {
  expectBuilt()
  const { app } = running
  const { origin } = app
  const tenant = await openTenant(app)
  const person = (roles: readonly Role[]) => {
    people += 1
    const storeRoles = roles.map((role) => ({ role, store_id: null }))
    return openPerson(app, tenant.organization, { email: `person-${people}@example.com`, roles: storeRoles })
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
      // The session skips the login page, which would take as long as the rest of the test.
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

/**
 * Deletes the integrations, because failing deliveries would be retried while other files use the server and reuse
 * ports.
 */
async function endDeliveries({ seller }: Tenant): Promise<void> {
  const { body } = await seller.get('/v2/integrations?page[limit]=100')
  for (const { id } of body.data) await seller.delete(`/v2/integrations/${id}`)
}

/** Navigates like a link, without reloading the dashboard. */
export async function goTo(page: Page, address: string): Promise<void> {
  const push = (to: string) => page.evaluate((url) => history.pushState({}, '', url), to)
  // A page in between distinguishes the second page from a similar first one.
  const nowhere = page.getByRole('heading', { name: 'Page not found' })
  await push(`${new URL(address).origin}/dashboard/nowhere`)
  await nowhere.waitFor()
  await push(address)
  await nowhere.waitFor({ state: 'detached' })
}

/** User agent, as shown in the list of a person's sessions. */
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'

/** Cookie of a new session, as a browser has it after a login. */
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

/** Builds the dashboard if it is missing; a changed page needs a manual rebuild. */
function expectBuilt(): void {
  if (existsSync(path.join(WORKSPACE, 'dist/index.html'))) return
  const { status } = spawnSync(process.execPath, [path.join(WORKSPACE, 'scripts/build.ts')], { stdio: 'inherit' })
  if (status !== 0) throw new Error('The dashboard could not be built.')
}

const AXE = readFileSync(path.resolve(WORKSPACE, '../node_modules/axe-core/axe.min.js'), 'utf8')

/** Waits for the end of animations, because colors in transition have the contrast of neither theme. */
const ENDED = `new Promise(requestAnimationFrame).then(() => Promise.all(document.getAnimations()
  .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
  .map(({ finished }) => finished.catch(() => undefined)))).then(() => undefined)`

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const COLOR_RULES = ['color-contrast', 'link-in-text-block']

/** Violations that axe finds by WCAG 2.2 AA, each as a sentence, by all rules or only those about colors. */
export async function axe(page: Page, rules: 'all' | 'colors' = 'all'): Promise<string[]> {
  // The page's policy blocks foreign scripts, but the browser's own protocol may evaluate them.
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
/** Widths and themes; the dark theme needs only color rules, because nothing else differs. */
export const LOOKS = [
  { name: 'light', colorScheme: 'light', viewport: WIDE, rules: 'all' },
  { name: 'dark', colorScheme: 'dark', viewport: WIDE, rules: 'colors' },
  { name: 'phone', colorScheme: 'light', viewport: PHONE, rules: 'all' },
] as const

/** Sets the theme and the width of the page. */
export async function show(page: Page, { colorScheme, viewport }: (typeof LOOKS)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.setViewportSize(viewport)
  await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor({ state: 'attached' })
}

/** Violations that axe finds in light, in dark and on a phone, each with its look. */
export async function axeInAllLooks(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const look of LOOKS) {
    await show(page, look)
    found.push(...(await axe(page, look.rules)).map((sentence) => `${look.name}: ${sentence}`))
  }
  return found
}

type AxeResults = { violations: { id: string; help: string; nodes: { html: string }[] }[] }
