import type { CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD } from '../../../test/support/people/people.ts'
import { BROWSER_TIMEOUT } from '../../../test/support/servers/browser.ts'
import { logIn, openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
}, BROWSER_TIMEOUT)
afterAll(() => stage.close())

/** Browsers bind no passkey to an IP address. */
const at = (address: string) => `${stage.app.origin.replace('127.0.0.1', 'localhost')}/dashboard${address}`

type Credential = Awaited<ReturnType<typeof credentialsOf>>[number]

async function credentialsOf(cdp: CDPSession, authenticatorId: string) {
  return (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials
}

const KIND = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true } as const

/** A virtual authenticator whose user is present and verified unless a test changes that. */
async function openAuthenticator(cdp: CDPSession) {
  const options = { ...KIND, isUserVerified: true, automaticPresenceSimulation: true }
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', { options })
  return {
    present: (enabled: boolean) => cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    verified: (isUserVerified: boolean) => cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    credentials: () => credentialsOf(cdp, authenticatorId),
    keep: (credential: Credential) => cdp.send('WebAuthn.addCredential', { authenticatorId, credential }),
    remove: () => cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }),
  }
}

const account = (page: Page) => page.getByRole('button', { name: /Account of/ })
const button = (page: Page) => page.getByRole('button', { name: 'Log in with a passkey' })

/** After the next log-in the page of one's own access is shown. */
const LOG_IN = '/login?next=/me'

async function logOut(page: Page): Promise<void> {
  await account(page).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  const ended = page.getByText('You have logged out.')
  await ended.waitFor()
  await page.evaluate((to) => history.pushState({}, '', to), at(LOG_IN))
  await ended.waitFor({ state: 'detached' })
}

async function addPasskey(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('textbox', { name: 'Your password' }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Work laptop')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('row', { name: /^Work laptop.*Never/ }).waitFor()
}

test('a person adds a passkey, logs in with it and deletes it, or sees why passkeys do not work', async () => {
  const { page, faults } = await stage.open(`${stage.app.origin}/dashboard/login`, { as: null })
  await button(page).hover()
  const reason = `Passkeys work only at ${new URL(at('')).origin}. Open Tidings there.`
  await page.getByRole('tooltip', { name: reason }).waitFor()
  expect(await button(page).getAttribute('aria-disabled')).toBe('true')

  await page.goto(at(LOG_IN))
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const authenticator = await openAuthenticator(cdp)
  await logIn(page, await stage.person(['viewer']))
  await addPasskey(page)
  const [early] = await authenticator.credentials()
  if (early === undefined) throw new Error('There is no passkey.')

  const shown = page.getByRole('row', { name: /^Work laptop/ })
  await authenticator.present(false)
  await logOut(page)
  await authenticator.verified(false)
  await authenticator.present(true)
  await button(page).click()
  await page.getByText('No passkey was used').waitFor()
  await authenticator.verified(true)
  // The browser's autofill prompt may already have been answered, which removes the button.
  await button(page).evaluateAll((there) => {
    for (const one of there) (one as HTMLElement).click()
  })
  await shown.waitFor()

  await authenticator.remove()
  const copy = await openAuthenticator(cdp)
  await copy.keep({ ...early, signCount: 0 })
  await logOut(page)
  // The virtual browser answers the autofill prompt at once, without showing its list.
  await page.getByText('as if there were a copy of it').waitFor()
  await copy.remove()
  const real = await openAuthenticator(cdp)
  await real.keep({ ...early, signCount: 100 })
  await button(page).click()
  await shown.waitFor()

  await page.getByRole('button', { name: 'Delete Work laptop' }).click()
  await page.getByRole('textbox', { name: 'Your password' }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText('None yet.').waitFor()
  expect(faults).toEqual([])
})
