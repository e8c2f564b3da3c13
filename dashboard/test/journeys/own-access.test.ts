import { readFile } from 'node:fs/promises'
import { TOTP, URI } from 'otpauth'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startStopwatch } from '../../../test/support/measures/stopwatch.ts'
import { PASSWORD } from '../../../test/support/people/people.ts'
import { BROWSER_TIMEOUT } from '../../../test/support/servers/browser.ts'
import { AXE_TIMEOUT_MS, expectAccessible } from '../support/accessible.ts'
import { axe, logIn, openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
}, BROWSER_TIMEOUT)
afterAll(() => stage.close())

const me = () => `${stage.app.origin}/dashboard/me`
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()

test('a second factor is set up with an app, required at login, and replaced once by a recovery code', async () => {
  const person = await stage.person(['viewer'])
  const { page, faults } = await stage.open(me(), { as: person })
  await page.getByRole('button', { name: 'Set up a second factor' }).click()
  await page.getByRole('textbox', { name: 'Your password' }).fill('something else')
  await page.getByRole('button', { name: 'Show the code' }).click()
  await page.getByText('The current password is missing or wrong.').waitFor()
  await page.getByRole('textbox', { name: 'Your password' }).fill(person.password)
  const [started] = await Promise.all([
    page.waitForResponse((response) => response.url().endsWith('/v2/me/second-factor')),
    page.getByRole('button', { name: 'Show the code' }).click(),
  ])
  const app = URI.parse((await started.json()).data.otpauth_url) as TOTP
  expect(app).toBeInstanceOf(TOTP)
  await page.getByRole('img', { name: 'QR code for your app' }).waitFor()
  await page.getByRole('button', { name: `Copy key for your app ${app.secret.base32}` }).waitFor()
  const wrong = app.generate({ timestamp: Date.now() - 600_000 })
  await page.getByRole('textbox', { name: 'Code' }).fill(wrong)
  await page.getByRole('button', { name: 'Turn it on' }).click()
  await page.getByText('The code is wrong').waitFor()
  await page.getByRole('textbox', { name: 'Code' }).fill(app.generate({ timestamp: Date.now() - 30_000 }))
  await page.getByRole('button', { name: 'Turn it on' }).click()
  const shown = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await shown.first().waitFor()
  const codes = await shown.allTextContents()
  expect(codes).toHaveLength(10)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(await readFile(await download.path(), 'utf8')).toContain(codes.join('\n'))
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await page.getByRole('button', { name: 'Turn second factor off' }).waitFor()
  const text = await page.content()
  for (const secret of [app.secret.base32, codes[0]]) expect(text).not.toContain(secret)

  const first = await firstStep(person, 'first')
  await first.page.getByRole('textbox', { name: 'Code' }).fill(app.generate())
  await first.page.getByRole('button', { name: 'Continue' }).click()
  await first.page.getByRole('button', { name: /Account of/ }).waitFor()
  const second = await firstStep(person, 'second')
  await second.page.getByRole('textbox', { name: 'Code' }).fill(codes[0] ?? '')
  await second.page.getByRole('button', { name: 'Continue' }).click()
  await second.page.getByRole('button', { name: /Account of/ }).waitFor()
  const third = await firstStep(person, 'third')
  await third.page.getByRole('textbox', { name: 'Code' }).fill(codes[0] ?? '')
  await third.page.getByRole('button', { name: 'Continue' }).click()
  await third.page.getByRole('alert').waitFor()
  expect(faults).toEqual([])

  await page.reload()
  await page.getByRole('button', { name: 'End all others' }).click()
  await page.getByRole('button', { name: 'End them' }).click()
  await endsSoon(second.page)
})

/** Processes accept the token for up to five seconds, and the page then needs a read. */
async function endsSoon(page: Page): Promise<void> {
  const ended = startStopwatch()
  await page.getByText('Your session has ended').waitFor()
  expect(ended.stop()).toBeLessThan(12_000)
}

async function firstStep({ email, password }: { email: string; password: string }, browser: string) {
  const visited = await stage.open(`${stage.app.origin}/dashboard/login`, { as: null, browser })
  await visited.page.getByLabel('E-mail').fill(email)
  await visited.page.getByRole('textbox', { name: 'Password' }).fill(password)
  await visited.page.getByRole('button', { name: 'Log in', exact: true }).click()
  await heading(visited.page, 'One more step')
  return visited
}

