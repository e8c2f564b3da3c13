import { setInterval } from 'node:timers/promises'
import type { CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertManyLogs } from '../../../test/support/database/many-logs.ts'
import { BROWSER_TIMEOUT } from '../../../test/support/servers/browser.ts'
import { type Gate, openGate } from '../../../test/support/servers/gate.ts'
import { openReceiver, type Receiver } from '../../../test/support/servers/receiver.ts'
import { newWebhook, publish } from '../support/deliveries.ts'
import { openStage, type Stage } from '../support/stage.ts'
import { watch } from '../support/watch.ts'

let stage: Stage
let receiver: Receiver
/** A proxy between the browser and the server that a test can cut. */
let gate: Gate
let integration: string

beforeAll(async () => {
  stage = await openStage()
  receiver = await openReceiver()
  gate = await openGate(Number(new URL(stage.app.origin).port))
  integration = await newWebhook(stage, receiver.url, { observes: ['order.*', 'cart.*'] })
}, BROWSER_TIMEOUT)

afterAll(async () => {
  await stage.close()
  await gate.close()
  await receiver.close()
})

async function openLive(query = '') {
  const address = new URL(stage.at(`/live${query}`))
  address.port = String(gate.port)
  const visited = await stage.open(address.href)
  await visited.page.getByText(/since you opened this page/).waitFor()
  await visited.page.getByText('Connecting').waitFor({ state: 'hidden' })
  return visited
}

/** Deliveries that are shown or counted as skipped. */
async function accounted(page: Page): Promise<number> {
  const [shown, skipped] = await Promise.all([
    page.getByText(/since you opened this page/).textContent(),
    page.getByText(/not shown: more than 200/).allTextContents(),
  ])
  return numberIn(shown) + skipped.reduce((sum, text) => sum + numberIn(text), 0)
}

function numberIn(text: string | null): number {
  return Number(/[\d,]+/.exec(text ?? '')?.[0].replaceAll(',', '') ?? 0)
}

const RATE = 200
const SECONDS = 10
const BATCHES_A_SECOND = 4

test('all of 200 deliveries a second for 10 seconds are counted, with steady memory and few elements', async () => {
  const { page, faults } = await openLive()
  const browser = await page.context().newCDPSession(page)
  await browser.send('Performance.enable', { timeDomain: 'threadTicks' })
  await publish(stage, RATE)
  await expect.poll(() => accounted(page)).toBe(RATE)
  const watched = await watch(page)
  const [heap_before, cpu_before] = [await heapOf(browser), await cpuOf(browser)]
  let batches = 0
  for await (const _ of setInterval(1000 / BATCHES_A_SECOND)) {
    await publish(stage, RATE / BATCHES_A_SECOND)
    batches += 1
    if (batches === SECONDS * BATCHES_A_SECOND) break
  }
  await expect.poll(() => accounted(page)).toBe(RATE * (SECONDS + 1))
  const cpu = (await cpuOf(browser)) - cpu_before
  expect((await watched()).rows).toBeLessThan(60)
  expect(((await heapOf(browser)) - heap_before) / 1_000_000).toBeLessThan(10)
  expect(cpu / SECONDS).toBeLessThan(0.3)
  expect(faults).toEqual([])
})

async function heapOf(browser: CDPSession): Promise<number> {
  await browser.send('HeapProfiler.collectGarbage')
  return (await browser.send('Runtime.getHeapUsage')).usedSize
}

/** CPU seconds of the page's main thread. */
async function cpuOf(browser: CDPSession): Promise<number> {
  const { metrics } = await browser.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
}

test('a connection that is down for 5 seconds leaves no gap', async () => {
  // The page needs a key of its own, because the stream may start slightly before the page was opened.
  const { page } = await openLive('?keys=cart.updated')
  await publish(stage, 20, 'cart.updated')
  await expect.poll(() => accounted(page)).toBe(20)
  const before = receiver.received.length
  gate.shut()
  const cut_at = Date.now()
  await page.getByText('Connection lost, trying again').waitFor()
  await publish(stage, 100, 'cart.updated')
  await receiver.waitForCount(before + 100)
  await expect.poll(() => Date.now() - cut_at).toBeGreaterThan(5_000)
  gate.reopen()
  await expect.poll(() => accounted(page)).toBe(120)
  expect(await page.getByText(/not shown/).count()).toBe(0)
})

test('the list pauses under the pointer, counts new deliveries, and shows them on request', async () => {
  const { page } = await openLive()
  await publish(stage, 30)
  await expect.poll(() => accounted(page)).toBe(30)
  const rows = page.getByRole('table', { name: 'deliveries' }).getByRole('row')
  await page.getByRole('table', { name: 'deliveries' }).hover()
  const first = await rows.first().textContent()
  await publish(stage, 40)
  await page.getByRole('button', { name: '40 new' }).click()
  await expect.poll(() => rows.first().textContent()).not.toBe(first)
  expect(await page.getByRole('button', { name: /new$/ }).count()).toBe(0)
})

test('the URL filters the live tail by key and outcome', async () => {
  const { page } = await openLive('?keys=cart.*&outcome=failed')
  receiver.answer = (response, { body }) => response.writeHead(body.triggered_by === 'cart.updated' ? 500 : 200).end()
  await publish(stage, 3)
  await publish(stage, 1, 'cart.updated')
  await page.getByRole('table', { name: 'deliveries' }).getByText('cart.updated').waitFor()
  expect(await page.getByRole('link', { name: 'order.paid' }).count()).toBe(0)
  expect(await accounted(page)).toBe(1)
})

const ROWS = 10_000
/** Scrolling to the end takes minutes on a busy machine, which `npm run bench:dashboard` does. */
const SCROLLED = 700

// Runs last, because a live tail would show the rows inserted here.
test('a list of 10,000 attempts renders fewer than 60 rows while scrolling', async () => {
  const { db } = stage.app.foundation
  const now = Date.now()
  const [owner_id, from, until] = [stage.tenant.store_id, now, now + 1_000]
  await insertManyLogs(db, { owner_id, integration_id: integration, rows: ROWS, from, until })
  const { page, faults } = await stage.open(`/integrations/${integration}/attempts`)
  await page.locator('[role=row][data-index="0"]').waitFor()
  const watched = await watch(page)
  await scrollTo(page, SCROLLED)
  await page.getByRole('button', { name: 'Back to the top' }).click()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await page.locator('[role=row][data-index="0"]').waitFor()
  await page.getByText(/^10,\d{3}\+? attempts$/).waitFor({ state: 'attached' })
  const { rows } = await watched()
  expect(rows).toBeGreaterThan(10)
  expect(rows).toBeLessThan(60)
  expect(faults).toEqual([])
})

/** Scrolls one page per frame until a row is in the document. */
function scrollTo(page: Page, row: number): Promise<void> {
  return page.evaluate(async (row) => {
    const isThere = () => [...document.querySelectorAll('[role=row]')].some((one) => Number(one.ariaRowIndex) > row)
    while (!isThere()) {
      window.scrollTo(0, document.documentElement.scrollHeight)
      await new Promise(requestAnimationFrame)
    }
  }, row)
}
