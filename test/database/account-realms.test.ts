import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { query } from '../../src/db/database.ts'
import { newId } from '../../src/db/new-id.ts'
import type { TestDatabase } from '../support/database/cluster.ts'
import { testDatabase } from '../support/database/database.ts'

const MIGRATION = new URL('../../migrations/0036-accounts-and-custom-apis.sql', import.meta.url)

/** Reverts the schema changes of the migration. */
const BEFORE = `
  alter table export_jobs drop column filter;
  drop table custom_api_removals, account_authentication_settings;
  alter table authentication_realms drop column origin, drop column redirect_uris;
  drop index account_members_email;
  create unique index account_members_email on account_members (owner_id, email);
  alter table custom_entries add constraint custom_entries_owner_id_custom_api_id_fkey
    foreign key (owner_id, custom_api_id) references custom_apis (owner_id, id);`

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

test('the migration gives stores their realms, and account members a user with the same id', async () => {
  const { db } = database
  const id = () => newId(Date.now())
  const [organization, store, realm, user, alone, linked] = [id(), id(), id(), id(), id(), id()]
  await query(db, BEFORE, [])
  await query(db, `insert into organizations (id, name, created_at, updated_at) values ($1, 'Marsh', now(), now())`, [
    organization,
  ])
  await query(
    db,
    `insert into stores (id, organization_id, name, scope, created_at, updated_at) values ($1, $2, 'Shop', 'shop', now(), now())`,
    [store, organization],
  )
  await query(
    db,
    `insert into authentication_realms (owner_id, id, version, updated_at, name, duplicate_email_policy)
     values ($1, $2, 1, now(), 'Own', 'unallowed')`,
    [store, realm],
  )
  await query(
    db,
    `insert into user_authentication_info (owner_id, id, version, updated_at, authentication_realm_id, name, email)
     values ($1, $2, 1, now(), $3, 'Eve', 'eve@example.com')`,
    [store, user, realm],
  )
  await query(
    db,
    `insert into account_members (owner_id, id, version, updated_at, name, email, user_authentication_info_id)
     values ($1, $2, 1, now(), 'Ada', 'ada@example.com', null), ($1, $3, 1, now(), 'Eve', 'eve@example.com', $4)`,
    [store, alone, linked, user],
  )
  await query(db, await readFile(MIGRATION, 'utf8'), [])
  const members = await query(
    db,
    `select m.id, m.user_authentication_info_id, u.name, u.email, u.unique_email, r.origin from account_members m
       join user_authentication_info u on u.owner_id = m.owner_id and u.id = m.id
       join authentication_realms r on r.owner_id = u.owner_id and r.id = u.authentication_realm_id order by m.email`,
    [],
  )
  const [ada, eve] = ['ada@example.com', 'eve@example.com']
  expect(members).toEqual([
    { id: alone, user_authentication_info_id: alone, name: 'Ada', email: ada, unique_email: ada, origin: 'account' },
    { id: linked, user_authentication_info_id: user, name: 'Eve', email: eve, unique_email: eve, origin: 'account' },
  ])
  const realms = await query(db, 'select origin from authentication_realms order by origin nulls first', [])
  expect(realms).toEqual([{ origin: null }, { origin: 'account' }, { origin: 'customer' }])
})
