import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestDatabase } from '../../support/database/cluster.ts'
import { testDatabase } from '../../support/database/database.ts'
import { newOwner, openProcess, type Process } from '../../support/engine/process.ts'
import { startStopwatch } from '../../support/measures/stopwatch.ts'
import { openReceiver, type Receiver } from '../../support/servers/receiver.ts'

const KEY = 'order.paid'
const AWAY_MS = 300

let database: TestDatabase
let receiver: Receiver
let process: Process
beforeAll(async () => {
  database = await testDatabase()
  receiver = await openReceiver()
  process = await openProcess(database, { env: { TIDINGS_RETRY_SCHEDULE: '3600' } })
})
afterAll(async () => {
  await process.close()
  await receiver.close()
  await database.close()
})

test('an endpoint that was down for 0.3 s with 64 attempts in flight recovers soon after its return', async () => {
  const owner = await newOwner(process)
  await process.create(owner, receiver.url, [KEY])
  const publish = (count: number) => process.publish(owner, ...Array(count).fill(KEY))
  await publish(100)
  await receiver.waitForCount(100)
  const hangUps: (() => void)[] = []
  receiver.answer = (response) => void hangUps.push(() => response.destroy())
  await publish(64)
  await receiver.waitForCount(164)
  const left_at = Date.now()
  receiver.answer = (response) => void response.destroy()
  for (const hangUp of hangUps) hangUp()
  while (Date.now() - left_at < AWAY_MS) await publish(5)
  const back = startStopwatch()
  const before = receiver.received.length
  receiver.answer = (response) => response.end()
  await publish(1)
  await receiver.waitForCount(before + 1)
  // One second, or two if a probe came before the return; it would be ten if the 64 failures counted one by one.
  expect(back.stop()).toBeLessThan(5_000)
})
