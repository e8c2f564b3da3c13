import type { Metric, Registry } from 'prom-client'

type TallyOptions = {
  name: string
  help: string
  /** Upper bounds, ascending. */
  buckets: readonly number[]
  series: readonly Readonly<Record<string, string>>[]
}

export type Observe = (value: number) => void

/**
 * Registers a histogram for values of every delivery; returns an observer for each series. prom-client's own hashes the
 * labels at each observation (0.4 us), while this one only adds to two numbers (0.02 us).
 */
export function tally(registry: Registry, { name, help, buckets, series }: TallyOptions): Observe[] {
  const tallies = series.map((labels) => ({ labels, counts: new Float64Array(buckets.length + 1), sum: 0 }))
  const metric = {
    name,
    get: async () => ({
      name,
      help,
      type: 'histogram',
      aggregator: 'sum',
      values: tallies.flatMap((one) => valuesOf(name, buckets, one)),
    }),
  }
  // The registry uses only the name and `get` of a metric.
  registry.registerMetric(metric as unknown as Metric)
  return tallies.map((one) => (value) => {
    let at = 0
    while (at < buckets.length && value > (buckets[at] ?? 0)) at += 1
    one.counts[at] = (one.counts[at] ?? 0) + 1
    one.sum += value
  })
}

type Tally = { labels: Readonly<Record<string, string>>; counts: Float64Array; sum: number }

function valuesOf(name: string, buckets: readonly number[], { labels, counts, sum }: Tally) {
  let count = 0
  const below = [...buckets, '+Inf'].map((le, index) => {
    count += counts[index] ?? 0
    return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: count }
  })
  return [
    ...below,
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: count },
  ]
}
