import { afterAll, beforeAll, expect, test } from 'vitest'
import { query } from '../../../src/db/database.ts'
import { eventually } from '../../support/app.ts'
import type { TestDatabase } from '../../support/database/cluster.ts'
import { testDatabase } from '../../support/database/database.ts'
import { newOwner, openProcess, type Process } from '../../support/engine/process.ts'
import { type SerialReceiver, serialReceiver } from '../../support/servers/serial-receiver.ts'

const KEY = 'order.paid'

let database: TestDatabase
let process: Process
beforeAll(async () => {
  database = await testDatabase()
  process = await openProcess(database)
})
afterAll(async () => {
  await process.close()
  await database.close()
})

/** Publishes a burst to a new integration of the receiver, and waits until it is handled. */
async function burst(receiver: SerialReceiver, events: number, concurrency: number | null): Promise<string> {
  const owner = await newOwner(process)
  const { id } = await process.create(owner, receiver.url, [KEY])
  await process.update(owner, id, { concurrency })
  await process.publish(owner, ...Array<string>(events).fill(KEY))
  await eventually(
    async () => receiver.handled.size,
    (size) => size === events,
  )
  return id
}

test('a burst for a serial receiver causes no timeouts, and each event is handled once', async () => {
  const receiver = await serialReceiver(0.3)
  const id = await burst(receiver, 60, null)
  expect([...receiver.handled.values()].every((times) => times === 1)).toBe(true)
  const text = 'select count(*) as failed from logs where integration_id = $1 and not succeeded'
  expect(await query(database.db, text, [id])).toEqual([{ failed: 0 }])
  expect(receiver.most_at_once()).toBeLessThan(16)
  await receiver.close()
})

test("keeps in-flight attempts within the integration's concurrency", async () => {
  const receiver = await serialReceiver(0.01)
  await burst(receiver, 60, 3)
  expect(receiver.most_at_once()).toBe(3)
  await receiver.close()
})
