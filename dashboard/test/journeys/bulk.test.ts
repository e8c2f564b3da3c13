import { afterAll, beforeAll, expect, test } from 'vitest'
import { query } from '../../../src/db/database.ts'
import { eventually } from '../../../test/support/app.ts'
import { BROWSER_TIMEOUT } from '../../../test/support/servers/browser.ts'
import { openReceiver, type Receiver } from '../../../test/support/servers/receiver.ts'
import { newWebhook, publish } from '../support/deliveries.ts'
import { goTo, openStage, type Stage } from '../support/stage.ts'

/** Enough jobs that the run is paused before it ends. */
const JOBS = 300
const OTHERS = 5

let stage: Stage
let receiver: Receiver
let integration: string

beforeAll(async () => {
  stage = await openStage()
  receiver = await openReceiver()
  integration = await newWebhook(stage, receiver.url, { observes: ['order.*', 'cart.*'] })
  await publish(stage, OTHERS, 'cart.updated')
  await publish(stage, JOBS)
  const all = JOBS + OTHERS
  await eventually(
    () => countJobs('eq(status,succeeded)'),
    (count) => count === all,
  )
  // A failing endpoint is probed by one job at a time, so this many would take an hour to fail.
  await query(stage.app.foundation.db, `update jobs set status = 'failed' where integration_id = $1`, [integration])
  receiver.received.length = 0
}, BROWSER_TIMEOUT)

afterAll(async () => {
  await stage.close()
  await receiver.close()
})

async function countJobs(filter: string): Promise<number> {
  const { body } = await stage.tenant.seller.get(`/v2/integrations/${integration}/jobs?page[limit]=1&filter=${filter}`)
  return body.meta.results.total
}

test('a run retries all jobs that match a filter, and goes on without its page', async () => {
  const number = new Intl.NumberFormat('en-US').format(JOBS)
  const { page, faults } = await stage.open(`/integrations/${integration}/jobs?filter=like(triggered_by,order.*)`)
  await page.getByRole('radiogroup', { name: 'Outcome' }).getByText('Failed').click()
  await page.getByText(`${number} jobs`, { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Actions on many jobs' }).click()
  await page.getByRole('menuitem', { name: 'Retry all that match' }).click()
  const dialog = page.getByRole('dialog', { name: `Retry ${number} jobs?` })
  await dialog.getByText(/the integration is not ordered/).waitFor()
  await dialog.getByLabel('Jobs a second').fill('25')
  await dialog.getByText(/At most 25 jobs a second/).waitFor()
  await dialog.getByRole('button', { name: `Retry ${number} jobs` }).click()
  await page.getByRole('heading', { level: 1, name: 'Retry failed jobs of order.*' }).waitFor()
  const link = page.url()
  await page.close()

  const { page: again } = await stage.open(link)
  await again.getByRole('progressbar', { name: 'jobs' }).waitFor()
  await again.getByRole('button', { name: 'Pause' }).click()
  await again.getByRole('button', { name: 'Resume' }).waitFor()
  expect(await countJobs('eq(status,failed)')).toBeGreaterThan(OTHERS)
  await again.getByRole('button', { name: 'Resume' }).click()
  await again.getByRole('button', { name: 'Pause' }).waitFor()
  await again.getByText('Completed', { exact: true }).waitFor()
  await again.getByText(`${number} of ${number} jobs, 100%`).waitFor()
  await again.getByText(`${number} changed jobs`, { exact: true }).waitFor()
  await eventually(
    () => countJobs('eq(status,succeeded)'),
    (count) => count === JOBS,
  )
  expect(receiver.received.length).toBe(JOBS)
  expect(await countJobs('eq(status,failed)')).toBe(OTHERS)
  expect(faults).toEqual([])
})

test('selected jobs are cancelled or retried by id', async () => {
  const { page } = await stage.open(`/integrations/${integration}/jobs?filter=eq(triggered_by,cart.updated)`)
  const boxes = page.getByRole('checkbox', { name: 'Select this row' })
  await boxes.nth(0).check()
  await boxes.nth(2).check()
  await page.getByRole('button', { name: 'Retry 2 selected' }).click()
  await page.getByRole('dialog', { name: 'Retry 2 jobs?' }).getByRole('button', { name: 'Retry 2 jobs' }).click()
  await page.getByRole('heading', { level: 1, name: 'Retry 2 named jobs' }).waitFor()
  await page.getByText('Completed', { exact: true }).waitFor()
  await eventually(
    () => countJobs('eq(triggered_by,cart.updated):eq(status,succeeded)'),
    (count) => count === 2,
  )
  await goTo(page, stage.at('/integrations/runs'))
  await page.getByRole('link', { name: 'Retry 2 named jobs' }).waitFor()
})
