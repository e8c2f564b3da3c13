import type { Page } from 'playwright-core'
import { median } from '../quantile.ts'
import { type Cost, meterOf } from './meter.ts'
import { type DashboardStage, firstRow, logIn } from './stage.ts'

/** Median costs of the first rows of a list, measured from the navigation. */
export async function measureLoading(stage: DashboardStage, rounds: number) {
  const [cold, warm, login]: [Cost[], Cost[], Cost[]] = [[], [], []]
  for (let round = 0; round < rounds; round += 1) {
    const page = await stage.open()
    cold.push(await costOf(page, () => firstRows(page, stage.at('/orders'))))
    // The second visit caches compiled scripts in the browser.
    await firstRows(page, stage.at('/orders'))
    await page.goto(`${stage.app.origin}/dashboard/icon.svg`)
    warm.push(await costOf(page, () => firstRows(page, stage.at('/orders'))))
    await page.context().close()
    const other = await stage.empty()
    login.push(await costOf(other, () => logInTo(other, stage)))
    await other.context().close()
  }
  return { cold: medians(cold), warm: medians(warm), login: medians(login) }
}

async function costOf(page: Page, work: () => Promise<void>): Promise<Cost> {
  const meter = await meterOf(page)
  await work()
  const cost = await meter.cost()
  await meter.protocol.detach()
  return cost
}

async function firstRows(page: Page, address: string): Promise<void> {
  await page.goto(address, { waitUntil: 'commit' })
  await firstRow(page)
}

/** Logs in on the page to which the address redirects, and waits for the list. */
async function logInTo(page: Page, stage: DashboardStage): Promise<void> {
  await page.goto(stage.at('/integrations'), { waitUntil: 'commit' })
  await logIn(page, stage.owner)
}

export function medians(costs: readonly Cost[]): Cost {
  const of = (name: keyof Cost) => Math.round(median(costs.map((cost) => cost[name])))
  return { script_ms: of('script_ms'), task_ms: of('task_ms') }
}
