import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Settlement } from '../../../src/deliveries/settle.ts'
import { Settler } from '../../../src/deliveries/settler.ts'
import { newId } from '../../../src/kernel/ids.ts'
import type { TestDatabase } from '../../support/cluster.ts'
import { testDatabase } from '../../support/database.ts'
import { aDueJob } from '../../support/due-job.ts'

const ENDS = 300
const BODY = 65_536
/** Beyond the bound by the body that exceeds it. */
const MOST_CHARACTERS = 4_000_000 + BODY

let database: TestDatabase
beforeEach(async () => {
  database = await testDatabase()
})
afterEach(() => database.close())

/** The end of an attempt whose answer was as long as is read, and does not compress. */
function longAnswered(now: number): Settlement {
  const body = randomBytes(BODY).toString('latin1').replaceAll('\0', '?')
  const outcome = { succeeded: true, status_code: 200, processing_time: 0.1, error_detail: null, body_truncated: true }
  const headers = { request_headers: '{}', response_headers: '{}' }
  const log = {
    id: newId(now),
    kind: 'webhook' as const,
    started_at: now,
    answered: true,
    body,
    ...outcome,
    ...headers,
  }
  return { job: aDueJob({ id: newId(now) }), next: { status: 'succeeded' }, log }
}

test('ends of attempts with long answers are written a few at a time, so that no statement takes too long', async () => {
  const batches: (readonly Settlement[])[] = []
  const errors: unknown[] = []
  const settler = new Settler({
    db: database.db,
    clock: Date.now,
    worker_id: () => 1,
    onSettled: (batch) => batches.push(batch),
    onError: (error) => errors.push(error),
  })
  for (let end = 0; end < ENDS; end += 1) settler.add(longAnswered(Date.now()))
  await settler.flush(45_000)
  const charactersOf = (batch: readonly Settlement[]) =>
    batch.reduce((sum, { log }) => sum + (log?.body?.length ?? 0), 0)
  expect(Math.max(...batches.map(charactersOf))).toBeLessThanOrEqual(MOST_CHARACTERS)
  expect(errors).toEqual([])
  const logs = await database.db.selectFrom('logs').select('id').execute()
  expect(logs).toHaveLength(ENDS)
})