test('a form survives the end of its session, and is sent after a login in another tab', async () => {
  const person = await stage.person(['manager'])
  const { page } = await stage.open(stage.at('/taxes/classes/new'), { as: person })
  await page.getByLabel('Name').fill('Luxury')
  await page.getByLabel('Code').fill('luxury')
  await page.context().clearCookies()
  await page.route('**/v2/taxes/classes', (route) => route.fulfill({ status: 401, json: { errors: [] } }), { times: 1 })
  await page.getByRole('button', { name: 'Create tax class' }).click()
  const question = page.getByRole('dialog', { name: 'Your session has ended' })
  const [tab] = await Promise.all([
    page.waitForEvent('popup'),
    question.getByRole('link', { name: 'log in in another tab' }).click(),
  ])
  await tab.getByLabel('E-mail').fill(person.email)
  await tab.getByRole('textbox', { name: 'Password' }).fill(person.password)
  await tab.getByRole('button', { name: 'Log in', exact: true }).click()
  await tab.getByRole('button', { name: /Account of/ }).waitFor()
  await question.getByRole('button', { name: 'Stay' }).click()
  expect(await page.getByLabel('Name').inputValue()).toBe('Luxury')
  await page.getByRole('button', { name: 'Create tax class' }).click()
  await heading(page, 'Luxury')
})

test('tabs of one browser share the session, and a logout in one ends the others', async () => {
  const person = await stage.person(['viewer'])
  const { page } = await stage.open(me(), { as: person })
  await heading(page, 'Your access')
  const other = await page.context().newPage()
  await Promise.all([page.reload(), other.goto(me())])
  await Promise.all([heading(page, 'Your access'), heading(other, 'Your access')])
  await Promise.all([page.reload(), other.reload()])
  await Promise.all([heading(page, 'Your access'), heading(other, 'Your access')])
  await page.getByRole('button', { name: /Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.getByText('You have logged out.').waitFor()
  await other.getByText('You have logged out in another tab.').waitFor()
  await page.goto(me())
  await heading(page, 'Log in to Tidings')
})

test('a wrong current password is reported and counted once, and the new one ends other sessions', async () => {
  const person = await stage.person(['viewer'])
  const other = await stage.open(me(), { as: person, browser: 'another' })
  const { page } = await stage.open(`${me()}/password`, { as: person })
  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/v2/me/password')) sent += 1
  })
  await page.getByRole('textbox', { name: 'Current password' }).fill('something else')
  await page.getByRole('textbox', { name: 'New password' }).fill('a longer walk by the sea')
  await page.getByRole('button', { name: 'Change password' }).last().click()
  await page.getByText('The current password is missing or wrong.').waitFor()
  expect(sent).toBe(1)
  await page.getByRole('textbox', { name: 'Current password' }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Change password' }).last().click()
  await page.getByText('Your password was changed.').waitFor()
  await endsSoon(other.page)
  await page.reload()
  await heading(page, 'Your access')
})

test('the page shows the remaining wait after too many wrong passwords', async () => {
  const person = await stage.person(['viewer'])
  const { page } = await stage.open(`${stage.app.origin}/dashboard/login`, { as: null })
  await page.getByLabel('E-mail').fill(person.email)
  await page.getByRole('textbox', { name: 'Password' }).fill('not the password')
  const attempt = () =>
    Promise.all([
      page.waitForResponse((response) => response.url().endsWith('/v2/sessions')),
      page.getByRole('button', { name: 'Log in', exact: true }).click(),
    ])
  await attempt()
  await page.getByText('Unknown e-mail address or wrong password.').waitFor()
  for (let tries = 1; tries < 12; tries += 1) {
    const [response] = await attempt()
    if (response.status() === 429) break
  }
  await page.getByText('Too many attempts', { exact: true }).waitFor()
  await page.getByText(/Try again in \d+/).waitFor()
  expect(await axe(page)).toEqual([])
})

test(
  "pages of one's own access are accessible in both themes and on a phone",
  async () => {
    const { page, faults } = await stage.open(me())
    const dialogs = ['name', 'password', 'second-factor', 'passkeys/new'].map((part): [string, 'dialog'] => [
      `${me()}/${part}`,
      'dialog',
    ])
    await expectAccessible(page, [me(), ...dialogs])
    expect(faults).toEqual([])
  },
  AXE_TIMEOUT_MS,
)

test('a login returns to the requested page, but never to another site', async () => {
  const login = `${stage.app.origin}/dashboard/login?next=//evil.example.com/x`
  const { page } = await stage.open(login, { as: null })
  await logIn(page, stage.owner)
  expect(new URL(page.url()).origin).toBe(stage.app.origin)
})
