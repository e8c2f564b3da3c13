import { afterEach, beforeEach, expect, test } from 'vitest'
import { eventually } from '../../support/app.ts'
import { openPair, type Pair, READS_REVISION } from '../../support/engine/pair.ts'
import { allOver, newOwner } from '../../support/engine/process.ts'

const KEY = 'order.paid'
const HEARTBEAT = 'update workers set heartbeat_at'

let pair: Pair
let clock: () => number
beforeEach(async () => {
  clock = Date.now
  pair = await openPair({ clock: () => clock() })
})
afterEach(() => pair.close())

test('an idle process sends fewer than ten statements a second', async () => {
  const { wire } = pair
  const sent = (count: number, text = '') =>
    eventually(
      async () => wire.sent.filter((statements) => statements.includes(text)).length,
      (sofar) => sofar >= count,
    )
  // Waits for the first round of minutely and hourly work.
  await sent(3, HEARTBEAT)
  const [began, before] = [performance.now(), wire.sent.length]
  await sent(before + 30)
  // A busy machine makes the measured time longer.
  expect(performance.now() - began).toBeGreaterThan(3_000)
})

test.each([
  { name: 'its own appends', from: 'worker' },
  { name: 'what it claims', from: 'publisher' },
] as const)('a process whose read of the integrations hangs proceeds by $name', async ({ from }) => {
  const { database, wire, receiver, publisher, worker } = pair
  const owner = await newOwner(publisher)
  const { id, revision } = await publisher.create(owner, receiver.url, [KEY])
  const { snapshot } = worker.app.outbox
  // Ahead of the other clocks, so that their events are due.
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
  await pair[from].publish(owner, KEY)
  expect(await allOver(database, id)).toMatchObject([{ status: 'succeeded' }])
  expect(snapshot.confirmedAt()).toBe(now)
  look.letGo()
})
