import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstPace } from '../../../src/deliveries/rules/pace.ts'
import { eventually } from '../../support/app.ts'
import type { TestDatabase } from '../../support/database/cluster.ts'
import { testDatabase } from '../../support/database/database.ts'
import { jobsIn, newOwner, openProcess, type Process } from '../../support/engine/process.ts'
import { startStopwatch } from '../../support/measures/stopwatch.ts'
import { openReceiver, type Receiver } from '../../support/servers/receiver.ts'

const [SLOW, QUICK] = ['order.updated', 'order.paid'] as const

/** Their first attempts exceed the in-flight limit by far. */
const SLOW_INTEGRATIONS = 144

let database: TestDatabase
let receiver: Receiver
let process: Process
beforeAll(async () => {
  database = await testDatabase()
  receiver = await openReceiver()
  process = await openProcess(database)
})
afterAll(async () => {
  await process.close()
  await receiver.close()
  await database.close()
})

test('many slow integrations with long backlogs do not delay another integration', async () => {
  const { promise: mayAnswer, resolve } = Promise.withResolvers<void>()
  receiver.answer = async (response, { body }) => {
    if (body.triggered_by === SLOW) await mayAnswer
    response.end()
  }
  const owner = await newOwner(process)
  const slow = await Promise.all(
    Array.from({ length: SLOW_INTEGRATIONS }, () => process.create(owner, receiver.url, [SLOW])),
  )
  const { id } = await process.create(owner, receiver.url, [QUICK])
  await process.publish(owner, ...Array<string>(80).fill(SLOW))
  await receiver.waitForCount(SLOW_INTEGRATIONS * firstPace.cap)
  // These fill the capacity that the first attempts left free.
  await process.publish(owner, ...Array<string>(20).fill(SLOW))
  expect((await jobsIn(database, slow[0]?.id ?? '')).map((job) => job.status)).toContain('pending')

  for (let round = 0; round < 5; round += 1) {
    const published = startStopwatch()
    const events = await process.publish(owner, ...Array<string>(10).fill(QUICK))
    await eventually(
      async () => new Set(receiver.received.map(({ body }) => body.id)),
      (arrived) => events.every((event_id) => arrived.has(event_id)),
    )
    // An attempt at a slow integration ends after ten seconds.
    expect(published.stop()).toBeLessThan(5_000)
  }
  await eventually(
    () => jobsIn(database, id),
    (jobs) => jobs.every((job) => job.status === 'succeeded'),
  )
  resolve()
})
