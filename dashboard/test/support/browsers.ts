import type { Browser, BrowserContext } from 'playwright-core'
import { type Visit, visitIn } from '../../../test/support/servers/browser.ts'

/** Whose browser it is. */
export type Holder = {
  /** Tells two browsers of one person apart, too. */
  name: string
  /** The cookies that it begins with. Without them it knows nothing each time that an address is opened. */
  session?: () => Promise<Session>
}

type Session = Parameters<BrowserContext['addCookies']>[0]

type Tab = { context: BrowserContext; visit: Visit; holder: string | null }

/** As a page is looked at first. */
export const WIDE = { width: 1280, height: 800 }
/** Nothing moves that a test would wait for. */
const SET_TO = { colorScheme: 'light', reducedMotion: 'reduce' } as const
const PERMISSIONS = ['clipboard-read', 'clipboard-write']

/**
 * The browsers of people, with a tab each, in which they open all that they open. Who comes later gets the browser of
 * someone who has left: a new one costs more than what it shows.
 */
export class Browsers {
  readonly #browser: Browser
  readonly #tabs = new Set<Tab>()

  constructor(browser: Browser) {
    this.#browser = browser
  }

  async open({ name, session }: Holder, address: string): Promise<Visit> {
    const tab = this.#tabOf(name) ?? (await this.#newTab())
    tab.holder = name
    if (tab.visit.page.isClosed()) tab.visit = await visitIn(tab.context, 'about:blank')
    const { page, faults, origins } = tab.visit
    if (session === undefined) await forget(tab, address)
    else if ((await tab.context.cookies()).length === 0) await tab.context.addCookies(await session())
    // Where only what follows it differs, nothing would be loaded.
    if (address.includes('#')) await page.goto(emptyPageOf(address))
    await page.emulateMedia(SET_TO)
    await page.setViewportSize(WIDE)
    faults.length = 0
    origins.clear()
    await page.goto(address)
    return tab.visit
  }

  /** The browsers of these forget all, and are free for others. */
  async leave(isOne: (holder: string) => boolean, origin: string): Promise<void> {
    const left = [...this.#tabs].filter(({ holder }) => holder !== null && isOne(holder))
    await Promise.all(left.map((tab) => this.#free(tab, origin)))
  }

  close(): Promise<void> {
    return this.#browser.close()
  }

  #tabOf(name: string): Tab | undefined {
    const all = [...this.#tabs]
    return all.find(({ holder }) => holder === name) ?? all.find(({ holder }) => holder === null)
  }

  async #newTab(): Promise<Tab> {
    const context = await this.#browser.newContext({ ...SET_TO, viewport: WIDE, permissions: PERMISSIONS })
    const tab = { context, visit: await visitIn(context, 'about:blank'), holder: null }
    this.#tabs.add(tab)
    context.once('close', () => this.#tabs.delete(tab))
    return tab
  }

  async #free(tab: Tab, origin: string): Promise<void> {
    if (tab.visit.page.isClosed()) return tab.context.close()
    const others = tab.context.pages().filter((page) => page !== tab.visit.page)
    await Promise.all(others.map((page) => page.close()))
    await forget(tab, origin)
    tab.holder = null
  }
}

/** Runs no script, in the process that has compiled those of the dashboard. */
const emptyPageOf = (address: string) => new URL('/dashboard/icon.svg', address).href

async function forget({ context, visit: { page } }: Tab, address: string): Promise<void> {
  await page.goto(emptyPageOf(address))
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await context.clearCookies()
}
