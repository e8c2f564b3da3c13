import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { programOf } from './debian.ts'

/** Installing a browser takes its time, where it is missing. */
export const BROWSER_TIMEOUT = 300_000

const QUIET = ['--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update']
const OPTIONS = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-sync', ...QUIET]

export function openBrowser(): Promise<Browser> {
  const executablePath = programOf('chromium', ['/usr/bin/chromium'])
  return chromium.launch({ executablePath, args: OPTIONS })
}

export type Visit = {
  page: Page
  /** Errors of scripts, and what the page's policy refused. */
  faults: string[]
  /** The origin of each request, once. */
  origins: Set<string>
}

/** A page of a person of its own: nothing is kept from others. */
export async function visit(browser: Browser, address: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const faults: string[] = []
  const origins = new Set<string>()
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (line) => {
    // An answer that refuses something is no fault of the page.
    if (line.type() === 'error' && !line.text().startsWith('Failed to load resource')) faults.push(line.text())
  })
  page.on('request', (request) => origins.add(new URL(request.url()).origin))
  await page.goto(address)
  return { page, faults, origins }
}
