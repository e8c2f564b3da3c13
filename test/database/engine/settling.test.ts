import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Database, query } from '../../../src/db/database.ts'
import { newId } from '../../../src/db/new-id.ts'
import { openDatabase } from '../../../src/db/pool.ts'
import type { Rows } from '../../../src/db/rows.ts'
import { type Settlement, settle } from '../../../src/deliveries/jobs/settle.ts'
import { noDeliveryTelemetry } from '../../../src/deliveries/telemetry.ts'
import { Settler } from '../../../src/deliveries/worker/settler.ts'
import { type StorableText, storable, storableJson } from '../../../src/kernel/text/storable.ts'
import { eventually } from '../../support/app.ts'
import type { TestDatabase } from '../../support/database/cluster.ts'
import { testDatabase } from '../../support/database/database.ts'
import { openWire } from '../../support/servers/wire.ts'
import { aDueJob } from '../../support/targets/due-job.ts'

const ENDS = 300
const BODY = 65_536
/** Limit, plus the body that exceeds it. */
const MAX_CHARACTERS = 4_000_000 + BODY

let database: TestDatabase
beforeEach(async () => {
  database = await testDatabase()
})
afterEach(() => database.close())

function anEnd(now: number): Settlement {
  return { job: aDueJob({ id: newId(now) }), next: { status: 'succeeded' }, log: null }
}

function settlerOn(db: Database) {
  const batches: (readonly Settlement[])[] = []
  const errors: unknown[] = []
  const refused: number[] = []
  const options = {
    db,
    clock: Date.now,
    telemetry: { ...noDeliveryTelemetry, settlementsRejected: (settlements: number) => refused.push(settlements) },
    onError: (_: string, error: unknown) => errors.push(error),
  }
  const settler = new Settler(options, { worker_id: 1 }, (batch) => batches.push(batch))
  return { settler, batches, errors, refused }
}

/** Settlement of an attempt with an incompressible response of the maximum length read. */
function longAnswered(now: number): Settlement {
  const body = storable(randomBytes(BODY).toString('latin1'), BODY)
  const outcome = {
    succeeded: true,
    status_code: 200,
    processing_time: 0.1,
    error_detail: null,
    no_response_reason: null,
    body_truncated: true,
  }
  const headers = { request_headers: storableJson({}), response_headers: storableJson({}) }
  const log = {
    id: newId(now),
    kind: 'webhook' as const,
    started_at: now,
    attempted: true,
    responded: true,
    body,
    ...outcome,
    ...headers,
  }
  return { ...anEnd(now), log }
}

test('settles attempts with long responses a few at a time, so that no statement takes too long', async () => {
  const { settler, batches, errors } = settlerOn(database.db)
  for (let end = 0; end < ENDS; end += 1) settler.add(longAnswered(Date.now()))
  await settler.drain(45_000)
  const charactersOf = (batch: readonly Settlement[]) =>
    batch.reduce((sum, { log }) => sum + (log?.body?.length ?? 0), 0)
  expect(Math.max(...batches.map(charactersOf))).toBeLessThanOrEqual(MAX_CHARACTERS)
  expect(errors).toEqual([])
  const logs = await query(database.db, 'select id from logs', [])
  expect(logs).toHaveLength(ENDS)
})

const NONE = storableJson({})
const ODD = storableJson({ a: '\u001e' })

test.for([[null], [null, null], [null, ODD, null], [NONE, null], []])(
  'each log keeps the response headers, and none without a response: %j',
  async (given) => {
    const ends = given.map((response_headers) => {
      const { log, ...end } = longAnswered(Date.now())
      return { ...end, log: log && { ...log, response_headers } }
    })
    await settle(database.db, ends, { worker_id: 1, now: Date.now(), pass: 'first' })
    const logs = await query<Pick<Rows['logs'], 'id' | 'response_headers'>>(
      database.db,
      'select id, response_headers from logs',
      [],
    )
    const headersById = new Map(logs.map(({ id, response_headers }) => [id, response_headers]))
    expect(ends.map(({ log }) => headersById.get(log?.id ?? ''))).toEqual(given)
  },
)

test('isBehind() holds from a slow or failing write until the outcome is written', async () => {
  const wire = await openWire(database.url)
  const through_wire = openDatabase({ url: wire.url, connections: 2, onError: () => {} })
  try {
    const { settler, errors } = settlerOn(through_wire)
    const { reached, letGo } = wire.hold('with new_logs')
    settler.add(anEnd(Date.now()))
    await reached
    await eventually(
      async () => settler.isBehind(),
      (behind) => behind,
    )
    letGo()
    await settler.drain(5_000)
    expect(settler.isBehind()).toBe(false)

    wire.cut()
    settler.add(anEnd(Date.now()))
    await eventually(
      async () => errors.length,
      (count) => count === 1,
    )
    expect(settler.isBehind()).toBe(true)
    wire.mend()
    await settler.drain(5_000)
    expect(settler.isBehind()).toBe(false)
  } finally {
    await through_wire.close()
    await wire.close()
  }
})

/** Settlement of a sender that forgot to make its text storable. */
function unstorable(now: number): Settlement {
  const end = longAnswered(now)
  const text = 'a\0b' as StorableText
  return { ...end, log: end.log && { ...end.log, succeeded: false, error_detail: text, body: text } }
}

test('writes a log that the database rejects without its texts, and the rest of its batch whole', async () => {
  const { settler, errors, refused } = settlerOn(database.db)
  const ends = Array.from({ length: 100 }, (_, index) =>
    [17, 18, 99].includes(index) ? unstorable(Date.now()) : longAnswered(Date.now()),
  )
  for (const end of ends) settler.add(end)
  await settler.drain(45_000)
  expect(settler.isBehind()).toBe(false)
  expect(refused.reduce((sum, count) => sum + count, 0)).toBe(3)
  expect(errors).not.toEqual([])
  const logs = await query<Pick<Rows['logs'], 'id' | 'body' | 'error_detail' | 'succeeded'>>(
    database.db,
    'select id, body, error_detail, succeeded from logs',
    [],
  )
  const found = new Map(logs.map((log) => [log.id, log]))
  for (const [index, { log }] of ends.entries()) {
    const { body, error_detail, succeeded } = found.get(log?.id ?? '') ?? {}
    if ([17, 18, 99].includes(index)) {
      expect({ body, succeeded }).toEqual({ body: null, succeeded: false })
      expect(error_detail).toContain('the database rejected')
    } else expect(body).toBe(log?.body)
  }
})

test('drops a settlement that the database rejects even without texts, and writes the others', async () => {
  const { settler } = settlerOn(database.db)
  const { log, ...end } = longAnswered(Date.now())
  settler.add({ ...end, log: log && { ...log, status_code: 70_000 } })
  const valid = longAnswered(Date.now())
  settler.add(valid)
  await settler.drain(45_000)
  expect(await query(database.db, 'select id from logs', [])).toEqual([{ id: valid.log?.id }])
  expect(settler.pending()).toBe(0)
})

test('a settler that gives up draining writes nothing more', async () => {
  const { db } = database
  const refusing: Database = { ...db, execute: () => Promise.reject(new Error('no connection')) }
  const { settler, errors } = settlerOn(refusing)
  settler.add(anEnd(Date.now()))
  await expect(settler.drain(100)).rejects.toThrow('1 settlements are not written.')
  const tries = errors.length
  await settler.drain(1_000)
  expect(errors).toHaveLength(tries)
  expect(settler.pending()).toBe(1)
})
