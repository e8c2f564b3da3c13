import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { DatabaseClock } from '../../src/db/database-clock.ts'
import { MINUTE, SECOND } from '../../src/kernel/duration.ts'
import { openApp, openTenant, webhookIntegration } from '../support/app.ts'
import type { TestDatabase } from '../support/database/cluster.ts'
import { testDatabase } from '../support/database/database.ts'
import { openReceiver, type Receiver } from '../support/servers/receiver.ts'

/** The real clock, even while `Date.now` is faked. */
const realNow = Date.now

let database: TestDatabase
let receiver: Receiver
beforeAll(async () => {
  database = await testDatabase()
  receiver = await openReceiver()
})
afterEach(() => vi.restoreAllMocks())
afterAll(async () => {
  await receiver.close()
  await database.close()
})

test('a worker whose clock is five minutes behind delivers at once and reports the offset', async () => {
  const api = await openApp(database, { parts: ['api'], clock: () => realNow() })
  const { seller } = await openTenant(api)
  await seller.post('/v2/integrations', webhookIntegration(receiver.url, ['order.paid']))

  vi.spyOn(Date, 'now').mockImplementation(() => realNow() - 5 * MINUTE)
  const lines: { msg?: string; seconds?: number }[] = []
  const worker = await openApp(database, {
    parts: ['deliveries'],
    env: { TIDINGS_LOG_LEVEL: 'warn' },
    lines: { write: (line) => void lines.push(JSON.parse(line)) },
  })
  await seller.post('/v2/events', { triggered_by: 'order.paid', payload: { data: { type: 'order', id: '1' } } })
  await receiver.waitForCount(1)
  expect(worker.foundation.clock_ahead() / MINUTE).toBeCloseTo(5, 1)
  expect(lines.find(({ seconds }) => seconds !== undefined)?.msg).toContain('The clock of the database is ahead')
  vi.restoreAllMocks()
  await worker.close()
  await api.close()
})

test.each([-5 * MINUTE, -2 * SECOND, 2 * SECOND, 5 * MINUTE])('corrects a clock that is off by %d ms', async (off) => {
  const changes: number[] = []
  const clock = await DatabaseClock.open(database.db, {
    machine: () => realNow() + off,
    onChange: (ahead_ms) => void changes.push(ahead_ms),
    onError: (error) => expect.fail(String(error)),
  })
  expect(Math.abs(clock.now() - realNow())).toBeLessThan(500)
  await clock.measure()
  expect(changes).toEqual([clock.ahead()])
  await clock.close()
})

test('a clock changed at run time is corrected at the next comparison; an accurate one never changes', async () => {
  let off = 0
  const changes: number[] = []
  const clock = await DatabaseClock.open(database.db, {
    machine: () => realNow() + off,
    onChange: (ahead_ms) => void changes.push(ahead_ms),
    onError: (error) => expect.fail(String(error)),
  })
  for (let time = 0; time < 20; time += 1) await clock.measure()
  expect([clock.ahead(), changes]).toEqual([0, []])
  off = MINUTE
  await clock.measure()
  expect(Math.abs(clock.now() - realNow())).toBeLessThan(500)
  await clock.close()
})
