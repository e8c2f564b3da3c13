import type { Page } from 'playwright-core'
import { medians } from './loading.ts'
import { type Cost, meterOf } from './meter.ts'
import { type DashboardStage, firstRow } from './stage.ts'

const EVENTS = 200

/** Median costs of interactions with a list: until the response, and from the response until it is rendered. */
export async function measureInteraction(stage: DashboardStage, rounds: number) {
  await publish(stage)
  const page = await stage.open()
  const sort = await measure(page, stage.at('/orders'), rounds, (round) => {
    // Ascending and then descending by each column, because repeated reads are cached.
    const [column, field] = SORTS[Math.floor(round / 2) % SORTS.length] ?? ['Total', 'with_tax']
    return {
      response: round % 2 === 0 ? `sort=${field}` : `sort=-${field}`,
      act: () => page.getByRole('columnheader', { name: column }).getByRole('button').click(),
      shown: () => firstRow(page),
    }
  })
  const filter = await measure(page, stage.at('/orders'), rounds, (round) => ({
    response: `ada.${round}`,
    act: async () => {
      const search = page.getByRole('searchbox', { name: 'Find by number or e-mail' })
      await search.fill(`ada.${round}`)
      await search.press('Enter')
    },
    shown: () => firstRow(page),
  }))
  const panel = await measure(page, stage.at('/events'), rounds, (round) => ({
    response: '/v2/events/',
    act: async () => {
      await page.keyboard.press('Escape')
      await page.locator(`[role=row][data-index="${round}"]`).getByRole('button').click()
    },
    shown: () => page.getByRole('heading', { name: 'Payload', exact: true }).waitFor(),
  }))
  await page.context().close()
  return { sort, filter, panel }
}

const SORTS = [
  ['Number', 'order_number'],
  ['Total', 'with_tax'],
  ['Status', 'status'],
  ['Payment', 'payment'],
] as const

type Interaction = {
  /** Text in the address of the request. */
  response: string
  act: () => Promise<void>
  shown: () => Promise<void>
}

/** Holds each response back until the page is idle. Excludes the first interaction, which also loads code. */
async function measure(page: Page, address: string, rounds: number, interact: (round: number) => Interaction) {
  await page.goto(address)
  await firstRow(page)
  await page.waitForLoadState('networkidle')
  const meter = await meterOf(page)
  const [before, after]: [Cost[], Cost[]] = [[], []]
  for (let round = 0; round <= rounds; round += 1) {
    const { response, act, shown } = interact(round)
    await meter.cost()
    const release = await hold(page, response, act)
    await isAtRest(page)
    before.push(await meter.cost())
    release()
    await shown()
    after.push(await meter.cost())
    await page.unrouteAll({ behavior: 'wait' })
  }
  return { until_response_ms: medians(before.slice(1)).task_ms, after_response_ms: medians(after.slice(1)).task_ms }
}

/** Acts, and returns once the response is there; the returned function releases it to the page. */
async function hold(page: Page, part: string, act: () => Promise<void>): Promise<() => void> {
  const [arrived, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const isHeld = (url: URL) => decodeURIComponent(url.href).includes(part)
  await page.route(isHeld, async (route) => {
    const response = await route.fetch()
    arrived.resolve()
    await released.promise
    await route.fulfill({ response })
  })
  await act()
  await arrived.promise
  return released.resolve
}

/** Two frames without work in between. */
function isAtRest(page: Page): Promise<void> {
  return page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestIdleCallback(() => resolve()))),
  )
}

async function publish({ tenant }: DashboardStage): Promise<void> {
  const events = Array.from({ length: EVENTS }, (_, number) => ({
    triggered_by: 'order.paid',
    payload: { data: { type: 'order', id: `order-${number}`, number } },
  }))
  const { status, body } = await tenant.seller.post('/v2/events', events)
  if (status !== 201) throw new Error(JSON.stringify(body))
}
