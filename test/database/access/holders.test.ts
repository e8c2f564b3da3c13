import { afterAll, beforeAll, expect, test } from 'vitest'
import { endTokens, forgetGenerations, tokenGenerationsOf } from '../../../src/access/tokens/generations.ts'
import type { Holder } from '../../../src/access/tokens/holder-token.ts'
import { newId } from '../../../src/db/new-id.ts'
import { transact } from '../../../src/db/transaction.ts'
import { eventually } from '../../support/app.ts'
import type { TestDatabase } from '../../support/database/cluster.ts'
import { testDatabase } from '../../support/database/database.ts'
import { newCipher, newTenant, type Office, openOffice, type Tenant } from '../../support/front-office.ts'

const DAY = 86_400_000
const cipher = newCipher()
let database: TestDatabase
let office: Office
let tenant: Tenant
let access_token: string
beforeAll(async () => {
  database = await testDatabase()
  office = await openOffice(database.db, cipher)
  tenant = await newTenant(database.db, 'demo')
  access_token = await office.token(tenant.store, 'implicit')
})
afterAll(async () => {
  await office.close()
  await database.close()
})

async function customerHolder(customer_id: string): Promise<Holder> {
  const token_generations = await tokenGenerationsOf(database.db, [customer_id])
  return { kind: 'customer', store_id: tenant.store_id, customer_id, token_generations }
}

const end = (id: string, now = Date.now()) => transact(database.db, (tx) => endTokens(tx, [id], now))

test('the caller is identified by the tokens beside the access token, and is anonymous without them', async () => {
  const [customer_id, account_id, account_member_id] = [newId(Date.now()), newId(Date.now()), newId(Date.now())]
  const customer = await office.access.issue(await customerHolder(customer_id))
  const account = await office.access.issue({
    kind: 'account',
    store_id: tenant.store_id,
    account_id,
    account_member_id,
    token_generations: {},
  })
  const headers = { 'x-customer-token': customer.token, 'x-account-token': account.token }
  expect(await office.access.authenticate(access_token, headers)).toMatchObject({
    role: 'shopper',
    customer_id,
    account_id,
    account_member_id,
  })
  const anonymous = { customer_id: null, account_id: null, account_member_id: null }
  expect(await office.access.authenticate(access_token, {})).toMatchObject(anonymous)
  const wrong = { 'x-customer-token': account.token }
  await expect(office.access.authenticate(access_token, wrong)).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('a token is valid for exactly one day in every process', async () => {
  const { token } = await office.access.issue(await customerHolder(newId(Date.now())))
  const later = await openOffice(database.db, cipher, office.now + DAY - 1000)
  const headers = { 'x-customer-token': token }
  const good = await later.token(tenant.store, 'implicit')
  expect((await later.access.authenticate(good, headers)).customer_id).not.toBeNull()
  later.now += 1000
  await expect(later.access.authenticate(good, headers)).rejects.toThrow('expired')
  const fresh = await openOffice(database.db, cipher, later.now)
  await expect(fresh.access.authenticate(good, headers)).rejects.toThrow('expired')
  await later.close()
  await fresh.close()
})

test('ending tokens revokes the earlier ones and no later ones, even after the generation is swept', async () => {
  const id = newId(Date.now())
  const headers = async () => ({ 'x-customer-token': (await office.access.issue(await customerHolder(id))).token })
  const expectRejected = (sent: Record<string, string>) =>
    eventually(
      () => office.access.authenticate(access_token, sent).then(() => 'taken', String),
      (response) => response.includes('is no longer valid'),
    )
  const first = await headers()
  await end(id)
  await expectRejected(first)
  const second = await headers()
  expect((await office.access.authenticate(access_token, second)).customer_id).toBe(id)
  expect(await forgetGenerations(database.db, Date.now())).toBe(0)
  expect(await forgetGenerations(database.db, Date.now() + 17 * DAY)).toBeGreaterThan(0)
  const third = await headers()
  await end(id)
  await expectRejected(second)
  await expectRejected(third)
})

test('rolling back the end of tokens revokes nothing', async () => {
  const id = newId(Date.now())
  const before = await tokenGenerationsOf(database.db, [id])
  const undone = transact(database.db, async (tx) => {
    await endTokens(tx, [id], Date.now())
    throw new Error('Not after all.')
  })
  await expect(undone).rejects.toThrow('Not after all.')
  expect(await tokenGenerationsOf(database.db, [id])).toEqual(before)
})
