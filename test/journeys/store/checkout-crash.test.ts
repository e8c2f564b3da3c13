import { expect, test } from 'vitest'
import { runBench } from '../../support/bench.ts'

const SHORT = ['--checkouts', '100', '--kills', '3']

/** Counters of a run that indicate neither success nor failure. */
const NEUTRAL = ['checkouts', 'orders', 'short', 'found_done', 'replayed', 'unanswered', 'kills', 'postgres_restarts']

test('a checkout is all or nothing while the API is killed and PostgreSQL crashes', { timeout: 300_000 }, async () => {
  const { metrics: counted, reported, code } = await runBench('chaos-checkout.ts', ...SHORT)
  const { seconds: _, seconds_of_shopping: __, ...metrics } = counted
  expect(metrics).toMatchObject({ checkouts: 100, kills: 3, postgres_restarts: 1 })
  expect(metrics.orders).toBeGreaterThan(50)
  expect(metrics.short).toBeGreaterThan(0)
  const faults = Object.entries(metrics).filter(([name, count]) => !NEUTRAL.includes(name) && count !== 0)
  expect(faults, reported).toEqual([])
  expect(code, reported).toBe(0)
})
