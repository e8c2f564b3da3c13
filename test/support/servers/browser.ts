import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { TIMEOUT_MS } from '../timeout.ts'
import { programOf } from './debian.ts'

/** Includes installing a missing browser. */
export const BROWSER_TIMEOUT = 300_000

const QUIET = ['--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update']
const OPTIONS = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-sync', ...QUIET]

/** Optimized code and parallel garbage collection cost short-lived pages more than they save. */
export const SHORT_LIVED = ['--js-flags=--no-opt --no-maglev --single-threaded-gc --min-semi-space-size=16']

export function openBrowser(flags: readonly string[] = []): Promise<Browser> {
  // The headless shell uses two thirds of the CPU of the full browser, with the same engine.
  const executablePath = programOf('chromium-headless-shell', ['/usr/bin/chromium-headless-shell'])
  return chromium.launch({ executablePath, args: [...OPTIONS, ...flags] })
}

export type Visit = {
  page: Page
  /** Script errors, and violations of the page's content security policy. */
  faults: string[]
  origins: Set<string>
}

/** Opens a page in a browser context of its own, without shared storage. */
export async function visit(browser: Browser, address: string, options: BrowserContextOptions = {}): Promise<Visit> {
  return visitIn(await browser.newContext(options), address)
}

/** Opens another page in a browser context, sharing its storage. */
export async function visitIn(context: BrowserContext, address: string): Promise<Visit> {
  const page = await context.newPage()
  page.setDefaultTimeout(TIMEOUT_MS)
  const faults: string[] = []
  const origins = new Set<string>()
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (line) => {
    // An error response is not a script error.
    if (line.type() === 'error' && !line.text().startsWith('Failed to load resource')) faults.push(line.text())
  })
  page.on('request', (request) => origins.add(new URL(request.url()).origin))
  await page.goto(address)
  return { page, faults, origins }
}
