import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTenant } from '../../../test/support/app.ts'
import { clientOf, openSession, PASSWORD } from '../../../test/support/people/people.ts'
import { BROWSER_TIMEOUT } from '../../../test/support/servers/browser.ts'
import { AXE_TIMEOUT_MS, expectAccessible } from '../support/accessible.ts'
import { axe, goTo, openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
}, BROWSER_TIMEOUT)
afterAll(() => stage.close())

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
const organization = (address: string) => `${stage.app.origin}/dashboard/o/${stage.tenant.organization_id}${address}`

test('an owner invites a person, who sees the organization, sets a password and is logged in', async () => {
  const { page, faults } = await stage.open(organization('/access/people'))
  await page.getByRole('button', { name: 'Invite a person' }).first().click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'E-mail' }).fill('cara@example.com')
  await page.getByRole('combobox', { name: 'Role 1', exact: true }).click()
  // An owner cannot give the role of an operator.
  await page.getByRole('option', { name: 'Operator' }).waitFor({ state: 'detached' })
  await page.getByRole('option', { name: 'Support' }).click()
  await page.getByText('Helps buyers').waitFor()
  await page.getByRole('button', { name: 'Create link' }).click()
  const link = (await page.locator('figure', { hasText: 'Link' }).locator('code').textContent()) ?? ''
  expect(link).toContain(`${stage.app.origin}/dashboard/invitation#`)
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('row', { name: /cara@example.com.*Support.*Open/ }).waitFor()
  expect(await page.content()).not.toContain(link.split('#')[1])

  await page.getByRole('link', { name: 'Organization' }).click()
  await page.getByRole('button', { name: 'Rename' }).click()
  const renaming = page.getByRole('dialog', { name: 'Rename the organization' })
  await renaming.getByRole('textbox', { name: 'Name' }).fill('Alder & Sons')
  await renaming.getByRole('button', { name: 'Rename' }).click()
  await renaming.waitFor({ state: 'detached' })
  await page.getByRole('heading', { level: 2, name: 'Alder & Sons' }).waitFor()

  const invited = await stage.open(link, { as: null })
  await heading(invited.page, 'Welcome to Tidings')
  expect(await axe(invited.page)).toEqual([])
  await invited.page.getByLabel('Your name').fill('Cara Holm')
  await invited.page.getByRole('textbox', { name: 'New password' }).fill('short')
  await invited.page.getByRole('button', { name: 'Accept the invitation' }).click()
  await invited.page
    .getByText(/at least 12 characters/i)
    .last()
    .waitFor()
  await invited.page.getByRole('textbox', { name: 'New password' }).fill(PASSWORD)
  await invited.page.getByRole('button', { name: 'Accept the invitation' }).click()
  await invited.page.getByRole('button', { name: 'Account of Cara Holm' }).waitFor()
  expect(invited.page.url()).not.toContain('#')
  await invited.page.goto(link)
  await invited.page.getByText('It was used, revoked or replaced').waitFor()
  expect([...faults, ...invited.faults]).toEqual([])
})

test('a viewer reads everything, and every button for changes is disabled with its permission', async () => {
  const viewer = await stage.person(['viewer'])
  const { page } = await stage.open('/taxes/rates', { as: viewer })
  const create = page.getByRole('button', { name: 'New tax rate' }).first()
  await create.waitFor()
  expect(await create.getAttribute('aria-disabled')).toBe('true')
  await create.focus()
  await page.getByRole('tooltip', { name: /settings:write/ }).waitFor()
  await goTo(page, stage.at('/integrations'))
  const other = page.getByRole('button', { name: 'New integration' }).first()
  expect(await other.getAttribute('aria-disabled')).toBe('true')
  for (const name of ['People', 'Keys', 'Audit log']) expect(await page.getByRole('link', { name }).count()).toBe(0)
  await goTo(page, stage.at('/access/audit'))
  await page.getByText('You do not have access').waitFor()

  const { client } = await openSession(stage.app, viewer)
  const headers = { 'x-store-id': stage.tenant.store_id }
  const refused = await client.post('/v2/taxes/classes', { data: { type: 'tax_class', name: 'A', code: 'a' } }, headers)
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([403, expect.stringContaining('settings:write')])
  const foreign = await openTenant(stage.app)
  expect((await client.call('GET', '/v2/settings', undefined, { 'x-store-id': foreign.store_id })).status).toBe(404)
  await page.goto(`${stage.app.origin}/dashboard/s/${foreign.store_id}`)
  await heading(page, 'Store not found')
})

