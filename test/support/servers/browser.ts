import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { PATIENCE_MS } from '../patience.ts'
import { programOf } from './debian.ts'

/** Includes the installation of a missing browser. */
export const BROWSER_TIMEOUT = 300_000

const QUIET = ['--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update']
const OPTIONS = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-sync', ...QUIET]

/** For pages of a few seconds: to optimize their code costs more than it saves, and so do threads that collect garbage. */
export const SHORT_LIVED = ['--js-flags=--no-opt --no-maglev --single-threaded-gc --min-semi-space-size=16']

export function openBrowser(flags: readonly string[] = []): Promise<Browser> {
  // Two thirds of the CPU of the whole browser, with the same engine.
  const executablePath = programOf('chromium-headless-shell', ['/usr/bin/chromium-headless-shell'])
  return chromium.launch({ executablePath, args: [...OPTIONS, ...flags] })
}

export type Visit = {
  page: Page
  /** Script errors and violations of the page's policy. */
  faults: string[]
  /** The origins of all requests. */
  origins: Set<string>
}

/** A page in its own browser context: no shared storage. */
export async function visit(browser: Browser, address: string, options: BrowserContextOptions = {}): Promise<Visit> {
  return visitIn(await browser.newContext(options), address)
}

/** Another page of a browser context: it shares what the others store. */
export async function visitIn(context: BrowserContext, address: string): Promise<Visit> {
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE_MS)
  const faults: string[] = []
  const origins = new Set<string>()
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (line) => {
    // An error response is not a fault of the page.
    if (line.type() === 'error' && !line.text().startsWith('Failed to load resource')) faults.push(line.text())
  })
  page.on('request', (request) => origins.add(new URL(request.url()).origin))
  await page.goto(address)
  return { page, faults, origins }
}
