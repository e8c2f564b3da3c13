import { expect, test } from 'vitest'
import { runBench } from '../../support/bench.ts'

/** The short form of `npm run chaos:queues`. */
test('nothing accepted is lost or stuck when the broker is killed and comes back', async () => {
  const { figures, told, code } = await runBench('chaos-queues.ts', '--events', '500', '--kills', '1')
  const { accepted, lost, stuck, failed_attempts } = figures
  expect({ accepted, lost, stuck, code }, told).toEqual({ accepted: 500, lost: 0, stuck: 0, code: 0 })
  expect(failed_attempts).toBeGreaterThan(0)
}, 240_000)
