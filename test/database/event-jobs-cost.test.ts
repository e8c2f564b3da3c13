import { afterAll, beforeAll, expect, test } from 'vitest'
import { query } from '../../src/db/database.ts'
import { newId } from '../../src/db/new-id.ts'
import { explainEvent } from '../../src/deliveries/api/explain-event.ts'
import { ownedJobList } from '../../src/deliveries/api/job.ts'
import { logList } from '../../src/deliveries/api/log.ts'
import { listOwnedJobs, listStoreLogs } from '../../src/deliveries/api/read.ts'
import { selectEventJobs } from '../../src/deliveries/jobs/of-event.ts'
import { listEvents } from '../../src/events/read.ts'
import { eventList } from '../../src/events/resource.ts'
import { type ListQuery, parseListRequest } from '../../src/http/lists/lists.ts'
import { lowestIdAt } from '../../src/kernel/ids.ts'
import { type Counted, openCounted } from '../support/database/blocks.ts'
import type { TestDatabase } from '../support/database/cluster.ts'
import { testDatabase } from '../support/database/database.ts'

const DAY = 86_400_000
const FROM = Math.floor(Date.now() / DAY) * DAY
const EVENTS = 20_000
/** Owner of every second event. */
const owner = { organization_id: newId(FROM), store_id: newId(FROM) }
const integrations = Array.from({ length: 20 }, (_, index) =>
  lowestIdAt(FROM - DAY + index).replace('-0000-', '-7000-'),
)

let database: TestDatabase
let counted: Counted

const cipher = { open: () => Promise.reject(new Error('Nothing is sealed.')) as never }

/** Id of the nth row: one event every 20 ms, and its job a millisecond later. */
const ID = (row: string, after: number) =>
  `(lpad(to_hex($1::bigint + ${row} * 20 + ${after}), 12, '0') || '7' || lpad(to_hex(${row} % 4096), 3, '0') || '8' || substr(md5(${row}::text), 1, 15))::uuid`

beforeAll(async () => {
  database = await testDatabase()
  counted = openCounted(database.url)
  const { db } = database
  await query(db, `insert into organizations (id, name, created_at, updated_at) values ($1, 'Test', now(), now())`, [
    owner.organization_id,
  ])
  await query(
    db,
    `insert into integrations (id, organization_id, owner_id, integration_type, name, enabled, observes, configuration, revision, created_at, updated_at)
     select id, $2, $3, 'webhook', 'Test', true, '{order.paid}', '{}', 1, $4, $4 from unnest($1::uuid[]) as id`,
    [integrations, owner.organization_id, owner.store_id, new Date(FROM - DAY)],
  )
  await query(
    db,
    `insert into events (id, organization_id, owner_id, triggered_by, payload)
     select ${ID('row', 0)}, $2::uuid, case row % 2 when 0 then $3::uuid else $2::uuid end, 'order.paid',
            '{"data":{"type":"order","id":"' || row % 1000 || '"}}' from generate_series(1, ${EVENTS}) row`,
    [FROM, owner.organization_id, owner.store_id],
  )
  await query(
    db,
    `insert into jobs (id, event_id, integration_id, owner_id, triggered_by, status, updated_at, attempts)
     select ${ID('row', 1)}, ${ID('row', 0)}, ($3::uuid[])[1 + row / 2 % 20], $2::uuid, 'order.paid', 'succeeded', now(), 1
       from generate_series(2, ${EVENTS}, 2) row`,
    [FROM, owner.store_id, integrations],
  )
  await query(
    db,
    `insert into logs (id, job_id, integration_id, owner_id, attempt, succeeded, status_code, processing_time, request_headers)
     select id, id, integration_id, owner_id, 1, true, 200, 0.01, '{}' from jobs`,
    [],
  )
  await query(db, 'vacuum analyze integrations, events, jobs, logs', [])
})

afterAll(async () => {
  await counted.close()
  await database.close()
})

const admit = async () => {}

async function eventOf(row: number): Promise<string> {
  const [found] = await query<{ id: string }>(database.db, `select ${ID('$2::bigint', 0)} as id`, [FROM, row])
  return found?.id ?? ''
}

test('finds the job of an event in a few blocks for each integration, wherever the event is', async () => {
  for (const row of [2, 10_000, EVENTS - 20]) {
    const event_id = await eventOf(row)
    const { blocks, jobs } = await counted.counting(async () => ({
      jobs: await selectEventJobs(counted.db, owner, event_id),
    }))
    expect(jobs.map(({ integration_id }) => integration_id)).toEqual([integrations[(row / 2) % 20]])
    // The other integrations have 250 jobs in the ten seconds after the event, and 3,000 in the two minutes.
    expect(blocks, `event ${row}`).toBeLessThan(1_200)
  }
})

test('an explanation takes seven statements for any number of integrations', async () => {
  const event_id = await eventOf(10_000)
  let statements = 0
  const db = {
    ...counted.db,
    execute: (text: string, values: readonly unknown[]) => {
      statements += 1
      return counted.db.execute(text, values)
    },
  }
  await query(database.db, `update integrations set updated_at = now() where id = any($1)`, [integrations.slice(0, 5)])
  const { deliveries } = await explainEvent({ db, cipher }, owner, event_id, admit)
  expect(deliveries.map(({ outcome }) => outcome).filter((outcome) => outcome === 'delivered')).toHaveLength(1)
  expect(new Set(deliveries.map(({ no_job }) => no_job?.reason))).toEqual(new Set(['unknown', undefined]))
  expect(statements).toBe(7)
})

function page(query: ListQuery, list: typeof logList) {
  return parseListRequest({ 'page[limit]': 50, 'page[total_method]': 'observed', ...query }, list, 25)
}

test.each(['id', '-id'])('a page of the jobs of all integrations by %s reads few blocks for its rows', async (sort) => {
  const request = page({ sort, filter: `ge(created_at,${FROM + 1000})` }, ownedJobList)
  const { blocks, rows } = await counted.counting(() => listOwnedJobs(counted.db, owner, request))
  expect(rows).toHaveLength(50)
  expect(rows.map(({ id }) => id)).toEqual(
    rows.map(({ id }) => id).toSorted((a, b) => (a < b === (sort === 'id') ? -1 : 1)),
  )
  expect(blocks).toBeLessThan(1_500)
})

test('a filter by resources or events reads only its range of time', async () => {
  const range = `ge(created_at,${FROM + 200_000}):lt(created_at,${FROM + 220_000})`
  const filter = `${range}:eq(resource_id,"100")`
  const events = await counted.counting(() => listEvents(counted.db, owner, page({ filter }, eventList)))
  expect(events.rows).toHaveLength(1)
  expect(events.blocks).toBeLessThan(100)
  const logs = await counted.counting(() =>
    listStoreLogs(counted.db, owner, page({ filter: `${range}:eq(triggered_by,order.created)` }, logList), admit),
  )
  expect(logs.rows).toEqual([])
  // The job of each of the 500 logs is looked up.
  expect(logs.blocks).toBeLessThan(3_000)
})
