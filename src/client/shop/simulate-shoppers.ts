import { setTimeout as wait } from 'node:timers/promises'
import { MINUTE } from '../../kernel/duration.ts'
import { describeFailure } from '../../tool/failure.ts'
import { drawPlan } from './plan.ts'
import { makeRandom } from './random.ts'
import { type Shop, visit } from './visit.ts'
import { newVisitReport, type VisitReport } from './visit-report.ts'

export type Simulation = {
  minutes: number
  /** Shoppers per minute. */
  rate: number
  /** The same seed reproduces the same plans; the stock may differ. */
  seed: number
  /** Aborting stops new shoppers. */
  signal: AbortSignal
  onVisit: (report: VisitReport) => void
}

/** Maximum number of concurrent shoppers; further shoppers wait until another has finished. */
const MAX_CONCURRENT = 50

/** Starts shoppers until the time is over or the signal aborts; resolves when the last shopper has finished. */
export async function simulateShoppers(
  shop: Shop,
  { minutes, rate, seed, signal, onVisit }: Simulation,
): Promise<void> {
  const began = Date.now()
  const active = new Set<Promise<void>>()
  const random = makeRandom(seed)
  for (let number = 0; number < minutes * rate && !signal.aborted; number += 1) {
    const due = began + (number * MINUTE) / rate
    if (!(await pause(due - Date.now(), signal))) break
    while (active.size >= MAX_CONCURRENT) await Promise.race(active)
    const plan = drawPlan(makeRandom(random.integer(0, 2 ** 32 - 1)))
    const report = newVisitReport()
    const visiting = visit(shop, plan, report)
      .catch((error: unknown) => {
        report.error = describeFailure(error)
      })
      .finally(() => {
        active.delete(visiting)
        onVisit(report)
      })
    active.add(visiting)
  }
  await Promise.all(active)
}

/** Resolves with false if the signal aborts first. */
function pause(delay_ms: number, signal: AbortSignal): Promise<boolean> {
  return wait(Math.max(0, delay_ms), true, { signal }).catch(() => false)
}
