import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestDatabase } from '../../support/database/cluster.ts'
import { testDatabase } from '../../support/database/database.ts'
import { newOwner, openProcess, type Process } from '../../support/engine/process.ts'
import { openReceiver, type Receiver } from '../../support/servers/receiver.ts'

const KEY = 'order.paid'
const AWAY_MS = 300

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

test('an endpoint that was away for 0.3 s with 64 attempts in flight is sent to again soon after its return', async () => {
  const owner = await newOwner(process)
  await process.create(owner, receiver.url, [KEY])
  const publish = (count: number) => process.publish(owner, ...Array(count).fill(KEY))
  await publish(100)
  await receiver.waitForCount(100)
  const held: (() => void)[] = []
  receiver.answer = (response) => void held.push(() => response.destroy())
  await publish(64)
  await receiver.waitForCount(164)
  const left_at = Date.now()
  receiver.answer = (response) => void response.destroy()
  for (const hangUp of held) hangUp()
  while (Date.now() - left_at < AWAY_MS) await publish(5)
  const back_at = Date.now()
  const first = new Promise<number>((resolve) => {
    receiver.answer = (response) => {
      response.end()
      resolve(Date.now())
    }
  })
  await publish(1)
  // The rest of a probe's wait of a second, a claim and a busy machine; what failed is retried after five seconds.
  expect((await first) - back_at).toBeLessThan(1_500)
})
