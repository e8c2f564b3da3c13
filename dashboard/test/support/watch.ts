import type { Page } from 'playwright-core'

export type Watched = {
  /** The largest number of rows that were in the document at once, headings included. */
  rows: number
  /** The longest task of the page, in milliseconds by the clock of the wall: as long as it was or longer. */
  longest_task_ms: number
  long_tasks: number
}

type Watcher = Watched & { stop(): void }

/** Watches the page from inside: each change of its document, and each task of 50 ms or more. */
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
