import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Lanes } from '../../../src/deliveries/worker/lanes.ts'
import type { BufferedJob } from '../../../src/deliveries/worker/order.ts'
import { aDueJob } from '../../support/targets/due-job.ts'

const NOW = 1_800_000_000_000
const SUCCEEDED = { outcome: 'succeeded', number: 0, retry_after: null, seconds: 0.01 } as const

let made = 0
function held(order_key: string | null): BufferedJob {
  made += 1
  return { job: aDueJob({ id: `job ${made}`, integration_id: 'a', order_key }), buffered_since: NOW }
}

const steps = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({ kind: fc.constant('push' as const), key: fc.constantFrom('x', 'y', 'z', null) }),
    },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('start' as const), key: fc.constant(null) }) },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constantFrom('over' as const, 'over' as const, 'retried' as const, 'released' as const),
        key: fc.constant(null),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('settle' as const), key: fc.constant(null) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('drain' as const), key: fc.constant(null) }) },
  ),
  { maxLength: 200 },
)

test('jobs of a key run one at a time, in order of arrival, each exactly once', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const lanes = new Lanes()
      /** Jobs by key that came in and have not come out. */
      const waiting = new Map<string | null, BufferedJob[]>()
      const running: BufferedJob[] = []
      const retried: BufferedJob[] = []
      const out = (one: BufferedJob) => {
        const line = waiting.get(one.job.order_key) ?? []
        expect(line).toContain(one)
        waiting.set(
          one.job.order_key,
          line.filter((other) => other !== one),
        )
      }
      for (const { kind, key } of all) {
        if (kind === 'push') {
          const one = held(key)
          waiting.set(key, [...(waiting.get(key) ?? []), one])
          lanes.push(one)
        } else if (kind === 'start') {
          const started = lanes.next(['first', 'later'])
          if (started === null) continue
          const { held: one } = started
          const { order_key } = one.job
          if (order_key !== null) {
            expect([...running, ...retried].map(({ job }) => job.order_key)).not.toContain(order_key)
            expect(waiting.get(order_key)?.[0]).toBe(one)
          }
          out(one)
          running.push(one)
        } else if (kind === 'settle') {
          const one = retried.shift()
          if (one !== undefined) for (const each of lanes.settled(one.job)) out(each)
        } else if (kind === 'drain') {
          for (const one of lanes.drain('a')) out(one)
          expect([...waiting.values()].flat()).toEqual([])
        } else {
          const one = running.shift()
          if (one === undefined) continue
          if (kind === 'retried' && one.job.order_key !== null) retried.push(one)
          const { to_release } = lanes.finished(one.job, 'quick', SUCCEEDED, kind, NOW)
          expect(to_release.every(({ job }) => kind === 'released' && job.order_key === one.job.order_key)).toBe(true)
          for (const each of to_release) out(each)
        }
      }
      for (const one of lanes.drain()) out(one)
      expect([...waiting.values()].flat()).toEqual([])
    }),
    { numRuns: 300 },
  )
})
