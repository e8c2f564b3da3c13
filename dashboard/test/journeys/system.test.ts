import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PersonOf } from '../../../test/support/people/people.ts'
import { BROWSER_TIMEOUT } from '../../../test/support/servers/browser.ts'
import { openOperatorPerson } from '../support/operator.ts'
import { axeInAllLooks, goTo, type OwnStage, openOwnStage } from '../support/stage.ts'

let stage: OwnStage
let operator: PersonOf
beforeAll(async () => {
  // An unreachable broker, without which deliveries go on.
  stage = await openOwnStage({ env: { TRANSPORT_URL: 'amqp://guest:guest@127.0.0.1:9' } })
  operator = await openOperatorPerson(stage)
}, BROWSER_TIMEOUT)
afterAll(() => stage.close())

const system = (part: string) => `${stage.app.origin}/dashboard/system/${part}`

test('an operator sees the state of the deployment with its settings, and no store names', async () => {
  const { page, faults } = await stage.open(system('overview'), { as: operator })
  const stores: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.url().includes('/v2/')) stores.push(request.headers()['x-store-id'])
  })
  await page.getByText('All well').waitFor()
  await page.getByText('1 worker is alive').waitFor()
  await page.getByText('TIDINGS_BACKLOG_LIMIT').waitFor()
  await page.getByRole('tab', { name: 'Workers' }).click()
  await page.getByRole('table', { name: 'Workers' }).getByText('Alive').waitFor()
  await page.getByRole('tab', { name: 'Database' }).click()
  await page.getByText('TIDINGS_RETENTION_DAYS').waitFor()
  const today = new Date().toISOString().slice(0, 10)
  await page.getByRole('table', { name: 'events' }).getByRole('cell', { name: today }).waitFor()
  await page.getByRole('tab', { name: 'Broker' }).click()
  await page.getByText('RabbitMQ is down').waitFor()
  await page.getByText('TRANSPORT_URL').waitFor()
  expect(stores.length).toBeGreaterThan(4)
  expect(stores.filter((store) => store !== undefined)).toEqual([])
  expect(faults).toEqual([])
})

test('an operator creates an organization, and others see the required permission', async () => {
  const { page, faults } = await stage.open(system('stores'), { as: operator })
  await page.getByRole('table', { name: 'organizations' }).getByText('Test organization').waitFor()
  await page.getByRole('button', { name: 'New organization' }).click()
  const dialog = page.getByRole('dialog', { name: 'New organization' })
  await dialog.getByLabel('Name').fill('Acme')
  await dialog.getByRole('button', { name: 'Create organization' }).click()
  await page.getByRole('table', { name: 'organizations' }).getByText('Acme').waitFor()
  expect(faults).toEqual([])

  const owner = await stage.open(system('overview'))
  await owner.page.getByText(/needs the permission deployment:read.*tidings people invite --role operator/).waitFor()
  expect(await owner.page.getByRole('link', { name: 'System' }).count()).toBe(0)
})

test('the system pages are accessible in light, in dark and on a phone', async () => {
  const { page } = await stage.open(system('overview'), { as: operator })
  for (const part of ['overview', 'workers', 'stores', 'database', 'broker']) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await goTo(page, system(part))
    await page.getByRole('heading', { level: 2 }).first().waitFor()
    expect(await axeInAllLooks(page), part).toEqual([])
  }
})
