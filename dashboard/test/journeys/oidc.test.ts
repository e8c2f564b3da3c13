import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandLine } from '../../../src/people/authority.ts'
import { createLink } from '../../../src/people/invitations/links.ts'
import { type App, openApp } from '../../../test/support/app.ts'
import { BROWSER_TIMEOUT } from '../../../test/support/servers/browser.ts'
import { openCertifiedProvider } from '../../../test/support/servers/certified-provider.ts'
import { axe, type OwnStage, openOwnStage } from '../support/stage.ts'

let stage: OwnStage
let provider: Awaited<ReturnType<typeof openCertifiedProvider>>
let app: App
beforeAll(async () => {
  stage = await openOwnStage()
  provider = await openCertifiedProvider()
  app = await openApp(stage.database, { parts: ['api'], env: settingsFor(provider.issuer) })
  provider.admit(`${app.origin}/v2/sessions/oidc/callback`)
}, BROWSER_TIMEOUT)
afterAll(async () => {
  await app.close()
  await provider.close()
  await stage.close()
})

function settingsFor(issuer: string): Record<string, string> {
  return {
    TIDINGS_OIDC_ISSUER: issuer,
    TIDINGS_OIDC_CLIENT_ID: 'tidings',
    TIDINGS_OIDC_CLIENT_SECRET: 'a secret of the client',
    TIDINGS_OIDC_ROLES: 'admins=owner',
    TIDINGS_PASSWORDS: 'false',
  }
}

const login = () => `${app.origin}/dashboard/login`
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
const begin = (page: Page) => page.getByRole('link', { name: 'Log in with your organization' }).click()

/** Fills in the provider's pages: the name, then the consent. */
async function answerProvider(page: Page, name = 'dora'): Promise<void> {
  await page.locator('input[name="login"]').fill(name)
  await page.locator('input[name="password"]').fill('any')
  await page.locator('button[type="submit"]').click()
  await page.locator('button[type="submit"]', { hasText: 'Continue' }).click()
}

test("a person logs in by the organization's provider, with the claimed role, and out of both", async () => {
  const { page, faults } = await stage.open(login(), { as: null })
  await heading(page, 'Log in to Tidings')
  await page.getByRole('link', { name: 'Log in with your organization' }).waitFor()
  expect(await page.locator('input').count()).toBe(0)
  expect(await axe(page)).toEqual([])
  expect(faults).toEqual([])
  await begin(page)
  await answerProvider(page)
  await page.getByRole('button', { name: 'Account of Dora' }).waitFor()
  await page.goto(`${app.origin}/dashboard/me`)
  await page.getByRole('table', { name: 'What you may do' }).getByText('Owner').waitFor()
  await page.getByRole('button', { name: 'Account of Dora' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.waitForURL(`${provider.issuer}/**`)
  await page.locator('button[type="submit"][value="yes"]').click()
  await heading(page, 'Log in to Tidings')
  // The provider requests the name again, because it has ended its own session.
  await begin(page)
  await page.locator('input[name="login"]').waitFor()
})

test('a cancelled or forged log-in at the provider shows the reason and can be restarted', async () => {
  const { page, faults } = await stage.open(login(), { as: null })
  await begin(page)
  await page.getByRole('link', { name: /cancel/i }).click()
  await page.getByText('You canceled the log-in at your organization.').waitFor()
  await page.getByRole('button', { name: /Copy the request id/ }).waitFor()
  expect(await axe(page)).toEqual([])
  await begin(page)
  await page.locator('input[name="login"]').waitFor()
  await page.goto(`${app.origin}/v2/sessions/oidc/callback?code=any&state=of-another&iss=${provider.issuer}`)
  await page.getByText('This log-in was started in another browser').waitFor()
  expect(page.url()).not.toContain('code=')
  await begin(page)
  await page.locator('input[name="login"]').waitFor()
  expect(faults.filter((fault) => fault.includes(app.origin))).toEqual([])
})

test("a logged-in person links the provider's log-in, which works from then on", async () => {
  const person = await stage.person(['viewer'])
  const { db, clock } = app.foundation
  const link = { person_id: person.id, purpose: 'enter', expires_in: 900, remove_second_factor: false } as const
  const deps = { db, clock, report: async () => {} }
  const { code } = await createLink(deps, commandLine(stage.tenant.organization_id), link)
  const { page, faults } = await stage.open(`${app.origin}/dashboard/enter#${code}`, { as: null, browser: 'linking' })
  await page.getByRole('button', { name: /Account of/ }).waitFor()
  await page.goto(`${app.origin}/dashboard/me`)
  await page.getByText('Not linked').waitFor()
  await page.getByRole('link', { name: 'Link your organization' }).click()
  await answerProvider(page, 'erik')
  await page.getByText('Linked', { exact: true }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/dashboard/me')
  expect(await axe(page)).toEqual([])
  expect(faults.filter((fault) => fault.includes(app.origin))).toEqual([])
})
