import { afterAll, beforeAll, expect, test } from 'vitest'
import { query } from '../../../src/db/database.ts'
import { MINUTE } from '../../../src/kernel/duration.ts'
import { commandLine } from '../../../src/people/authority.ts'
import { ensureOwner } from '../../../src/people/create.ts'
import { createLink } from '../../../src/people/invitations/links.ts'
import { type App, type Client, openApp, openTenant, type Tenant } from '../../support/app.ts'
import type { TestDatabase } from '../../support/database/cluster.ts'
import { testDatabase } from '../../support/database/database.ts'
import { type Contract, type Promised, readContract } from '../../support/documents/contract.ts'
import { clientOf, logIn, openPerson, openSession, PASSWORD } from '../../support/people/people.ts'

let database: TestDatabase
let app: App
let contract: Contract
beforeAll(async () => {
  database = await testDatabase()
  app = await openApp(database, { parts: ['api'] })
  contract = await readContract(app.origin)
})
afterAll(async () => {
  await app.close()
  await database.close()
})

const OWNER = [{ role: 'owner', store_id: null }] as const
const NEXT_PASSWORD = 'quite another sentence'

/** Operations that change people without a proof, each with the reason. */
const UNPROVEN: Readonly<Record<string, string>> = {
  UpdateOwnName: 'A name lets no one in.',
  EndOtherSessions: 'Ends access, and gives none.',
  EndOwnSession: 'Ends access, and gives none.',
  ConfirmSecondFactor: 'Takes a code of the secret that only a proof has shown.',
  CreatePasskey: 'Takes the response to a challenge that only a proof has begun.',
  UpdatePasskey: 'A name lets no one in.',
  InvitePerson: 'Changes the way in of nobody; the entry of the audit log names who invited whom with which roles.',
  RevokeInvitation: 'Ends access, and gives none.',
  OpenInvitation: 'Reads.',
  AcceptInvitation: 'The code of the link is the proof.',
  UpdatePerson: 'Name and roles are no way in.',
  RemovePerson: 'Ends access, and gives none.',
  EndSessions: 'Ends access, and gives none.',
}

/** Members of bodies besides the proof. */
const BODIES: Readonly<Record<string, object>> = {
  UpdateOwnPassword: { password: NEXT_PASSWORD },
}

function changesOfPeople(): Promised[] {
  return contract.operations.filter(({ method, path }) => method !== 'GET' && /^\/v2\/(me|people)(\/|$)/.test(path))
}

test('every operation that changes how a person logs in requires a proof, or has a listed reason', async () => {
  const tenant = await openTenant(app)
  const member = await openPerson(app, tenant.organization, { email: 'ben@example.com', roles: OWNER })
  const person = await openPerson(app, tenant.organization, { email: 'ada@example.com', roles: OWNER })
  const withPassword = (await openSession(app, person)).client
  const withoutPassword = await openLinkedOwner(await openTenant(app))
  await query(database.db, 'update person_sessions set created_at = created_at - $1::interval', ['25 minutes'])
  const operations = changesOfPeople()
  const names = operations.map(({ operationId }) => operationId)
  expect(names).toEqual(expect.arrayContaining([...Object.keys(UNPROVEN), ...Object.keys(BODIES)]))
  for (const { operationId, method, path } of operations.filter((one) => !(one.operationId in UNPROVEN))) {
    const address = path.replace('{person_id}', member.id).replace(/\{\w+\}/, person.id)
    for (const [client, reason] of [
      [withPassword, 'The current password is missing or wrong'],
      [withoutPassword, 'log in again, and repeat this within 5 minutes'],
    ] as const) {
      const { status, body } = await client.call(method, address, { data: BODIES[operationId] ?? {} })
      expect([status, body.errors?.[0]?.detail], operationId).toEqual([401, expect.stringContaining(reason)])
    }
  }
})

test('a person without a password sets the first one only within 5 minutes of a log-in', async () => {
  const tenant = await openTenant(app)
  const client = await openLinkedOwner(tenant)
  const set = () => client.post('/v2/me/password', { data: { password: NEXT_PASSWORD } })
  const age = (by: number) =>
    query(
      database.db,
      `update person_sessions set created_at = created_at + $1 * interval '1 ms'
        where person_id in (select id from people where organization_id = $2)`,
      [by, tenant.organization_id],
    )
  await age(-6 * MINUTE)
  expect((await set()).status).toBe(401)
  const [person] = (await tenant.organization.get('/v2/people')).body.data
  expect((await logIn(app.origin, { email: person.email, password: NEXT_PASSWORD })).status).toBe(401)
  await age(6 * MINUTE)
  expect((await set()).status).toBe(200)
  expect((await logIn(app.origin, { email: person.email, password: NEXT_PASSWORD })).status).toBe(201)
})

test('an owner creates a password-reset link with its own password, and a key with its token', async () => {
  const { organization } = await openTenant(app)
  const owner = await openPerson(app, organization, { email: 'cai@example.com', roles: OWNER })
  const { client } = await openSession(app, owner)
  const reset = (by: Client, data: object) => by.post(`/v2/people/${owner.id}/password-resets`, { data })
  expect((await reset(client, { remove_second_factor: true })).status).toBe(401)
  expect((await reset(client, { password: PASSWORD })).status).toBe(201)
  expect((await reset(organization, {})).status).toBe(201)
})

/** First owner of an organization, without a password, admitted by a link. */
async function openLinkedOwner({ organization_id }: Tenant): Promise<Client> {
  const deps = { ...app.foundation, report: async () => {} }
  const email = `owner-${organization_id}@example.com`
  const by = commandLine(organization_id)
  const owner = await ensureOwner(deps, by, { email, name: 'Owner' })
  const link = { person_id: owner?.id ?? '', purpose: 'enter', expires_in: 900, remove_second_factor: false } as const
  const { code } = await createLink(deps, by, link)
  const begun = await logIn(app.origin, { code })
  return clientOf(app.origin, begun.body.data.access_token)
}
