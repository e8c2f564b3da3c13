import type { CDPSession, Page } from 'playwright-core'

/** Milliseconds of CPU of the thread of a page: of scripts, and of all its work (styles, layout, scripts, parsing). */
export type Cost = { script_ms: number; task_ms: number }

export type Meter = {
  protocol: CDPSession
  /** What the page has cost since the last call. */
  cost(): Promise<Cost>
  /** Bytes of the page's heap after everything unused was collected. */
  heap(): Promise<number>
}

/** Counts CPU by the thread's own clock, which the other work of the machine does not change. */
export async function meterOf(page: Page): Promise<Meter> {
  const protocol = await page.context().newCDPSession(page)
  await protocol.send('Performance.enable', { timeDomain: 'threadTicks' })
  const read = async () => {
    const { metrics } = await protocol.send('Performance.getMetrics')
    const seconds = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? 0
    return { script_ms: seconds('ScriptDuration') * 1000, task_ms: seconds('TaskDuration') * 1000 }
  }
  let last = await read()
  return {
    protocol,
    cost: async () => {
      const before = last
      last = await read()
      return { script_ms: last.script_ms - before.script_ms, task_ms: last.task_ms - before.task_ms }
    },
    heap: async () => {
      await protocol.send('HeapProfiler.collectGarbage')
      return (await protocol.send('Runtime.getHeapUsage')).usedSize
    },
  }
}
