import { afterEach, beforeEach, expect, test } from 'vitest'
import { query } from '../../../src/db/database.ts'
import { cancelPending } from '../../../src/deliveries/jobs/cancel.ts'
import { eventually } from '../../support/app.ts'
import type { TestDatabase } from '../../support/database/cluster.ts'
import { holdTransaction } from '../../support/engine/held-transaction.ts'
import { openPair, type Pair, READS_REVISION } from '../../support/engine/pair.ts'
import { allOver, jobsIn, newOwner, type Process } from '../../support/engine/process.ts'
import { startStopwatch } from '../../support/measures/stopwatch.ts'
import type { Receiver } from '../../support/servers/receiver.ts'
import type { Wire } from '../../support/servers/wire.ts'

const KEY = 'order.paid'
/** A long delay, because a leftover retry is cancelled only when due, which never happens in these tests. */
const RETRY_SCHEDULE = '3600'
/** Workers look for leftover jobs again twelve seconds after a disabling. */
const BEFORE_THE_NEXT_LOOK_MS = 10_000
const READS_CHANGES = 'from integrations where revision >'

let pair: Pair
let database: TestDatabase
let wire: Wire
let receiver: Receiver
let publisher: Process
let worker: Process
beforeEach(async () => {
  pair = await openPair({ env: { TIDINGS_RETRY_SCHEDULE: RETRY_SCHEDULE } })
  ;({ database, wire, receiver, publisher, worker } = pair)
})
afterEach(() => pair.close())

function revisionOf({ app }: Process): number {
  return app.outbox.snapshot.revision()
}

function known(revision: number) {
  return eventually(
    async () => revisionOf(worker),
    (now) => now >= revision,
  )
}

async function answerFirstWith500(): Promise<{ arrived: Promise<void>; answer: () => void }> {
  const arrived = Promise.withResolvers<void>()
  const mayAnswer = Promise.withResolvers<void>()
  receiver.answer = async (response, { body }) => {
    arrived.resolve()
    await mayAnswer.promise
    response.statusCode = body.attempt === 1 ? 500 : 200
    response.end()
  }
  return { arrived: arrived.promise, answer: mayAnswer.resolve }
}

test('a worker that reads a short disabling late does not cancel events published after it', async () => {
  const owner = await newOwner(publisher)
  const { id, revision } = await publisher.create(owner, receiver.url, [KEY])
  await known(revision)
  const changes = wire.hold(READS_CHANGES)
  const disabled = await publisher.update(owner, id, { enabled: false })
  await changes.reached
  const enabled = await publisher.update(owner, id, { enabled: true })
  const next = wire.hold(READS_REVISION)
  const { answer } = await answerFirstWith500()
  const [event_id] = await publisher.publish(owner, KEY)
  await eventually(
    () => jobsIn(database, id),
    ([job]) => job?.status === 'delivering',
  )
  changes.letGo()
  await known(disabled.revision)
  answer()
  await eventually(
    () => jobsIn(database, id),
    ([job]) => job?.status !== 'delivering' || receiver.received.length === 0,
  )
  next.letGo()
  await known(enabled.revision)
  await eventually(
    () => jobsIn(database, id),
    ([job]) => job?.status !== 'delivering',
  )
  await query(database.db, `update jobs set next_at = now() where status = 'pending'`, [])
  expect(await allOver(database, id)).toMatchObject([{ event_id, status: 'succeeded' }])
})

test('an attempt that fails while its integration is being disabled leaves no retry behind', async () => {
  const owner = await newOwner(publisher)
  const { id } = await publisher.create(owner, receiver.url, [KEY])
  const { arrived, answer } = await answerFirstWith500()
  await publisher.publish(owner, KEY)
  await arrived
  const changes = wire.hold(READS_CHANGES)
  const { revision } = await publisher.update(owner, id, { enabled: false })
  await changes.reached
  answer()
  await eventually(
    () => jobsIn(database, id),
    ([job]) => job?.status === 'pending',
  )
  changes.letGo()
  await known(revision)
  const disabled = startStopwatch()
  expect(await allOver(database, id)).toMatchObject([{ status: 'cancelled', attempts: 1 }])
  expect(disabled.stop()).toBeLessThan(BEFORE_THE_NEXT_LOOK_MS)
  expect(receiver.received).toHaveLength(1)
})

test('an attempt settled only after its integration was disabled leaves no retry behind', async () => {
  const { db } = database
  const owner = await newOwner(publisher)
  const { id } = await publisher.create(owner, receiver.url, [KEY])
  const { arrived, answer } = await answerFirstWith500()
  await publisher.publish(owner, KEY)
  await arrived
  const locking = await holdTransaction(db)
  await query(locking.tx, 'select id from jobs where integration_id = $1 for update', [id])
  answer()
  await eventually(
    () =>
      query(
        db,
        `select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like 'with new_logs%'`,
        [],
      ),
    (waiting) => waiting.length > 0,
  )
  await known((await publisher.update(owner, id, { enabled: false })).revision)
  await locking.rollBack()
  const written = startStopwatch()
  expect(await allOver(database, id)).toMatchObject([{ status: 'cancelled', attempts: 1 }])
  expect(written.stop()).toBeLessThan(BEFORE_THE_NEXT_LOOK_MS)
})

test('a stale process does not cancel a manual retry made after enabling', async () => {
  const owner = await newOwner(publisher)
  const { id } = await publisher.create(owner, receiver.url, [KEY])
  receiver.answer = (response) => {
    response.statusCode = 500
    response.end()
  }
  await publisher.publish(owner, KEY)
  await eventually(
    () => jobsIn(database, id),
    ([job]) => job?.status === 'pending' && job.attempts === 1,
  )
  await publisher.update(owner, id, { enabled: false })
  const [cancelled] = await allOver(database, id)
  expect(cancelled?.status).toBe('cancelled')
  await publisher.update(owner, id, { enabled: true })
  const db = database.db
  const due = `update jobs set status = 'pending', next_at = $2, manual_retries = 1 where id = $1`
  await query(db, due, [cancelled?.id, new Date(Date.now() + 3_600_000)])
  expect(await cancelPending(db, id, Date.now())).toBeNull()
  expect(await jobsIn(database, id)).toMatchObject([{ status: 'pending' }])
})
