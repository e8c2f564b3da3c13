import { expect, test } from 'vitest'
import { runBench } from '../../support/bench.ts'

/** The short form of `npm run chaos:queues`. */
const SHORT = ['--events', '600', '--rate', '300', '--kills', '1', '--throttled', '500', '--throttled-rate', '250']

test('no accepted event is lost, reordered or stuck during outages, worker kills and throttling', async () => {
  const { metrics, reported, code } = await runBench('chaos-queues.ts', ...SHORT)
  const { accepted, lost, inversions, stuck, crashes, failed_attempts, outages, throttled } = metrics
  const wrong = { lost, inversions, stuck, crashes, code }
  expect({ accepted, ...wrong }, reported).toEqual({
    accepted: 600,
    lost: 0,
    inversions: 0,
    stuck: 0,
    crashes: 0,
    code: 0,
  })
  expect(failed_attempts).toBeGreaterThan(0)
  expect(outages.map(({ what }: { what: string }) => what).sort()).toEqual(['broker', 'queue', 'worker'])
  expect(throttled.throttled).toBeGreaterThan(0)
}, 240_000)
