import type { Browser, BrowserContext } from 'playwright-core'
import { type Visit, visitIn } from '../../../test/support/servers/browser.ts'

export type Holder = {
  /** Identifies the person and the browser. */
  name: string
  /** Returns the initial cookies. Without them, every open starts with an empty browser. */
  session?: () => Promise<Session>
}

type Session = Parameters<BrowserContext['addCookies']>[0]

type Tab = { context: BrowserContext; visit: Visit; holder: string | null }

export const WIDE = { width: 1280, height: 800 }
/** Disables animations, which tests would have to wait for. */
const SET_TO = { colorScheme: 'light', reducedMotion: 'reduce' } as const
const PERMISSIONS = ['clipboard-read', 'clipboard-write']

/**
 * Browser contexts of people, each with one reused tab. A new holder gets the context of someone who has left, because
 * a new context costs more than the page that it shows.
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
    // A URL that differs only in its hash would load nothing, so an empty page comes first.
    if (address.includes('#')) await page.goto(emptyPageOf(address))
    await page.emulateMedia(SET_TO)
    await page.setViewportSize(WIDE)
    faults.length = 0
    origins.clear()
    await page.goto(address)
    return tab.visit
  }

  /** Clears the contexts of these holders and frees them for others. */
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

/** A page without scripts in the renderer process that has already compiled the dashboard's. */
const emptyPageOf = (address: string) => new URL('/dashboard/icon.svg', address).href

async function forget({ context, visit: { page } }: Tab, address: string): Promise<void> {
  await page.goto(emptyPageOf(address))
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await context.clearCookies()
}
