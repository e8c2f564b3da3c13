import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, query } from '../../../src/db/database.ts'
import { newId } from '../../../src/db/new-id.ts'
import { partitionOf } from '../../../src/db/partitions/partition-names.ts'
import { type Settlement, settle } from '../../../src/deliveries/jobs/settle.ts'
import type { TestDatabase } from '../../support/database/cluster.ts'
import { testDatabase } from '../../support/database/database.ts'
import { aDueJob } from '../../support/targets/due-job.ts'

const ENDED = 3_000
const IN_FLIGHT = 2_000
const SETTLED = 250
const WORKER = 7

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

test('no plan for settling attempts is quadratic in a young partition', async () => {
  const { db } = database
  const now = Date.now()
  const ids = (count: number) => Array.from({ length: count }, () => newId(now))
  await insertJobs(db, ids(ENDED), { status: 'succeeded', worker_id: null })
  await query(db, `analyze ${partitionOf('jobs', now)}`, [])
  const in_flight = ids(IN_FLIGHT)
  await insertJobs(db, in_flight, { status: 'pending', worker_id: WORKER })

  const settled = in_flight.slice(0, SETTLED).map((id, index) => endOf(id, index, now))
  const { statements, recorder } = recording(db)
  await settle(recorder, settled, { worker_id: WORKER, now, pass: 'first' }).catch(() => {})
  expect(statements).toHaveLength(1)
  for (const statement of statements) {
    const touched = rowsOf(await worstPlan(db, statement))
    expect(touched).toBeGreaterThanOrEqual(SETTLED)
    expect(touched).toBeLessThan(3 * (ENDED + IN_FLIGHT))
  }
  const [pending] = await query<{ count: string }>(db, 'select count(*) from jobs where worker_id = $1', [WORKER])
  expect(Number(pending?.count)).toBe(IN_FLIGHT - SETTLED)
})

/** Every fifth attempt fails and is retried at a time of its own. */
function endOf(id: string, index: number, now: number): Settlement {
  const next =
    index % 5 === 0
      ? ({ status: 'pending', next_at: now + index, step: 1 } as const)
      : ({ status: 'succeeded' } as const)
  return { job: aDueJob({ id }), next, log: null }
}

async function insertJobs(db: Database, ids: readonly string[], state: { status: string; worker_id: number | null }) {
  const { status, worker_id } = state
  const columns = 'id, event_id, integration_id, owner_id, triggered_by, status, updated_at, worker_id, generation'
  const text = `insert into jobs (${columns}) select id, id, id, id, 'order.paid', $2, now(), $3, 1 from unnest($1::uuid[]) id`
  await query(db, text, [ids, status, worker_id])
}

type Statement = { text: string; values: readonly unknown[] }

/** Records statements instead of executing them. */
function recording(db: Database) {
  const statements: Statement[] = []
  const recorder: Database = {
    ...db,
    async execute(text, values) {
      statements.push({ text, values })
      return { command: '', rows: [] }
    },
  }
  return { statements, recorder }
}

/**
 * The worst plan that PostgreSQL can choose. Its real choice for few rows depends on the version and on the last
 * analyze; it has chosen a nested loop without an index.
 */
function worstPlan(db: Database, { text, values }: Statement): Promise<Plan | undefined> {
  return db.transaction(async (session) => {
    for (const way of ['hashjoin', 'mergejoin', 'indexscan', 'bitmapscan', 'memoize', 'material'])
      await query(session, `set local enable_${way} = off`, [])
    const explain = `explain (analyze, format json) ${text}`
    const [explained] = await query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(session, explain, values)
    return explained?.['QUERY PLAN'][0].Plan
  })
}

type Plan = { 'Actual Rows': number; 'Actual Loops': number; Plans?: Plan[] } & Record<
  `Rows Removed by ${string}`,
  number
>

/** Rows that all nodes of a plan read, including those filtered out. */
function rowsOf(plan: Plan | undefined): number {
  if (plan === undefined) return 0
  const removed = Object.entries(plan).flatMap(([name, value]) =>
    name.startsWith('Rows Removed by') ? [Number(value)] : [],
  )
  const own = (plan['Actual Rows'] + removed.reduce((sum, one) => sum + one, 0)) * plan['Actual Loops']
  return own + (plan.Plans ?? []).reduce((sum, one) => sum + rowsOf(one), 0)
}
