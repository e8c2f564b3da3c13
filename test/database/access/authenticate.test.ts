import { randomBytes } from 'node:crypto'
import { SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { revokeKey } from '../../../src/access/keys.ts'
import { query } from '../../../src/db/database.ts'
import { newId } from '../../../src/db/new-id.ts'
import type { TestDatabase } from '../../support/database/cluster.ts'
import { testDatabase } from '../../support/database/database.ts'
import { newCipher, newTenant, type Office, openOffice, type Tenant } from '../../support/front-office.ts'
import { startStopwatch } from '../../support/measures/stopwatch.ts'

const cipher = newCipher()
let database: TestDatabase
let office: Office
let tenant: Tenant
let other: Tenant
beforeAll(async () => {
  database = await testDatabase()
  office = await openOffice(database.db, cipher)
  tenant = await newTenant(database.db, 'demo')
  other = await newTenant(database.db, 'other')
})
afterAll(async () => {
  await office.close()
  await database.close()
})

function authenticate(token: string, headers: Record<string, string> = {}) {
  return office.access.authenticate(token, headers)
}

test('a token is valid for exactly one hour', async () => {
  const process = await openOffice(database.db, cipher)
  const token = await process.token(tenant.store)
  process.now += 3_599_000
  expect(await process.access.authenticate(token, {})).toMatchObject({ role: 'seller' })
  process.now += 1000
  await expect(process.access.authenticate(token, {})).rejects.toMatchObject({ code: 'unauthenticated' })
  const fresh = await openOffice(database.db, cipher, process.now)
  await expect(fresh.access.authenticate(token, {})).rejects.toThrow('expired')
  await process.close()
  await fresh.close()
})

test('a token of one process is valid in another, even if its signing key is newer than that process', async () => {
  const fresh = await testDatabase()
  const stranger = await newTenant(fresh.db, 'stranger')
  const [first, second] = [await openOffice(fresh.db, cipher), await openOffice(fresh.db, cipher)]
  const token = await first.token(stranger.store)
  const callers = await Promise.all([1, 2, 3].map(() => second.access.authenticate(token, {})))
  expect(callers.map((caller) => caller.key_id)).toEqual(Array(3).fill(stranger.store.id))
  await first.close()
  await second.close()
  await fresh.close()
})

test('rejects tokens that we did not sign', async () => {
  const good = await office.token(tenant.store)
  const [head = '', body = '', signature = ''] = good.split('.')
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
  const raised = Buffer.from(JSON.stringify({ ...claims, store: other.store_id })).toString('base64url')
  const kid = JSON.parse(Buffer.from(head, 'base64url').toString()).kid
  const forged = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', kid, typ: 'at+jwt' })
    .sign(randomBytes(32))
  const unsigned = new UnsecuredJWT(claims).encode()
  const bad = [
    '',
    'x',
    `${head}.${raised}.${signature}`,
    `${head}.${body}.`,
    `${good}x`,
    forged,
    unsigned,
    'x'.repeat(9999),
  ]
  for (const token of bad) await expect(authenticate(token)).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('unknown key ids are rejected after a single read for all of them', async () => {
  const forge = (kid: string) =>
    new SignJWT({ org: 'o', role: 'seller' })
      .setProtectedHeader({ alg: 'HS256', kid, typ: 'at+jwt' })
      .setSubject('k')
      .setExpirationTime('1h')
      .sign(randomBytes(32))
  const kids = [...Array(20)].map(() => newId(Date.now()))
  const tokens = await Promise.all(kids.map(forge))
  const execute = vi.spyOn(database.db, 'execute')
  const results = await Promise.allSettled(tokens.map((token) => authenticate(token)))
  const reads = execute.mock.calls.filter(([text]) => text.includes('from signing_keys'))
  execute.mockRestore()
  expect(results.every((result) => result.status === 'rejected')).toBe(true)
  // Requests that arrive during a read wait for the next read.
  expect(reads.length).toBeLessThan(3)
})

test('a revoked key stops working within 5 s in every process', async () => {
  const leaver = await newTenant(database.db, 'leaver')
  const token = await office.token(leaver.store)
  await authenticate(token)
  const revoked = startStopwatch()
  await revokeKey(database.db, leaver.store.id, office.now)
  await expect
    .poll(() =>
      authenticate(token).then(
        () => 'let in',
        () => 'refused',
      ),
    )
    .toBe('refused')
  expect(revoked.stop()).toBeLessThan(5000)
  await expect(authenticate(token)).rejects.toThrow('revoked')
  const late = await openOffice(database.db, cipher)
  await expect(late.access.authenticate(token, {})).rejects.toThrow('revoked')
  await late.close()
})

test('a store key acts on its own store only, with or without naming it', async () => {
  const token = await office.token(tenant.store)
  expect((await authenticate(token)).store_id).toBe(tenant.store_id)
  expect((await authenticate(token, { 'x-store-id': tenant.store_id.toUpperCase() })).store_id).toBe(tenant.store_id)
  for (const store_id of [other.store_id, 'no-uuid', ''])
    await expect(authenticate(token, { 'x-store-id': store_id })).rejects.toMatchObject({ code: 'not_found' })
})

test('an organization key acts on the organization, or on the store that the request names', async () => {
  const token = await office.token(tenant.organization)
  expect((await authenticate(token)).store_id).toBeNull()
  for (const name of ['x-store-id', 'ep-store-id'])
    expect(await authenticate(token, { [name]: tenant.store_id })).toMatchObject({
      organization_id: tenant.organization_id,
      store_id: tenant.store_id,
      role: 'seller',
    })
  for (const store_id of [other.store_id, newId(Date.now()), 'no-uuid'])
    await expect(authenticate(token, { 'x-store-id': store_id })).rejects.toMatchObject({ code: 'not_found' })
})

test('cached tokens and stores are checked without the database', async () => {
  const fresh = await testDatabase()
  const process = await openOffice(fresh.db, cipher)
  const stranger = await newTenant(fresh.db, 'stranger')
  const token = await process.token(stranger.organization)
  const headers = { 'x-store-id': stranger.store_id }
  const before = await process.access.authenticate(token, headers)
  await query(fresh.db, `alter table stores rename to stores_away`, [])
  await query(fresh.db, `alter table signing_keys rename to signing_keys_away`, [])
  expect(await process.access.authenticate(token, headers)).toEqual(before)
  await process.close()
  await fresh.close()
})
