import { afterAll, beforeAll, expect, test } from 'vitest'
import { keyLimit } from '../../src/access/sql/keys.ts'
import { storeLimit } from '../../src/access/sql/stores.ts'
import { alerts } from '../../src/alerts/alert.ts'
import { query } from '../../src/db/database.ts'
import { newId } from '../../src/db/new-id.ts'
import type { RowLimit } from '../../src/db/row-limit.ts'
import { jobRunLimit } from '../../src/deliveries/job-runs/store.ts'
import { replayLimit } from '../../src/deliveries/replays/store.ts'
import { integrationLimit } from '../../src/integrations/store.ts'
import { ownTypeLimit } from '../../src/own-types/store.ts'
import { passkeyLimit } from '../../src/people/sql/passkeys.ts'
import { exportLimit } from '../../src/store/exports/sql/limit.ts'
import { limitOf } from '../../src/store/kit/limit.ts'
import { resources } from '../../src/store/resources.ts'
import type { TestDatabase } from '../support/database/cluster.ts'
import { testDatabase } from '../support/database/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  // A class in a zone has few of the rates of that zone.
  await database.db.transaction(async (tx) => {
    await query(tx, 'set local session_replication_role = replica', [])
    await query(
      tx,
      `insert into tax_rates (owner_id, id, version, updated_at, tax_class_id, tax_zone_id, name, code, rate, jurisdiction)
       select $1, gen_random_uuid(), 1, now(), md5('c' || n % 50)::uuid, md5('z' || n % 7)::uuid, 'n', 'n', 1, ''
         from generate_series(1, 10000) as n`,
      [newId(0)],
    )
  })
  await query(database.db, 'analyze tax_rates', [])
})
afterAll(() => database.close())

const limits: readonly RowLimit[] = [
  ...[...resources, alerts].flatMap((resource) => limitOf(resource) ?? []),
  ...[exportLimit, integrationLimit, jobRunLimit, keyLimit, ownTypeLimit, passkeyLimit, replayLimit, storeLimit],
]

type Plan = { 'Node Type': string; 'Index Cond'?: string; Filter?: string; Plans?: Plan[] }

test.each(limits)('an index-only scan decides whether $holder has the maximum of $things', async ({ rows, max }) => {
  await database.db.transaction(async (tx) => {
    // Forbids sequential scans, as the size of a real table would.
    await query(tx, 'set local enable_seqscan = off', [])
    await query(tx, 'set local enable_bitmapscan = off', [])
    const explain = `explain (generic_plan, format json) select from ${rows} offset ${max - 1} limit 1`
    const [row] = await query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(tx, explain, [])
    const scan = row?.['QUERY PLAN'][0].Plan.Plans?.[0]
    expect(scan?.['Node Type']).toMatch(/^Index (Only )?Scan$/)
    for (const parameter of rows.match(/\$\d/g) ?? []) expect(scan?.['Index Cond']).toContain(`= ${parameter}`)
    expect(scan).not.toHaveProperty('Filter')
  })
})
