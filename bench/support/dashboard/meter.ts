import type { CDPSession, Page } from 'playwright-core'

/** CPU of the page's thread in milliseconds: of scripts, and of all work (styles, layout, scripts, parsing). */
export type Cost = { script_ms: number; task_ms: number }

export type Meter = {
  protocol: CDPSession
  cost(): Promise<Cost>
  /** Bytes of the page's heap after garbage collection. */
  heap(): Promise<number>
}

/** Uses the thread's CPU clock, which other load on the machine does not affect. */
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
