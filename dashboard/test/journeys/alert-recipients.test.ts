import { afterAll, beforeAll, expect, test } from 'vitest'
import { BROWSER_TIMEOUT } from '../../../test/support/servers/browser.ts'
import { type MailServer, openMailServer } from '../../../test/support/servers/smtp.ts'
import { axe, LOOKS, openOwnStage, type Stage } from '../support/stage.ts'

let stage: Stage
let mail: MailServer
beforeAll(async () => {
  mail = await openMailServer()
  stage = await openOwnStage({ env: { TIDINGS_SMTP_URL: mail.url } })
}, BROWSER_TIMEOUT)
afterAll(async () => {
  await stage.close()
  await mail.close()
})

test(
  'a recipient is unconfirmed until the button of the confirmation page is pressed',
  async () => {
    const { page } = await stage.open('/alerts/new')
    await page.getByLabel('Name').fill('By mail')
    await page.getByRole('combobox', { name: 'Recipients' }).fill('ops@example.com')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Create alert' }).click()
    const unconfirmed = page.getByRole('list', { name: 'Unconfirmed recipients' })
    await unconfirmed.getByText('ops@example.com').waitFor()
    await page.getByRole('button', { name: 'Send a test message' }).click()
    await page.getByText('No recipient has confirmed the address.').waitFor()
    expect(await axe(page)).toEqual([])
    const alert = page.url()

    await expect.poll(() => mail.mails, { timeout: 15_000 }).toHaveLength(1)
    const [link = ''] = /http\S+code=\S+/.exec(mail.mails[0]?.text ?? '') ?? []
    for (const look of LOOKS) {
      await page.emulateMedia({ colorScheme: look.colorScheme })
      await page.setViewportSize(look.viewport)
      await page.goto(link)
      await page.getByRole('heading', { level: 1, name: 'Confirm your e-mail address' }).waitFor()
      expect([look.name, await axe(page)]).toEqual([look.name, []])
      const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
      expect([look.name, isTooWide]).toEqual([look.name, false])
    }
    await page.getByRole('button', { name: 'I want these alerts' }).click()
    await page.getByRole('heading', { level: 1, name: 'Your address is confirmed' }).waitFor()
    await page.goto(alert)
    await page.getByText('No incidents').waitFor()
    expect(await unconfirmed.count()).toBe(0)
  },
  BROWSER_TIMEOUT,
)