test('removing a person lists the consequences, and ends an open tab with a message', async () => {
  const person = await stage.person(['owner'])
  const { client } = await openSession(stage.app, person)
  const made = { data: { type: 'key', name: 'Nightly report' } }
  const key = (await client.post('/v2/keys', made)).body.data
  const open = await stage.open('/integrations', { as: person })
  await heading(open.page, 'Integrations')
  const { page, faults } = await stage.open(organization(`/access/people/${person.id}`))
  await heading(page, 'Ada Marsh')
  await page
    .getByRole('row', { name: /Chrome/ })
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Remove' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('All sessions end').waitFor()
  await dialog.getByText('keep working: Nightly report').waitFor()
  await dialog.getByRole('checkbox', { name: 'Revoke the key of this person, too' }).check()
  await dialog.getByRole('button', { name: 'Remove person' }).click()
  await heading(page, 'People')
  await open.page.getByText('Your session has ended').waitFor()
  expect((await stage.tenant.organization.get(`/v2/keys/${key.id}`)).body.data.revoked_at).not.toBeNull()
  expect(faults).toEqual([])
})

test('revoking a role lists the keys with more permissions, and revokes them', async () => {
  const person = await stage.person(['owner'])
  const { client } = await openSession(stage.app, person)
  const make = async (name: string, permissions: string[] | null) =>
    (await client.post('/v2/keys', { data: { type: 'key', name, permissions } })).body.data.id as string
  const [fits, beyond] = [await make('Reader', ['orders:read']), await make('Nightly report', null)]
  const { page, faults } = await stage.open(organization(`/access/people/${person.id}/edit`))
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Role 1', exact: true }).click()
  await page.getByRole('option', { name: 'Viewer' }).click()
  await dialog.getByText('keep working: Nightly report.').waitFor()
  await dialog
    .getByRole('checkbox', { name: 'Revoke the key of this person with more permissions than these roles' })
    .check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  const revokedAt = async (id: string) => (await stage.tenant.organization.get(`/v2/keys/${id}`)).body.data.revoked_at
  expect([await revokedAt(fits), await revokedAt(beyond)]).toEqual([null, expect.any(String)])
  expect(faults).toEqual([])
})

test('a link resets a password once', async () => {
  const person = await stage.person(['viewer'])
  const { page } = await stage.open(organization(`/access/people/${person.id}/password-reset`))
  await page.getByRole('textbox', { name: 'Your password' }).fill(stage.owner.password)
  await page.getByRole('button', { name: 'Create link' }).click()
  const link = (await page.locator('figure', { hasText: 'Link' }).locator('code').textContent()) ?? ''
  const reset = await stage.open(link, { as: null })
  await reset.page.getByRole('textbox', { name: 'New password' }).fill('a longer walk by the sea')
  await reset.page.getByRole('button', { name: 'Set password and log in' }).click()
  await reset.page.getByRole('button', { name: /Account of/ }).waitFor()
  const { client } = await openSession(stage.app, { ...person, password: 'a longer walk by the sea' })
  expect((await clientOf(stage.app.origin, client.token ?? '').get('/v2/sessions/current')).status).toBeLessThan(402)
})

const dialog = (address: string): [string, 'dialog'] => [organization(address), 'dialog']

test(
  'the pages of people and stores are accessible in both themes and on a phone',
  async () => {
    const { page, faults } = await stage.open(organization('/access/people'))
    const addresses = [
      '/access/people',
      '/access/people/invitations',
      `/access/people/${stage.owner.id}`,
      '/access/organization',
      '/access/stores',
    ]
    await expectAccessible(page, addresses.map(organization))
    expect(faults).toEqual([])
  },
  AXE_TIMEOUT_MS,
)

test(
  'the dialogs about people and stores are accessible in both themes and on a phone',
  async () => {
    const { page, faults } = await stage.open(organization('/access/people'))
    const person = `/access/people/${stage.owner.id}`
    const addresses = ['/access/people/new', `${person}/edit`, `${person}/remove`, '/access/stores/new']
    await expectAccessible(page, addresses.map(dialog))
    expect(faults).toEqual([])
  },
  AXE_TIMEOUT_MS,
)
