import { afterEach, beforeEach, expect, test } from 'vitest'
import { eventually } from '../../support/app.ts'
import type { TestDatabase } from '../../support/database/cluster.ts'
import { testDatabase } from '../../support/database/database.ts'
import { allOver, newOwner, openProcess, type Process } from '../../support/engine/process.ts'
import { openReceiver, type Receiver } from '../../support/servers/receiver.ts'
import { openWire, type Wire } from '../../support/servers/wire.ts'

const KEY = 'order.paid'
const HEARTBEAT = 'update workers set heartbeat_at'
// A statement ends in a zero byte on the wire; others read the revision on their way.
const READS_REVISION = `select value from revisions where name = 'integrations'\0`

let database: TestDatabase
let wire: Wire
let receiver: Receiver
/** Publishes and delivers nothing. */
let publisher: Process
/** Over a wire of its own to the database. */
let worker: Process
let clock: () => number
beforeEach(async () => {
  clock = Date.now
  database = await testDatabase()
  wire = await openWire(database.url)
  receiver = await openReceiver()
  publisher = await openProcess(database, { parts: [] })
  worker = await openProcess({ ...database, url: wire.url }, { parts: ['deliveries'], clock: () => clock() })
})
afterEach(async () => {
  await worker.close()
  await publisher.close()
  await receiver.close()
  await wire.close()
  await database.close()
})

test('a process at rest sends fewer than ten statements a second', async () => {
  const sent = (count: number, text = '') =>
    eventually(
      async () => wire.sent.filter((statements) => statements.includes(text)).length,
      (sofar) => sofar >= count,
    )
  // After the first round of what is done every minute or hour.
  await sent(3, HEARTBEAT)
  const [began, before] = [performance.now(), wire.sent.length]
  await sent(before + 30)
  // A busy machine makes it longer.
  expect(performance.now() - began).toBeGreaterThan(3_000)
})

test.each([
  { name: 'its own appends', from: () => worker },
  { name: 'what it claims', from: () => publisher },
])('a process whose look at the integrations hangs goes by $name', async ({ from }) => {
  const owner = await newOwner(publisher)
  const { id, revision } = await publisher.create(owner, receiver.url, [KEY])
  const { snapshot } = worker.app.outbox
  // Ahead, so that what others publish is due.
  let now = Date.now() + 10_000
  clock = () => now
  await eventually(
    async () => snapshot.confirmedAt(),
    (at) => at === now && snapshot.revision() >= revision,
  )
  const look = wire.hold(READS_REVISION)
  now += 600
  await look.reached
  now += 200
  await from().publish(owner, KEY)
  expect(await allOver(database, id)).toMatchObject([{ status: 'succeeded' }])
  expect(snapshot.confirmedAt()).toBe(now)
  look.letGo()
})
