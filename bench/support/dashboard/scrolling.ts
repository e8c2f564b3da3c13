import type { Page } from 'playwright-core'
import { watch } from '../../../dashboard/test/support/watch.ts'
import { median, quantile } from '../quantile.ts'
import { meterOf } from './meter.ts'
import { type DashboardStage, firstRow } from './stage.ts'

/** Pixels per frame: most of a screen. */
const STEP = 700
/** Rows between heap measurements. */
const LOOK_INTERVAL_ROWS = 5_000
const JUMPS = 20

/** Scrolls through all rows of a list, then jumps to random positions. */
export async function measureScrolling(stage: DashboardStage) {
  const page = await stage.open()
  await page.goto(stage.at('/orders'))
  await firstRow(page)
  const meter = await meterOf(page)
  const watched = await watch(page)
  const heap_at_first = await meter.heap()
  let heap = heap_at_first
  let reached = { rows: 0, has_more: true }
  const steps: number[] = []
  while (reached.has_more) {
    const { rows } = reached
    await meter.cost()
    reached = await scrollOn(page, rows + 1)
    steps.push((await meter.cost()).task_ms)
    if (reached.rows === rows && reached.has_more) throw new Error(`The list ends at ${rows} rows, before its end.`)
    if (Math.floor(reached.rows / LOOK_INTERVAL_ROWS) === Math.floor(rows / LOOK_INTERVAL_ROWS)) continue
    heap = Math.max(heap, await meter.heap())
    console.error(`scrolled ${reached.rows} rows, ${inMegabytes(heap)} MB at most`)
  }
  await jump(page, JUMPS)
  heap = Math.max(heap, await meter.heap())
  const { rows: rows_in_document, ...tasks } = await watched()
  await page.context().close()
  return {
    ...{ rows: reached.rows, rows_in_document },
    ...{ heap_mb: inMegabytes(heap), heap_at_first_mb: inMegabytes(heap_at_first) },
    // A step is one frame with its consequences, so no task is longer.
    step_ms: { median: rounded(median(steps)), p99: rounded(quantile(steps, 0.99)), most: rounded(Math.max(...steps)) },
    wall: tasks,
  }
}

/** Scrolls by most of a screen per frame, until this many or all rows are known. */
function scrollOn(page: Page, until: number): Promise<{ rows: number; has_more: boolean }> {
  return page.evaluate(
    async ({ until, step }) => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      const last = () => {
        const all = document.querySelectorAll('[role=row][data-index]')
        return Number(all[all.length - 1]?.getAttribute('data-index') ?? 0) + 1
      }
      const isAtEnd = () => window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 1
      let waited_since = performance.now()
      for (let rows = last(); ; rows = last()) {
        // A count of -1 means that there are more rows.
        const count = Number(document.querySelector('[role=table]')?.getAttribute('aria-rowcount'))
        const has_more = count === -1
        if (!isAtEnd()) waited_since = performance.now()
        if (isAtEnd() && !has_more) return { rows: count - 1, has_more }
        if (rows >= until || performance.now() - waited_since > 20_000) return { rows, has_more: true }
        window.scrollBy(0, step)
        await frame()
      }
    },
    { until, step: STEP },
  )
}

/** Jumps to earlier positions, whose rows were evicted, until they are rendered. */
async function jump(page: Page, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    // Multiples of the golden ratio are far apart.
    await page.evaluate(
      (share) => window.scrollTo(0, share * document.documentElement.scrollHeight),
      (time * 0.618) % 1,
    )
    await page.locator('[role=row][data-index] a').first().waitFor()
  }
}

function rounded(value: number): number {
  return Number(value.toFixed(1))
}

function inMegabytes(bytes: number): number {
  return Number((bytes / 1_000_000).toFixed(1))
}
