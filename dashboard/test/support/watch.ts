import type { Page } from 'playwright-core'

export type Watched = {
  /** Maximum number of rendered rows, including headings. */
  rows: number
  /** Longest task of the page in milliseconds of wall time, which is an upper bound of its CPU time. */
  longest_task_ms: number
  long_tasks: number
}

type Watcher = Watched & { stop(): void }

/** Records changes of the document and tasks of at least 50 ms inside the page. */
export async function watch(page: Page): Promise<() => Promise<Watched>> {
  await page.evaluate(() => {
    const watched: Watcher = { rows: 0, longest_task_ms: 0, long_tasks: 0, stop() {} }
    const rows = document.getElementsByClassName(document.querySelector('[role=row]')?.className ?? '')
    const changes = new MutationObserver(() => {
      watched.rows = Math.max(watched.rows, rows.length)
    })
    changes.observe(document.body, { childList: true, subtree: true })
    const tasks = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) {
        watched.long_tasks += 1
        watched.longest_task_ms = Math.max(watched.longest_task_ms, duration)
      }
    })
    tasks.observe({ type: 'longtask' })
    watched.stop = () => {
      changes.disconnect()
      tasks.disconnect()
    }
    Object.assign(globalThis, { watched })
  })
  return () =>
    page.evaluate(() => {
      const { stop, rows, longest_task_ms, long_tasks } = (globalThis as unknown as { watched: Watcher }).watched
      stop()
      return { rows, longest_task_ms: Math.round(longest_task_ms), long_tasks }
    })
}
