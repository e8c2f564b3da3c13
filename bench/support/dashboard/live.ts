import { setInterval } from 'node:timers/promises'
import type { CDPSession, Page } from 'playwright-core'
import { watch } from '../../../dashboard/test/support/watch.ts'
import { allLogged, countLogs } from '../logged.ts'
import { median } from '../quantile.ts'
import { meterOf } from './meter.ts'
import type { DashboardStage } from './stage.ts'

const RATE = 200
const BATCHES_A_SECOND = 4
/** The list keeps the latest rows, so its heap is steady once full. */
const UNTIL_FULL_S = 30
const POLL_INTERVAL_SECONDS = 15

type Look = { heap: number; core: number; process_core: number }

/** Measures the live tail at its maximum rate of deliveries. */
export async function measureLive(stage: DashboardStage, minutes: number) {
  const page = await stage.open()
  await page.goto(stage.at('/live'))
  await page.getByText(/since you opened this page/).waitFor()
  await page.getByText('Connecting').waitFor({ state: 'hidden' })
  const { db } = stage.app.foundation
  const logged_before = await countLogs(db)
  const stop = new AbortController()
  const publishing = publish(stage, stop.signal)
  await page.locator('[role=row]').first().waitFor()
  const watched = await watch(page)
  const looks = await look(stage, page, { until_s: UNTIL_FULL_S + minutes * 60 })
  stop.abort()
  const published = await publishing
  await allLogged(db, logged_before + published, performance.now())
  // Includes retries.
  const attempts = (await countLogs(db)) - logged_before
  // The sum exceeds the total if deliveries counted as skipped arrive later, in a read that completes the stream.
  const { shown, skipped } = await counted(page, attempts)
  const { rows, ...tasks } = await watched()
  await page.context().close()
  const full = looks.filter((_, at) => (at + 1) * POLL_INTERVAL_SECONDS >= UNTIL_FULL_S)
  const heaps = full.map(({ heap }) => heap / 1_000_000)
  return {
    ...{
      minutes,
      rate: RATE,
      published,
      attempts,
      shown,
      skipped,
      unaccounted: attempts - shown - skipped,
      rows_in_document: rows,
      ...tasks,
    },
    heap_mb: { first: rounded(heaps[0] ?? 0), last: rounded(heaps.at(-1) ?? 0) },
    heap_change_mb: rounded(Math.max(...heaps) - Math.min(...heaps)),
    share_of_core: rounded(median(full.map(({ core }) => core)), 3),
    share_of_core_most: rounded(Math.max(...full.map(({ core }) => core)), 3),
    share_of_core_of_process: rounded(median(full.map(({ process_core }) => process_core)), 3),
  }
}

/** Measures the page's CPU and heap every few seconds. */
async function look(stage: DashboardStage, page: Page, { until_s }: { until_s: number }): Promise<Look[]> {
  const meter = await meterOf(page)
  const browser = await stage.browser.newBrowserCDPSession()
  const looks: Look[] = []
  let at = performance.now()
  let process_s = await cpuOfRenderers(browser)
  for await (const _ of setInterval(POLL_INTERVAL_SECONDS * 1000)) {
    const [{ task_ms }, now_s] = [await meter.cost(), await cpuOfRenderers(browser)]
    const took_s = (performance.now() - at) / 1000
    const heap = await meter.heap()
    looks.push({ heap, core: task_ms / 1000 / took_s, process_core: (now_s - process_s) / took_s })
    console.error(`live ${looks.length * POLL_INTERVAL_SECONDS} s: ${JSON.stringify(looks.at(-1))}`)
    // Excludes the forced collection.
    await meter.cost()
    at = performance.now()
    process_s = await cpuOfRenderers(browser)
    if (looks.length * POLL_INTERVAL_SECONDS >= until_s) break
  }
  return looks
}

/** CPU seconds of the renderer processes, over all threads. */
async function cpuOfRenderers(browser: CDPSession): Promise<number> {
  const { processInfo } = await browser.send('SystemInfo.getProcessInfo')
  return processInfo.filter(({ type }) => type === 'renderer').reduce((sum, { cpuTime }) => sum + cpuTime, 0)
}

/** Publishes at the rate until the signal; returns the number of events. */
async function publish({ tenant }: DashboardStage, signal: AbortSignal): Promise<number> {
  const size = RATE / BATCHES_A_SECOND
  const events = Array.from({ length: size }, (_, number) => ({
    triggered_by: 'order.paid',
    payload: { data: { type: 'order', id: `order-${number}`, number } },
  }))
  let published = 0
  for await (const _ of setInterval(1000 / BATCHES_A_SECOND)) {
    if (signal.aborted) break
    const { status, body } = await tenant.seller.post('/v2/events', events)
    if (status !== 201) throw new Error(JSON.stringify(body))
    published += size
  }
  return published
}

/** Numbers of rendered and skipped deliveries once all are done. */
async function counted(page: Page, attempts: number): Promise<{ shown: number; skipped: number }> {
  for (let tries = 0; ; tries += 1) {
    const [shown, ...skipped] = await Promise.all([
      page.getByText(/since you opened this page/).textContent(),
      page.getByText(/not shown: more than 200/).allTextContents(),
    ])
    const found = { shown: numberIn(shown), skipped: numberIn(skipped[0]?.[0] ?? null) }
    if (found.shown + found.skipped === attempts || tries === 100) return found
    await page.waitForTimeout(200)
  }
}

function numberIn(text: string | null): number {
  return Number(/[\d,]+/.exec(text ?? '')?.[0].replaceAll(',', '') ?? 0)
}

function rounded(value: number, digits = 1): number {
  return Number(value.toFixed(digits))
}
