import { afterAll, beforeAll, expect, test } from 'vitest'
import { BROWSER_TIMEOUT } from '../../../test/support/servers/browser.ts'
import { axe, logIn, openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
}, BROWSER_TIMEOUT)
afterAll(() => stage.close())

test('who is not logged in is asked to, and comes to the page that was asked for', async () => {
  const { page, faults } = await stage.open('/integrations?sort=-name', { as: null })
  await page.getByRole('heading', { level: 1, name: 'Log in to Tidings' }).waitFor()
  await logIn(page, stage.owner)
  await page.getByRole('heading', { level: 1, name: 'Integrations' }).waitFor()
  expect(page.url()).toBe(stage.at('/integrations?sort=-name'))
  expect(faults).toEqual([])
  await page.context().close()
})

test('pages of people are accessible in both themes and on a phone', async () => {
  for (const context of [{}, { colorScheme: 'dark' }, { viewport: { width: 360, height: 740 } }] as const) {
    const { page } = await stage.open('/integrations', context)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await axe(page)).toEqual([])
    await page.context().close()
  }
})
