import fc from 'fast-check'
import { Histogram, Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { tally } from '../../src/metrics/tally.ts'

const BUCKETS = [0.005, 0.1, 1, 2.5]
const SERIES = [
  { kind: 'webhook', outcome: 'succeeded' },
  { kind: 'stomp', outcome: 'refused' },
]

test("a tally exposes the same lines as the library's histogram", async () => {
  const observation = fc.tuple(
    fc.nat(1),
    fc.oneof(fc.constantFrom(0, ...BUCKETS), fc.double({ min: 0, max: 9, noNaN: true })),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(observation), async (observations) => {
      const [ours, theirs] = [new Registry(), new Registry()]
      const frame = { name: 'took_seconds', help: 'Time.', buckets: BUCKETS }
      const observers = tally(ours, { ...frame, series: SERIES })
      const histogram = new Histogram({ ...frame, labelNames: ['kind', 'outcome'], registers: [theirs] })
      for (const labels of SERIES) histogram.zero(labels)
      for (const [index, value] of observations) {
        observers[index]?.(value)
        histogram.observe(SERIES[index] ?? {}, value)
      }
      const linesOf = async (registry: Registry) => (await registry.metrics()).split('\n').map(inOrder).sort()
      expect(await linesOf(ours)).toEqual(await linesOf(theirs))
    }),
  )
})

/** Sorts the labels, because their order has no meaning. */
function inOrder(line: string): string {
  return line.replace(/\{(.*)\}/, (_, labels: string) => `{${labels.split(',').sort().join(',')}}`)
}
